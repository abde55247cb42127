// The end of a component. Streamlit mounts one anew with each change of its data, and may end an earlier mounting of the same
// element only after the later one: that must not take away what the later one has drawn.

/** @type {WeakMap<object, symbol>} */
const last = new WeakMap()

/**
 * What a mounting gives back: ends the element's component, unless it has been mounted again since.
 * @param {object} element
 * @param {() => void} end
 * @returns {() => void}
 */
export function ending(element, end) {
  const turn = Symbol("mounting")
  last.set(element, turn)
  return () => {
    if (last.get(element) !== turn) return
    last.delete(element)
    end()
  }
}
