// Secrets that somebody put where they do not belong: taken out of a text before it is shown or kept.

/** What a secret looks like, and what is left of it: enough to find out which one it was. */
const SECRETS: [pattern: RegExp, left: string][] = [
  // Its public half is the key's id. A key that was cut short or misspelt is still a secret.
  [/\b((?:svc|sk)_(?:test|live)_[0-9A-Za-z]{16}_)[0-9A-Za-z]+/g, '$1[redacted]'],
  [/\bwhsec_[0-9A-Za-z+/=]+/g, 'whsec_[redacted]'],
]

/** The text without API keys and signing secrets. */
export function redactSecrets(text: string): string {
  let redacted = text
  for (const [pattern, left] of SECRETS) redacted = redacted.replace(pattern, left)
  return redacted
}
