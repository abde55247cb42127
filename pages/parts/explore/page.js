// A PDF's page as a picture: a click on a chunk's lines selects it; where several lie over one place, one after the other.

const SHARE = 100 // boxes are placed in percent, so that they stay in place however wide the picture is

/** The chunks over a point of the page, in order. */
const over = (chunks, x, y) =>
  chunks.filter(({ boxes }) => boxes.some(([left, top, right, bottom]) => left <= x && x <= right && top <= y && y <= bottom))

/** The chunk that a click there selects: the one after the selected one of those that lie there, else the last. */
function wanted({ chunks, chosen, width, height }, picture, event) {
  const { left, top, width: wide, height: high } = picture.getBoundingClientRect()
  const there = over(chunks, ((event.clientX - left) / wide) * width, ((event.clientY - top) / high) * height)
  if (!there.length) return null
  const at = there.findIndex(({ index }) => index === chosen)
  return at < 0 ? there[there.length - 1] : there[(at + 1) % there.length]
}

/** An outline around each line of a chunk. */
function outlines(chunk, { width, height }) {
  return (chunk?.boxes ?? []).map(([left, top, right, bottom]) => {
    const line = document.createElement("i")
    line.style.left = `${(left / width) * SHARE}%`
    line.style.top = `${(top / height) * SHARE}%`
    line.style.width = `${((right - left) / width) * SHARE}%`
    line.style.height = `${((bottom - top) / height) * SHARE}%`
    return line
  })
}

export default function mount({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".printed")
  const picture = root.querySelector("img")
  const pointed = root.querySelector(".pointed")
  let shown = null
  if (picture.getAttribute("src") !== data.picture) picture.src = data.picture
  picture.alt = data.alt
  pointed.replaceChildren()
  picture.onmousemove = (event) => {
    const chunk = wanted(data, picture, event)
    if (chunk === shown) return
    shown = chunk
    pointed.replaceChildren(...outlines(chunk, data))
    picture.style.cursor = chunk ? "pointer" : ""
    picture.title = chunk ? `Chunk ${chunk.index + 1}: click to select it` : ""
  }
  picture.onmouseleave = () => {
    shown = null
    pointed.replaceChildren()
  }
  picture.onclick = (event) => {
    const chunk = wanted(data, picture, event)
    if (chunk) setTriggerValue("picked", chunk.index)
  }
}
