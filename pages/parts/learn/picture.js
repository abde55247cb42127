// A picture made in Python, as SVG: Streamlit takes SVG out of HTML, and an image of its own would not know the theme's colours.

export default function mount({ data, parentElement }) {
  const picture = new DOMParser().parseFromString(data, "image/svg+xml").documentElement
  parentElement.querySelector(".strips").replaceChildren(document.importNode(picture, true))
}
