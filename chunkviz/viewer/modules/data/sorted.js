/**
 * How many of the sorted `list` are at most `value`.
 * @param {ArrayLike<number>} list
 * @param {number} value
 */
export function countUpTo(list, value) {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle] <= value) low = middle + 1
    else high = middle
  }
  return low
}
