// In Streamlit, what is large travels by itself, once, and is kept on a shelf by its id for the viewers that want it.

const shelf = (globalThis[Symbol.for("chunkviz.shelf")] ??= { things: new Map(), event: new EventTarget() })

export default function carry({ data, parentElement }) {
  const bytes = data instanceof Uint8Array ? data : new Uint8Array(data)
  const end = bytes.indexOf(10)
  const id = new TextDecoder().decode(bytes.subarray(0, end))
  if (parentElement.chunkvizCarries !== id) {
    putDown(parentElement)
    parentElement.chunkvizCarries = id
    const kept = shelf.things.get(id)
    if (kept) kept.holders.add(parentElement)
    else shelf.things.set(id, { value: JSON.parse(new TextDecoder().decode(bytes.subarray(end + 1))), holders: new Set([parentElement]) })
    shelf.event.dispatchEvent(new Event("put"))
  }
  return () => putDown(parentElement)
}

function putDown(holder) {
  const kept = shelf.things.get(holder.chunkvizCarries)
  kept?.holders.delete(holder)
  if (kept && !kept.holders.size) shelf.things.delete(holder.chunkvizCarries)
}
