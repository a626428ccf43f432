/**
 * The query of the page's address: what it names, links, and an address that follows the page's state. It can also name
 * a shared table, whose rounds are opened.
 */

/** The shortest interval between two changes of the address, in milliseconds; browsers limit them. */
const PAUSE = 100;

/** The value of a name in the address's query; "" without one. @param {string} name */
export const fromAddress = (name) => new URLSearchParams(location.search).get(name) ?? "";

/**
 * An address with these values in its query; empty ones are left out.
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

/**
 * Opens the rounds of the table that the address names; returns whether it names one. An error is reported like a file
 * that cannot be read. If the address names a seat too, the last round is reviewed from there.
 * @param {{send(content: object): unknown}} model @param {object} [how] what else is said about opening them
 */
export const ofTable = (model, how = {}) => {
  const [code, seat] = [fromAddress("table"), fromAddress("seat")];
  const reviewed = /^[0-2]$/.test(seat) ? { seat: Number(seat) } : {};
  if (!/^[A-Z0-9]{6}$/.test(code)) return false;
  const rounds = async () => {
    const answer = await fetch(`../table/${code}/rounds.json`, { cache: "no-store" });
    return answer.ok ? answer.text() : "";
  };
  rounds()
    .catch(() => "")
    .then((text) => model.send({ do: "open", text, ...how, ...reviewed }));
  return true;
};

/** @type {WeakMap<HTMLElement, {said: string, timer: number}>} */
const followed = new WeakMap();

/**
 * Keeps these values in the address, so that a reload, Back and links find them; the page's first values are not
 * written. Only a page of the course has such an address; JupyterLab's stays as it is.
 * @param {HTMLElement} root @param {Record<string, string>} values
 */
export const follow = (root, values) => {
  const said = JSON.stringify(values);
  const mine = followed.get(root);
  if (!mine) return void followed.set(root, { said, timer: 0 });
  if (mine.said === said || !("course" in document.documentElement.dataset)) return;
  mine.said = said;
  clearTimeout(mine.timer);
  mine.timer = setTimeout(() => history.replaceState(history.state, "", addressOf(values)), PAUSE);
};
