// What depends on where the lines came to stand: brackets of parents, the selected chunk's bar, the curve.

import { counted } from "../data/wording.js"
import { make } from "./element.js"
import { drawRibbon } from "./ribbon.js"

/** @typedef {import("../data/scene.js").Scene} Scene */
/** @typedef {import("../data/columns.js").Span} Span */

/**
 * @param {Scene} scene
 * @param {number} from  first unit that is drawn
 * @param {number} to  end of what is drawn
 * @param {(position: number) => {middle: number, height: number} | null} line  the line a place stands on, in pixels
 * @param {number} height  of all that is drawn, in pixels
 * @returns {Element[]}
 */
export function marginOf({ text, chunks, ribbon, selected }, from, to, line, height) {
  /** @param {Span} span */
  const isDrawn = ({ start, end }) => start < to && end > from
  /** @param {Span} span  @param {string} name  @param {string} title */
  const bar = ({ start, end }, name, title = "") => {
    const first = start < from ? null : line(start)
    const last = end > to ? null : line(end - 1)
    const top = first ? first.middle - first.height / 2 : 0
    const bottom = last ? last.middle + last.height / 2 : height
    const made = make("div", name, undefined, { title })
    made.style.cssText = `top:${top}px;height:${Math.max(2, bottom - top)}px`
    return made
  }
  /** @type {Element[]} */
  const made = []
  chunks.parents.forEach((parent, row) => {
    if (!isDrawn(parent)) return
    const title = `Parent ${row + 1}, ${counted(text.characters(parent.start, parent.end), "characters")}`
    made.push(bar(parent, row % 2 ? "parent-bracket odd" : "parent-bracket", title))
  })
  const chosen = selected < 0 ? null : { start: chunks.start[selected], end: chunks.end[selected] }
  if (chosen && isDrawn(chosen)) made.push(bar(chosen, "selected-bar"))
  if (ribbon) made.push(drawRibbon(ribbon, from, to, (position) => line(position)?.middle ?? null, height))
  return made
}
