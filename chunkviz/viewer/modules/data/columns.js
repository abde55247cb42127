// Tables as Python sends them: a column of whole numbers is little-endian 32-bit integers in base64.

/** @typedef {{start: number, end: number}} Span  UTF-16 units of the text, half-open */
/** @typedef {{start: string, end: string, [more: string]: any}} SpanColumns */

/**
 * @param {string} base64
 * @returns {Int32Array}
 */
export function column(base64) {
  const bytes = Uint8Array.fromBase64?.(base64) ?? Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  return new Int32Array(bytes.buffer)
}

/**
 * A table of spans as a list of rows, each with the values of the further columns.
 * @template {Span} [Row=Span]
 * @param {SpanColumns} columns
 * @returns {Row[]}
 */
export function rows({ start, end, ...more }) {
  const ends = column(end)
  return Array.from(column(start), (at, row) => {
    /** @type {Record<string, any>} */
    const item = { start: at, end: ends[row] }
    for (const name in more) item[name] = more[name][row]
    return /** @type {Row} */ (item)
  })
}
