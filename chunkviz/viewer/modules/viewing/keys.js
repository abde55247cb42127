// The keys, each with what it does and the words for it in the legend.

/** @typedef {import("./viewer.js").Viewer} Viewer */
/** @typedef {{shown: string, words: string, acts: Record<string, () => void>}} KeyRow */

/**
 * @param {Viewer} viewer
 * @returns {KeyRow[]}
 */
export function keyRows(viewer) {
  const { choosing, zoom } = viewer
  const next = () => choosing.step(1)
  const previous = () => choosing.step(-1)
  const larger = () => zoom.step(1)
  const smaller = () => zoom.step(-1)
  return [
    {
      shown: "j k, ↓ ↑",
      words: "next or previous chunk",
      acts: { j: next, k: previous, ArrowDown: next, ArrowRight: next, ArrowUp: previous, ArrowLeft: previous },
    },
    { shown: "g", words: "go to a chunk by its number", acts: { g: () => viewer.goToForm.open() } },
    {
      shown: "n p",
      words: "next or previous hit",
      acts: { n: () => choosing.stepHit(1), p: () => choosing.stepHit(-1) },
    },
    {
      shown: "+ −",
      words: "larger or smaller text, down to the pattern of the whole document; also Ctrl and the wheel",
      acts: { "+": larger, "=": larger, "-": smaller, "−": smaller },
    },
    { shown: "0", words: "text in reading size", acts: { 0: () => zoom.set(1) } },
    {
      shown: "o",
      words: "show only what overlaps",
      acts: { o: () => viewer.toggle("overlaps", "Only what overlaps is coloured.") },
    },
    {
      shown: "w",
      words: "make white space visible, and the line ends inside a Markdown paragraph",
      acts: { w: () => viewer.toggle("space", "White space is visible.") },
    },
    { shown: "t", words: "show where tokens end", acts: { t: () => viewer.toggleTokens() } },
    {
      shown: "Enter",
      words: "say more about the selected chunk",
      acts: { Enter: () => viewer.pointing.explainSelected() },
    },
    { shown: "Esc", words: "close, or select nothing", acts: { Escape: () => viewer.escape() } },
    { shown: "?", words: "this list", acts: { "?": () => viewer.toggleLegend() } },
  ]
}

/**
 * What to call with each key press in the viewer.
 * @param {KeyRow[]} rows
 * @returns {(event: KeyboardEvent) => void}
 */
export function keyListener(rows) {
  /** @type {Record<string, () => void>} */
  const acts = Object.assign({}, ...rows.map((row) => row.acts))
  return (event) => {
    const target = /** @type {Element} */ (event.target)
    const plain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (plain && event.key.length === 1) event.stopPropagation() // Streamlit's own keys (r, c) must not hear ours
    const typing = target.tagName === "INPUT" && event.key !== "Escape"
    const pressing = event.key === "Enter" && target.closest("button")
    if (!plain || typing || pressing || !Object.hasOwn(acts, event.key)) return
    event.preventDefault()
    event.stopPropagation()
    acts[event.key]()
  }
}
