// A document's text, its blocks, and where a place in it stands: its line, and the titles above it.

import { cutIntoBlocks } from "./blocks.js"
import { column, rows } from "./columns.js"
import { countUpTo } from "./sorted.js"

/** @typedef {import("./columns.js").Span} Span */
/** @typedef {Span & {title: string}} Titled */
/** @typedef {{at: number, title: string}} PageBreak */
/** @typedef {{start: ArrayLike<number>, end: ArrayLike<number>, name: string[]}} Faces */
/** @typedef {{at: ArrayLike<number>, width: ArrayLike<number>, needs: ArrayLike<number>}} Gaps  see Python's `table_columns` */

export class Text {
  /**
   * @param {object} given
   * @param {string} given.text
   * @param {string} [given.id]
   * @param {string} [given.name]
   * @param {boolean} [given.fixed]  whether all of it is set in a fixed-width face
   * @param {Titled[]} [given.outline]  sections and symbols in order of start, outer ones first
   * @param {PageBreak[]} [given.pages]
   * @param {{start: ArrayLike<number>, end: ArrayLike<number>}} [given.soft]  line ends that mean no more than a space
   * @param {Faces} [given.faces]  stretches in another face, in order, none inside another
   * @param {Gaps} [given.gaps]  room between the columns of tables, in order
   */
  constructor({
    text,
    id = "",
    name = "",
    fixed = false,
    outline = [],
    pages = [],
    soft = { start: [], end: [] },
    faces = { start: [], end: [], name: [] },
    gaps = { at: [], width: [], needs: [] },
  }) {
    this.text = text
    this.id = id
    this.name = name
    this.fixed = fixed
    this.outline = outline
    this.pages = pages
    this.soft = soft
    this.faces = faces
    this.gaps = gaps
    const { starts, lines, heights, widths } = cutIntoBlocks(text)
    this.starts = starts
    this.lines = lines
    this.heights = heights
    this.widths = widths
  }

  get length() {
    return this.text.length
  }

  get blocks() {
    return this.starts.length - 1
  }

  get lastLine() {
    return this.lines[this.blocks]
  }

  /** @param {number} position */
  blockAt(position) {
    return Math.min(this.blocks, countUpTo(this.starts, position)) - 1
  }

  /**
   * The line, from 1, that the character at `position` stands on.
   * @param {number} position
   */
  line(position) {
    const block = Math.max(0, this.blockAt(position))
    const before = this.text.slice(this.starts[block], position)
    const split = before.endsWith("\r") && this.text[position] === "\n" ? 1 : 0
    return this.lines[block] + (before.match(/\r\n|\n|\r/g)?.length ?? 0) - split
  }

  /**
   * The stretches in another face that lie over [from, to), each with its row as `id`.
   * @param {number} from
   * @param {number} to
   */
  facesOver(from, to) {
    const { start, end } = this.faces
    const over = []
    let id = Math.max(0, countUpTo(start, from) - 1)
    for (; id < start.length && start[id] < to; id++) if (end[id] > from) over.push({ start: start[id], end: end[id], id })
    return over
  }

  /**
   * Where room is left in [from, to), for the tables whose columns fit into lines of so many letters.
   * @param {number} from
   * @param {number} to
   * @param {number} letters
   */
  gapsOver(from, to, letters) {
    const { at, width, needs } = this.gaps
    const over = new Map()
    for (let i = countUpTo(at, from - 1); i < at.length && at[i] < to; i++) if (needs[i] <= letters) over.set(at[i], width[i])
    return over
  }

  /**
   * How many characters stand in [start, end): a pair of surrogates is one.
   * @param {number} start
   * @param {number} end
   */
  characters(start, end) {
    return end - start - (this.text.slice(start, end).match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0)
  }

  /**
   * The titles that `position` stands under, outermost first.
   * @param {number} position
   */
  path(position) {
    const titles = []
    for (const place of this.outline) {
      if (place.start > position) break
      if (place.end > position) titles.push(place.title)
    }
    return titles
  }
}

/**
 * The text in what Python's `document_data` made.
 * @param {any} data
 */
export function readText(data) {
  const { id, name, fixed, text } = data
  const pages = Array.from(column(data.pages.start), (at, row) => ({ at, title: data.pages.title[row] }))
  const soft = { start: column(data.soft.start), end: column(data.soft.end) }
  const faces = { start: column(data.faces.start), end: column(data.faces.end), name: data.faces.name }
  const gaps = { at: column(data.gaps.at), width: column(data.gaps.width), needs: column(data.gaps.needs) }
  return new Text({ id, name, fixed, text, outline: rows(data.outline), pages, soft, faces, gaps })
}
