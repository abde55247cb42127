// Viewers of the same document with the same word as `group` scroll and zoom together, also across Streamlit's components.

/** @typedef {import("./viewport.js").Anchor} Anchor */
/** @typedef {{from: object, group: string, document: string, top: Anchor | null, zoom: number}} Place */

const KEY = Symbol.for("chunkviz.together")
const page = /** @type {Record<symbol, EventTarget>} */ (/** @type {unknown} */ (globalThis))

page[KEY] ??= new EventTarget()

/** @param {Place} place */
export function tellOthers(place) {
  page[KEY].dispatchEvent(new CustomEvent("place", { detail: place }))
}

/**
 * @param {(place: Place) => void} follow
 * @param {AbortSignal} signal
 */
export function whenOthersMove(follow, signal) {
  page[KEY].addEventListener("place", (event) => follow(/** @type {CustomEvent<Place>} */ (event).detail), { signal })
}
