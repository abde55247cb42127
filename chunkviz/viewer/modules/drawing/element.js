/**
 * An element with this class, text (as text, never as markup) and attributes.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} className
 * @param {string} [text]
 * @param {Record<string, string>} attributes
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, className = "", text, attributes = {}) {
  const element = document.createElement(tag)
  if (className) element.className = className
  if (text !== undefined) element.textContent = text
  for (const name in attributes) element.setAttribute(name, attributes[name])
  return element
}
