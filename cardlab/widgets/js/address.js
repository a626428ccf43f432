/** A position in the address of a page: what the address says, a link to it, and an address that follows the position. */

/** What the address of this page says under a name; "" if it says nothing. @param {string} name */
export const given = (name) => new URLSearchParams(location.search).get(name) ?? "";

/**
 * An address with these values in its query, and nothing behind it; what is "" is left out.
 * @param {Record<string, string>} values
 * @param {string} [page] another page than this one, relative to it
 */
export const addressOf = (values, page = "") => {
  const there = new URL(page || location.href, location.href);
  there.hash = "";
  for (const [name, value] of Object.entries(values))
    if (value) there.searchParams.set(name, value);
    else there.searchParams.delete(name);
  return there.href;
};
