// The colours of chunks, as references to the custom properties that Python declares (chunkviz/viewer/palette.py).

/** @typedef {import("../data/chunks.js").Chunks} Chunks */

/**
 * @param {Chunks} chunks
 * @param {number} i
 */
export const colourOf = (chunks, i) => `var(--c${chunks.colour[i]})`

/**
 * Stripes in the colours of all the chunks that share a piece; of more than four, the first two and the last two.
 * @param {number[]} sharing
 * @param {Chunks} chunks
 */
export function stripes(sharing, chunks) {
  const shown = sharing.length > 4 ? [...sharing.slice(0, 2), ...sharing.slice(-2)] : sharing
  const bands = shown.map((i, k) => {
    const tint = `color-mix(in srgb, ${colourOf(chunks, i)} var(--stripe-tint), transparent)`
    return `${tint} calc(${k} * var(--stripe-width)) calc(${k + 1} * var(--stripe-width))`
  })
  return `repeating-linear-gradient(135deg, ${bands.join(", ")})`
}
