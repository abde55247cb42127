// From places in the text to what is drawn of them, and back.

/** @typedef {import("../drawing/letters.js").PlacedNode} PlacedNode */

/**
 * The text node under `root` that holds `position`; null where it is not drawn.
 * @param {Node} root
 * @param {number} position
 * @returns {PlacedNode | null}
 */
export function nodeAt(root, position) {
  for (const node of placedNodes(root)) if (node.from <= position && position < node.from + node.length) return node
  return null
}

/**
 * The rectangle of the character at `position` of a node that holds it.
 * @param {PlacedNode} node
 * @param {number} position
 */
export function boxIn(node, position) {
  const range = document.createRange()
  range.setStart(node, position - node.from)
  range.setEnd(node, Math.min(node.length, position - node.from + 1))
  const boxes = range.getClientRects()
  return boxes[boxes.length - 1] ?? range.getBoundingClientRect()
}

/**
 * The place in the text of a point of a range: of the first character after it.
 * @param {Node} root
 * @param {Node} node
 * @param {number} offset
 * @returns {number | null}
 */
export function positionOf(root, node, offset) {
  if (isPlaced(node)) return node.from + offset
  const point = document.createRange()
  point.setStart(node, offset)
  let end = null
  for (const text of placedNodes(root)) {
    if (point.comparePoint(text, 0) >= 0) return text.from
    end = text.from + text.length
  }
  return end
}

/**
 * @param {Node} root
 * @returns {Generator<PlacedNode>}
 */
function* placedNodes(root) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (isPlaced(node)) yield node
}

/**
 * @param {Node} node
 * @returns {node is PlacedNode}
 */
const isPlaced = (node) => "from" in node
