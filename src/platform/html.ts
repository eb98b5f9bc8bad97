// HTML that is safe by construction: every value in a template is escaped.

/** Text that is already HTML, created only by `html`. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Content = Html | string | number | false | null | undefined | readonly Content[]

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function render(content: Content): string {
  if (content instanceof Html) return content.text
  if (Array.isArray(content)) return content.map(render).join('')
  if (content === false || content === null || content === undefined) return ''
  return String(content).replace(/[&<>"']/g, (character) => ESCAPES[character] as string)
}

/** `html\`<p>${anything}</p>\``: escapes values; Html values are inserted unchanged. */
export function html(texts: TemplateStringsArray, ...values: Content[]): Html {
  return new Html(texts.reduce((text, next, index) => text + render(values[index - 1]) + next))
}
