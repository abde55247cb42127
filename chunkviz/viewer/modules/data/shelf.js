// In Streamlit, what is large travels by itself, once, and is kept here by its id for the viewers that want it.
// Each component is a bundle of its own, so the shelf is the page's, not a module's.

/** @typedef {{value: any, holders: Set<object>}} Kept */
/** @typedef {{things: Map<string, Kept>, event: EventTarget}} Shelf */

const KEY = Symbol.for("chunkviz.shelf")
const page = /** @type {Record<symbol, Shelf>} */ (/** @type {unknown} */ (globalThis))

page[KEY] ??= { things: new Map(), event: new EventTarget() }

export const shelf = page[KEY]
