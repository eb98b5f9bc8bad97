// Markdown within a line: as HTML, as plain text, and with its links changed.

import { type Content, html } from '../platform/html.ts'

const INLINE =
  /`([^`]+)`|\[((?:[^\]`]|`[^`]*`)+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|<(https?:[^>\s]+)>/

/** A sentence of ours with code, emphasis and links in it. */
export function renderLine(text: string): Content {
  const found = INLINE.exec(text)
  if (!found) return text
  const [whole, code, label, target, strong, emphasis, address] = found
  return [
    text.slice(0, found.index),
    code !== undefined
      ? html`<code>${code}</code>`
      : label !== undefined
        ? anchor(renderLine(label), target as string)
        : address !== undefined
          ? anchor(address, address)
          : strong !== undefined
            ? html`<strong>${renderLine(strong)}</strong>`
            : html`<em>${renderLine(emphasis as string)}</em>`,
    renderLine(text.slice(found.index + whole.length)),
  ]
}

function anchor(content: Content, target: string): Content {
  // Only addresses that open a page: a document cannot smuggle in a script.
  if (!/^(https?:\/\/|\/|#)/.test(target)) return content
  return html`<a href="${target}">${content}</a>`
}

/** Without its marks, for a search. */
export function plainLine(text: string): string {
  const found = INLINE.exec(text)
  if (!found) return text
  const [whole, code, label, , strong, emphasis, address] = found
  const inner = code ?? address ?? plainLine(label ?? strong ?? emphasis ?? '')
  return text.slice(0, found.index) + inner + plainLine(text.slice(found.index + whole.length))
}

const LINK = /`[^`]*`|\[((?:[^\]`]|`[^`]*`)+)\]\(([^)\s]+)\)/g

/** With each link led elsewhere; one that leads nowhere becomes its label. */
export function relinked(text: string, resolve: (target: string) => string | undefined): string {
  return text.replace(LINK, (whole, label?: string, target?: string) => {
    if (label === undefined || target === undefined) return whole
    const resolved = resolve(target)
    return resolved === undefined ? label : `[${label}](${resolved})`
  })
}
