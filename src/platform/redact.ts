// Removes secrets from a text before it is shown or stored. This is the only definition of what counts as a secret.

/** Substrings that hint at a secret, the pattern that matches it, and its replacement. */
const SECRETS: [hints: string[], pattern: RegExp, left: string][] = [
  // The public half is the key's ID. A truncated or misspelled key is still a secret.
  [['svc_', 'sk_'], /\b((?:svc|sk)_(?:test|live)_[0-9A-Za-z]{16}_)[0-9A-Za-z]+/g, '$1[redacted]'],
  // The keys of a payment service.
  [['sk_', 'rk_'], /\b([sr]k_(?:test|live)_)[0-9A-Za-z]{8,}\b/g, '$1[redacted]'],
  // The session cookie of a signed-in user.
  [['sess_'], /\bsess_[0-9A-Za-z]{20,}/g, 'sess_[redacted]'],
  [['whsec_'], /\bwhsec_[0-9A-Za-z+/=%]+/g, 'whsec_[redacted]'],
  // The password in a URL; truncated text may end in one.
  [['://'], /(:\/\/[^\s/:@"'\\]*:)[^\s/@"'\\]+(?:@|$)/g, '$1[redacted]@'],
  // Links that grant access: to an account, and to an invoice.
  [['/welcome#'], /(\/welcome#)[\w-]+/g, '$1[redacted]'],
  [['/i/'], /(\/i\/)[\w-]{20,}/g, '$1[redacted]'],
]

/** Matches names of properties whose values are secrets, whatever they look like. */
const NAME =
  '[^"\\\\&=?]{0,40}(?:passw|passphrase|secret|token|authorization|credential|api_?key|private_?key|card_?number|cvc|cvv)[^"\\\\&=]{0,40}'
const NAMED =
  /passw|passphrase|secret|token|authorization|credential|api_?key|private_?key|card_?number|cvc|cvv/i
const MEMBER = new RegExp(`"${NAME}"\\s*:\\s*`, 'gi')
/** A string, a number, or a bracket of a nested value. Strings may be truncated. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|-?\d[\d.eE+-]*/y
const TEXT_OR_BRACKET = /"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[[\]{}]/g
const PARAMETER = new RegExp(`((?:^|&)${NAME}=)[^&]+`, 'gi')

/** Returns the text without API keys, signing secrets, passwords in URLs, and access links. */
export function redactSecrets(text: string): string {
  let redacted = text
  for (const [hints, pattern, left] of SECRETS) {
    if (hints.some((hint) => redacted.includes(hint))) redacted = redacted.replace(pattern, left)
  }
  return redacted
}

/** Redacts a request body for storage: JSON, complete or truncated, or any other text. */
export function redactBody(text: string): string {
  // No secret needs an escape, but an escape could hide one.
  const plain = /\\[u/]/.test(text) ? unescaped(text) : text
  const redacted = redactSecrets(NAMED.test(plain) ? withoutNamed(plain) : plain)
  return redacted === plain ? text : redacted
}

/** Removes the values of properties that are named like a secret, including lists and objects. */
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

/** Returns where the value at `begin` ends; truncated text ends at its last character. */
function endOfValue(text: string, begin: number): number {
  if (text[begin] !== '[' && text[begin] !== '{') {
    TEXT_OR_NUMBER.lastIndex = begin
    // Other values, such as null, reveal nothing.
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

/** Redacts a query string, given without its question mark, for storage. */
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
