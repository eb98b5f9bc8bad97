// Secrets that somebody put where they do not belong: taken out of a text before it is shown or kept.
// What counts as a secret is said here and nowhere else.

/** What a secret looks like, what a text has that may hold one, and what is left of it. */
const SECRETS: [hints: string[], pattern: RegExp, left: string][] = [
  // Its public half is the key's id. A key that was cut short or misspelt is still a secret.
  [['svc_', 'sk_'], /\b((?:svc|sk)_(?:test|live)_[0-9A-Za-z]{16}_)[0-9A-Za-z]+/g, '$1[redacted]'],
  // The cookie of somebody who is signed in.
  [['sess_'], /\bsess_[0-9A-Za-z]{20,}/g, 'sess_[redacted]'],
  [['whsec_'], /\bwhsec_[0-9A-Za-z+/=%]+/g, 'whsec_[redacted]'],
  // The password in an address; a text that was cut short may end in one.
  [['://'], /(:\/\/[^\s/:@"'\\]*:)[^\s/@"'\\]+(?:@|$)/g, '$1[redacted]@'],
  // Links that let whoever has them in: to an account, and to an invoice.
  [['/welcome#'], /(\/welcome#)[\w-]+/g, '$1[redacted]'],
  [['/i/'], /(\/i\/)[\w-]{20,}/g, '$1[redacted]'],
]

/** What a member is called whose value is a secret, whatever it looks like. */
const NAME =
  '[^"\\\\&=?]{0,40}(?:passw|passphrase|secret|token|authorization|credential|api_?key|private_?key|card_?number|cvc|cvv)[^"\\\\&=]{0,40}'
const NAMED =
  /passw|passphrase|secret|token|authorization|credential|api_?key|private_?key|card_?number|cvc|cvv/i
const MEMBER = new RegExp(`"${NAME}"\\s*:\\s*`, 'gi')
/** A text, a number, or a bracket on its way through what it holds. Texts may be cut short. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|-?\d[\d.eE+-]*/y
const TEXT_OR_BRACKET = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[[\]{}]/g
const PARAMETER = new RegExp(`((?:^|&)${NAME}=)[^&]+`, 'gi')

/** The text without API keys, signing secrets, passwords in addresses, and links that let somebody in. */
export function redactSecrets(text: string): string {
  let redacted = text
  for (const [hints, pattern, left] of SECRETS) {
    if (hints.some((hint) => redacted.includes(hint))) redacted = redacted.replace(pattern, left)
  }
  return redacted
}

/** A body as it may be kept: JSON, whole or cut short, or whatever was sent instead. */
export function redactBody(text: string): string {
  // Escapes spell nothing that a secret needs, but could hide one.
  const plain = /\\[u/]/.test(text) ? unescaped(text) : text
  const redacted = redactSecrets(NAMED.test(plain) ? withoutNamed(plain) : plain)
  return redacted === plain ? text : redacted
}

/** JSON without the values of members that are named like a secret, whole lists and objects too. */
function withoutNamed(text: string): string {
  let kept = ''
  let from = 0
  for (MEMBER.lastIndex = 0; MEMBER.test(text); ) {
    const begin = MEMBER.lastIndex
    const end = endOfValue(text, begin)
    if (end === begin) continue
    kept += `${text.slice(from, begin)}"[redacted]"`
    from = end
    MEMBER.lastIndex = end
  }
  return kept + text.slice(from)
}

/** Where a value ends that begins here, which is at the end of a text that was cut short. */
function endOfValue(text: string, begin: number): number {
  if (text[begin] !== '[' && text[begin] !== '{') {
    TEXT_OR_NUMBER.lastIndex = begin
    // What is neither, such as null, tells nothing.
    return TEXT_OR_NUMBER.test(text) ? TEXT_OR_NUMBER.lastIndex : begin
  }
  let depth = 0
  TEXT_OR_BRACKET.lastIndex = begin
  for (let part = TEXT_OR_BRACKET.exec(text); part; part = TEXT_OR_BRACKET.exec(text)) {
    if (part[0] === '[' || part[0] === '{') depth++
    else if (part[0] === ']' || part[0] === '}') depth--
    if (depth === 0) return TEXT_OR_BRACKET.lastIndex
  }
  return text.length
}

/** A query as it may be kept, without its question mark. */
export function redactQuery(query: string): string {
  const plain = query.includes('%') ? decoded(query) : query
  const redacted = redactSecrets(
    NAMED.test(plain) ? plain.replace(PARAMETER, '$1[redacted]') : plain,
  )
  return redacted === plain ? query : redacted
}

const unescaped = (text: string): string =>
  text
    .replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replaceAll('\\/', '/')

function decoded(query: string): string {
  try {
    return decodeURIComponent(query)
  } catch {
    return query
  }
}
