// Inline Markdown: as HTML, as plain text, and with its links changed.

import type { MarkedToken } from 'marked'
import { type Content, html } from '../platform/html.ts'
import { inlineTokens, innerTokens } from './lexer.ts'

/** A sentence of ours with code, emphasis and links in it. */
export const renderLine = (line: string): Content => inlineTokens(line).map(render)

function render(token: MarkedToken): Content {
  const inner = () => innerTokens(token).map(render)
  switch (token.type) {
    case 'codespan':
      return html`<code>${token.text}</code>`
    case 'strong':
      return html`<strong>${inner()}</strong>`
    case 'em':
      return html`<em>${inner()}</em>`
    case 'link':
      return anchor(inner(), token.href)
    case 'escape':
      return token.text
    default:
      return token.raw
  }
}

function anchor(content: Content, target: string): Content {
  // Only URLs that open a page: a document cannot inject a script.
  if (!/^(https?:\/\/|\/|#)/.test(target)) return content
  return html`<a href="${target}">${content}</a>`
}

/** The text without markup, for the search. */
export const plainLine = (line: string): string => inlineTokens(line).map(plain).join('')

function plain(token: MarkedToken): string {
  switch (token.type) {
    case 'codespan':
    case 'escape':
      return token.text
    case 'strong':
    case 'em':
    case 'link':
      return innerTokens(token).map(plain).join('')
    default:
      return token.raw
  }
}

/** Rewrites each link; one without a target becomes its label. */
export function relinked(line: string, resolve: (target: string) => string | undefined): string {
  const relink = (token: MarkedToken): string => {
    const inner = innerTokens(token)
    const changed = inner.map(relink).join('')
    // An autolink such as `<https://…>` keeps its target.
    if (token.type === 'link' && token.raw.startsWith('[')) {
      const target = resolve(token.href)
      return target === undefined ? changed : `[${changed}](${target})`
    }
    return token.raw.replace(inner.map(({ raw }) => raw).join(''), () => changed)
  }
  return inlineTokens(line).map(relink).join('')
}
