/**
 * A position in the address of a page: what the address says, a link to it, and an address that follows the position;
 * or a table between devices, whose rounds are opened.
 */

/** The address is written anew at most so often, in milliseconds: a browser takes no more than some a second. */
const PAUSE = 100;

/** What the address of this page says under a name; "" if it says nothing. @param {string} name */
export const fromAddress = (name) => new URLSearchParams(location.search).get(name) ?? "";

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

/**
 * Opens the rounds of the table that the address names; gives whether it names one. What cannot be had is reported like a
 * file that cannot be read. If the address names a seat as well, the last round is reviewed from there.
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
 * From now on the address of the page says these values, so that a reload, Back and a link find them; what a page
 * shows at first says nothing. Only a page of the course has such an address: JupyterLab's own stays as it is.
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
