// Splits Markdown into tokens as GitHub does, with a library. HTML stays plain text.

import { Marked, type MarkedToken } from 'marked'

/** Disabled: HTML in a document, and syntax that our sentences could contain by accident. */
const none = () => undefined
const marked = new Marked({ tokenizer: { html: none, tag: none, url: none, del: none } })

/** The blocks of a document; comments are dropped. */
export const blockTokens = (text: string): MarkedToken[] =>
  marked.lexer(text.replace(/<!--[\s\S]*?-->/g, '')) as MarkedToken[]

export const inlineTokens = (line: string): MarkedToken[] =>
  marked.Lexer.lexInline(line, marked.defaults) as MarkedToken[]

/** The tokens inside a token, such as the words of a link. */
export const innerTokens = (token: MarkedToken): MarkedToken[] =>
  (('tokens' in token && token.tokens) || []) as MarkedToken[]
