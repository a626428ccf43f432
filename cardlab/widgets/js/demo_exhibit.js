/** An exhibit on the stage of `Demo`: the view of another widget, drawn by that widget's own module. */

import { fitted, isFull } from "./full.js";

/** What is small may grow so far on the whole screen. */
const LARGEST = 1.5;

/** After so many milliseconds an exhibit has settled in its room. */
const SETTLED = 100;

/**
 * Shows the widget `id` in `place`, by the page's own manager of widgets or by JupyterLab's; gives what removes it.
 * @param {any} manager @param {string} id @param {HTMLElement} place
 */
const shownIn = async (manager, id, place) => {
  if (manager.show) return manager.show(id, place);
  const view = await manager.create_view(await manager.get_model(id));
  place.replaceChildren(view.el);
  return () => view.remove();
};

/**
 * Sees to it that the exhibit's place holds the view of the exhibit that Python names; gives what ends that.
 * @param {any} model @param {HTMLElement} root
 */
export const exhibited = (model, root) => {
  let there = "";
  /** @type {(() => void) | undefined} */
  let remove;
  // What is done at an exhibit changes its size, and no message of ours tells of it.
  const changes = new MutationObserver(() => fitExhibit(root));
  const sync = async () => {
    const wanted = model.get("shown").exhibit;
    if (wanted === there) return;
    there = wanted;
    remove?.();
    remove = undefined;
    changes.disconnect();
    const place = /** @type {HTMLElement | null} */ (root.querySelector(".cardlab-exhibit"));
    if (!place || !model.widget_manager) return;
    try {
      const end = await shownIn(model.widget_manager, wanted, place);
      if (there !== wanted) return end?.();
      remove = end;
      changes.observe(place, { childList: true, subtree: true, characterData: true });
      fitExhibit(root, LARGEST);
    } catch (problem) {
      // The teacher may have gone on before it was there.
      if (there === wanted) console.warn(problem);
    }
  };
  model.on("change:shown", sync);
  void sync();
  return () => {
    model.off("change:shown", sync);
    changes.disconnect();
    remove?.();
  };
};

/** Whether the whole screen was there when an exhibit was fitted last. @type {WeakSet<HTMLElement>} */
const full = new WeakSet();

/**
 * On the whole screen an exhibit is as large as the stage allows; while it is there it only gets smaller.
 * @param {HTMLElement} root @param {number} [largest]
 */
export const fitExhibit = (root, largest) => {
  const place = /** @type {HTMLElement | null} */ (root.querySelector(".cardlab-exhibit"));
  if (!place) return;
  if (!isFull(root)) {
    full.delete(root);
    place.style.zoom = "";
    return;
  }
  const first = !full.has(root);
  full.add(root);
  const stage = /** @type {HTMLElement} */ (place.parentElement);
  fitted(place, stage, first ? LARGEST : largest);
  // A table measures itself once more when it has got its room.
  setTimeout(() => isFull(root) && place.isConnected && fitted(place, stage), SETTLED);
};
