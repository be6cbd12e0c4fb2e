// Elements in one expression each.

type Attributes = Record<string, string | number | boolean>;

/** h('p', {class: 'note'}, 'text', child): an element with attributes and children; `false` leaves an attribute out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (value !== false) element.setAttribute(name, value === true ? '' : String(value));
  element.append(...children);
  return element;
}

/** The page without its data, which has been read by then. */
export function showPage(title: string, ...children: Node[]): void {
  document.title = title;
  document.body.replaceChildren(...children);
}
