// The chunks of a document, which of them lie over a place, and what there is to say about one.

import { column, rows } from "./columns.js"
import { countUpTo } from "./sorted.js"
import { counted } from "./wording.js"

/** @typedef {import("./columns.js").Span} Span */
/**
 * Row for row what is known of each chunk; sentences are numbers of rows in `texts`.
 * @typedef {Record<"start" | "end" | "characters" | "tokens" | "colour" | "causes" | "overlap" | "oversize" | "added" | "parent" | "read", ArrayLike<number>>} ChunkColumns
 */
/** @typedef {Span & {chunk: number}} Context  a span from elsewhere that is embedded before a chunk */

export class Chunks {
  /**
   * @param {object} given
   * @param {ChunkColumns} given.columns
   * @param {string} [given.id]
   * @param {string} [given.tokenizer]  what sizes are counted in
   * @param {string[]} [given.texts]
   * @param {Span[]} [given.parents]
   * @param {Context[]} [given.contexts]  in order of their chunks
   */
  constructor({ columns, id = "", tokenizer = "tokens", texts = [""], parents = [], contexts = [] }) {
    this.id = id
    this.tokenizer = tokenizer
    this.texts = texts
    this.count = columns.start.length
    this.start = columns.start
    this.end = columns.end
    this.characters = columns.characters
    this.tokens = columns.tokens
    this.colour = columns.colour
    this.causes = columns.causes
    this.overlaps = columns.overlap
    this.oversize = columns.oversize
    this.added = columns.added
    this.parent = columns.parent
    this.read = columns.read
    this.parents = parents
    this.contexts = contexts
    this.contextRows = Int32Array.from(contexts, ({ chunk }) => chunk)
    this.reach = new Int32Array(this.count) // the furthest end up to each chunk
    for (let i = 0, far = 0; i < this.count; i++) {
      far = Math.max(far, this.end[i])
      this.reach[i] = far
    }
  }

  /**
   * The last chunk that begins at or before `position` and holds it; -1 where none does.
   * @param {number} position
   */
  at(position) {
    for (let i = countUpTo(this.start, position) - 1; i >= 0 && this.reach[i] > position; i--)
      if (this.end[i] > position) return i
    return -1
  }

  /**
   * The chunks that share a character with [start, end), in order.
   * @param {number} start
   * @param {number} end
   */
  over(start, end) {
    const found = []
    for (let i = countUpTo(this.start, end - 1) - 1; i >= 0 && this.reach[i] > start; i--) if (this.end[i] > start) found.push(i)
    return found.reverse()
  }

  /**
   * The chunk that stands where `former` stood in another chunking of the text.
   * @param {Span & {chunk: number}} former
   */
  like({ chunk, start, end }) {
    return chunk < this.count && this.start[chunk] === start && this.end[chunk] === end ? chunk : this.at(start)
  }

  /**
   * The chunk with just this span; undefined where there is none.
   * @param {Span} span
   */
  same({ start, end }) {
    return this.over(start, end).find((i) => this.start[i] === start && this.end[i] === end)
  }

  /** @param {number} i */
  parentOf(i) {
    return this.parents[this.parent[i]] ?? null
  }

  /** @param {number} i */
  context(i) {
    return this.contexts.slice(countUpTo(this.contextRows, i - 1), countUpTo(this.contextRows, i))
  }

  /** @param {number} i */
  size(i) {
    return this.tokens[i] < 0 ? counted(this.characters[i], "characters") : counted(this.tokens[i], this.tokenizer)
  }

  /**
   * Why chunk `i` ends where it does; of -1, why the text begins.
   * @param {number} i
   */
  cause(i) {
    return i < 0 ? "The text begins here." : this.texts[this.causes[i]]
  }

  /**
   * The overlap with the chunk before, in a sentence; "" where none was asked for and none is there.
   * @param {number} i
   */
  overlap(i) {
    return this.texts[this.overlaps[i]]
  }
}

/**
 * The chunks in what Python's `chunks_data` made.
 * @param {any} data
 */
export function readChunks(data) {
  /** @type {any} */
  const columns = {}
  for (const name in data.columns) columns[name] = column(data.columns[name])
  const chunk = column(data.context.chunk)
  const contexts = rows({ start: data.context.start, end: data.context.end }).map((span, row) => ({ ...span, chunk: chunk[row] }))
  const { id, tokenizer, texts } = data
  return new Chunks({
    columns,
    id,
    tokenizer,
    texts,
    parents: rows(data.parents),
    contexts,
  })
}

/**
 * Chunks of which little more than their places is known: one colour after another, no sizes, no sentences.
 * @param {Span[]} spans
 * @param {{columns?: Partial<ChunkColumns>, texts?: string[]}} more
 */
export function plainChunks(spans, { columns = {}, texts = [""] } = {}) {
  const none = spans.map(() => 0)
  const unknown = spans.map(() => -1)
  const ends = spans.map(({ end }) => end)
  const places = {
    start: spans.map(({ start }) => start),
    end: ends,
    characters: spans.map(({ start, end }) => end - start),
    colour: spans.map((_, i) => i),
    read: ends,
  }
  const sentences = { causes: none, overlap: none, oversize: none, added: none }
  const numbers = { tokens: unknown, parent: unknown }
  return new Chunks({ columns: { ...places, ...sentences, ...numbers, ...columns }, texts })
}
