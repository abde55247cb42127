// One block of the document as elements: coloured pieces in their frames, and what stands before them.

import { segments } from "../data/segments.js"
import { countUpTo } from "../data/sorted.js"
import { putBefore } from "./before.js"
import { colourOf } from "./colour.js"
import { make } from "./element.js"
import { paintPiece } from "./piece.js"

/** @typedef {import("../data/scene.js").Scene} Scene */
/** @typedef {import("./piece.js").Piece} Piece */
/** @typedef {HTMLElement & {index: number}} BlockElement */

/**
 * @param {number} index
 * @param {Scene} scene
 * @returns {BlockElement}
 */
export function paintBlock(index, scene) {
  const { text, chunks, flags } = scene
  const from = text.starts[index]
  const to = text.starts[index + 1]
  const block = Object.assign(make("div", "block"), { index })
  const pending = {
    breaks: text.pages.filter(({ at }) => at >= from && at < to),
    flags: flags.filter(({ start }) => start >= from && (start < to || to === text.length)),
    end: to,
    label: null,
  }
  /** @type {HTMLElement} */
  let frame = block
  let classes = ""
  const gaps = text.gapsOver(from, to, scene.letters)
  for (const piece of piecesOf(from, to, scene, gaps.keys())) {
    const wanted = frameClasses(piece, scene)
    const before = putBefore(piece, scene, pending)
    if (wanted !== classes || before.some(standsAlone)) {
      frame = wanted ? block.appendChild(make("span", wanted)) : block
      const last = piece.chunks.at(-1)
      if (wanted && last !== undefined) frame.style.setProperty("--c", colourOf(chunks, last))
      classes = wanted
    }
    for (const element of before) {
      if (standsAlone(element) && frame !== block) block.insertBefore(element, frame)
      else frame.append(element)
    }
    const painted = paintPiece(piece, scene)
    if (gaps.has(piece.start)) {
      painted.classList.add("after-gap")
      painted.style.setProperty("--gap", gaps.get(piece.start))
    }
    frame.append(painted)
  }
  return block
}

/**
 * Whether an element takes lines of its own, which no frame goes around.
 * @param {Element} element
 */
const standsAlone = (element) => element.tagName === "DIV"

/**
 * @param {number} from
 * @param {number} to
 * @param {Scene} scene
 * @param {Iterable<number>} gaps  places where room is left between the columns of a table
 * @returns {Piece[]}
 */
function piecesOf(from, to, { text, chunks, hits, marks, tokens, options, selected }, gaps) {
  const over = to > from ? chunks.over(from, to) : []
  const parent = chunks.parentOf(selected)
  const layers = {
    chunks: over.map((i) => ({ start: chunks.start[i], end: chunks.end[i], id: i })),
    hits: hits.map(({ start, end }, id) => ({ start, end, id })),
    marks: marks.map(({ start, end }, id) => ({ start, end, id })),
    faces: text.facesOver(from, to),
    parents: parent ? [{ ...parent, id: 0 }] : [],
  }
  const cuts = [...gaps, ...over.map((i) => chunks.read[i]), ...text.pages.map((page) => page.at)].filter(
    (at) => at > from && at < to,
  )
  if (options.tokens && tokens) cuts.push(...tokens.end.subarray(countUpTo(tokens.end, from), countUpTo(tokens.end, to - 1)))
  return segments(from, to, layers, cuts)
}

/**
 * Classes of the frame that a piece shares with its neighbours: the selected chunk, its parent, a hit.
 * @param {Piece} piece
 * @param {Scene} scene
 */
function frameClasses({ chunks, parents, hits: found }, { selected, hits }) {
  const names = []
  if (chunks.includes(selected)) names.push("selected")
  else if (parents.length) names.push("parent")
  if (found.length) names.push(hits[Math.min(...found)].rank === 1 ? "hit best" : "hit")
  return names.length ? `frame ${names.join(" ")}` : ""
}
