/**
 * One text that this browser keeps for a page, in its own storage and nowhere else: a game that goes on after a reload.
 *
 * Knows where it lies; what it means knows Python, and the reason why nothing can be kept is told by its kind.
 */

/** @typedef {{get(name: string): any, on(event: string, call: any): void, off(event: string, call: any): void, send(content: object): void}} Model */

/**
 * Joins a view to the text kept under `key`: Python is told it once, and what Python gives as `{keep: text}` takes its place.
 * @param {Model} model @param {string} key @returns {() => void} ends it
 */
export const connect = (model, key) => {
  const tell = (/** @type {"full" | "forbidden"} */ kind) => model.send({ do: "trouble", kind });
  let told = false;
  const trouble = (/** @type {"full" | "forbidden"} */ kind) => {
    if (!told) tell(kind);
    told = true;
  };
  const given = (/** @type {{keep?: string}} */ { keep }) => {
    if (typeof keep !== "string") return;
    try {
      localStorage.setItem(key, keep);
    } catch {
      trouble("full");
    }
  };
  model.on("msg:custom", given);
  try {
    model.send({ do: "recall", text: localStorage.getItem(key) ?? "" });
  } catch {
    trouble("forbidden");
  }
  return () => model.off("msg:custom", given);
};
