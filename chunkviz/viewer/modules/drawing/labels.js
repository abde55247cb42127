// Numbers and sizes of the chunks, in the margin beside the lines they begin on.

import { colourOf } from "./colour.js"
import { make } from "./element.js"

/** @typedef {import("../data/scene.js").Scene} Scene */
/** @typedef {HTMLElement & {chunk: number, at: number, hides: number}} LabelElement  `hides`: labels it stands for besides its own */

const UNITS = 16 // units of text between two labels; less than any line holds
const UNITS_SMALL = 40 // the same where the text is small and lines are closer together than labels are high
const SMALL = 0.6 // the zoom from which it is
const PIXELS = 16 // between labels on one line and on the next
const PIXELS_SMALL = 28 // height of a label
const SHORT = /** @type {Record<string, string>} */ ({ characters: "chr", words: "wds" })

/**
 * The label of chunk `i`; null where one stands so near that both would be on one line, which then counts it.
 * @param {number} i
 * @param {Scene} scene
 * @param {LabelElement | null} former  the last label of the block
 * @returns {LabelElement | null}
 */
export function chunkLabel(i, { text, chunks, selected, zoom }, former) {
  const start = chunks.start[i]
  if (former && i !== selected && isNear(former.at, start, text.text, zoom)) {
    former.hides++
    return null
  }
  const oversize = chunks.oversize[i] ? " oversize" : ""
  const chosen = i === selected ? " selected" : ""
  const words = { role: "note", "aria-label": `Chunk ${i + 1}, ${chunks.size(i)}` }
  const label = Object.assign(make("span", `chunk-label${oversize}${chosen}`, undefined, words), {
    chunk: i,
    at: start,
    hides: 0,
  })
  label.style.setProperty("--c", colourOf(chunks, i))
  const size = chunks.tokens[i] < 0 ? `${chunks.characters[i]} chr` : `${chunks.tokens[i]} ${SHORT[chunks.tokenizer] ?? "tok"}`
  label.append(make("b", "", `#${i + 1}`), make("span", "", oversize ? `${size} !` : size))
  return label
}

/**
 * @param {number} former
 * @param {number} start
 * @param {string} text
 * @param {number} zoom
 */
function isNear(former, start, text, zoom) {
  if (zoom < SMALL) return start - former < UNITS_SMALL / zoom
  return start - former < UNITS && !/[\r\n]/.test(text.slice(former, start))
}

/**
 * Where several chunks begin on one line there is room for one number: the selected one or the first, and how many more.
 * @param {Element[]} blocks  all that are drawn, in order
 * @param {number} zoom
 */
export function thinLabels(blocks, zoom) {
  const room = zoom < SMALL ? PIXELS_SMALL : PIXELS
  const labels = /** @type {LabelElement[]} */ (blocks.flatMap((block) => [...block.querySelectorAll(".chunk-label")]))
  for (const label of labels) {
    label.classList.remove("crowded")
    delete label.dataset.more
  }
  const tops = labels.map((label) => label.getBoundingClientRect().top)
  /** @type {{shown: LabelElement, top: number, all: LabelElement[]}[]} */
  const lines = []
  for (const [i, label] of labels.entries()) {
    const top = tops[i]
    const line = lines.at(-1)
    if (!line || Math.abs(top - line.top) >= room) {
      lines.push({ shown: label, top, all: [label] })
      continue
    }
    line.all.push(label)
    if (label.classList.contains("selected")) Object.assign(line, { shown: label, top })
  }
  for (const { shown, all } of lines) {
    const hidden = all.reduce((sum, label) => sum + 1 + label.hides, -1)
    for (const label of all) label.classList.toggle("crowded", label !== shown)
    if (hidden) shown.dataset.more = `+${hidden}`
  }
}

/**
 * The chunk whose label a target of a pointer event belongs to; undefined where it is none.
 * @param {EventTarget | null} target
 * @returns {number | undefined}
 */
export function labelledAt(target) {
  const element = target instanceof Element ? target.closest(".chunk-label") : null
  return /** @type {LabelElement | null} */ (element)?.chunk
}
