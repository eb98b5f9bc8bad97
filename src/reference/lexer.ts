// Splits Markdown into tokens as code hosts read it, by a library. HTML stays the text that it is.

import { Marked, type MarkedToken } from 'marked'

/** Left out: markup of a document's own, and what our sentences could have by accident. */
const none = () => undefined
const marked = new Marked({ tokenizer: { html: none, tag: none, url: none, del: none } })

/** The blocks of a document; comments are dropped. */
export const blockTokens = (text: string): MarkedToken[] =>
  marked.lexer(text.replace(/<!--[\s\S]*?-->/g, '')) as MarkedToken[]

export const inlineTokens = (line: string): MarkedToken[] =>
  marked.Lexer.lexInline(line, marked.defaults) as MarkedToken[]

/** The tokens that one consists of, such as the words of a link. */
export const innerTokens = (token: MarkedToken): MarkedToken[] =>
  (('tokens' in token && token.tokens) || []) as MarkedToken[]
