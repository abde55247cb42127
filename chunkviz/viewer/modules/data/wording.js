// How numbers and long texts are written.

export const digits = new Intl.NumberFormat("en")

/**
 * "1 chunk", "5,000 chunks".
 * @param {number} count
 * @param {string} noun  in the plural
 */
export function counted(count, noun) {
  return `${digits.format(count)} ${count === 1 ? noun.replace(/s$/, "") : noun}`
}

/**
 * @param {string} text
 * @param {number} most  units
 */
export const clipped = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text)

/** @param {number} value */
export const score = (value) => value.toFixed(2)

/**
 * "line 3", "lines 3–5".
 * @param {number} first
 * @param {number} last
 */
export const lineRange = (first, last) => (first === last ? `line ${first}` : `lines ${first}–${last}`)

/**
 * "chunk 4", "chunks 1, 2 and 3", "chunks 1, 2, 3, 4 and 7 more".
 * @param {number[]} list  indexes, from 0
 */
export function chunkNames(list) {
  const names = list.slice(0, 4).map((i) => i + 1)
  if (list.length > 4) return `chunks ${names.join(", ")} and ${list.length - 4} more`
  return `${list.length > 1 ? "chunks" : "chunk"} ${names.join(", ").replace(/, (?=\d+$)/, " and ")}`
}
