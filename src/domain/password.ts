// What a password has to be: long, and not what everybody would try first.

/** @public */
export const PASSWORD_LEAST = 12
/** @public */
export const PASSWORD_MOST = 256

/** One spelling of a password, however a keyboard composed it (NIST SP 800-63B, section 5.1.1.2). */
export function normalPassword(password: string): string {
  return password.normalize('NFKC')
}

/** An address is one person, however it is typed. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase()
}

/** Why a password will not do, to complete "The password …"; undefined when it will. */
export function passwordFault(password: string, email: string): string | undefined {
  const characters = [...normalPassword(password)]
  if (characters.length < PASSWORD_LEAST) return `needs ${PASSWORD_LEAST} characters or more`
  if (characters.length > PASSWORD_MOST) return `may have ${PASSWORD_MOST} characters at most`
  if (new Set(characters).size < 5) return 'repeats too few characters: use five different ones'
  const text = password.toLowerCase()
  const name = normalEmail(email).split('@')[0] as string
  if (text === normalEmail(email) || (name.length > 3 && text.replaceAll(name, '').length < 6)) {
    return 'is too much like the mail address'
  }
  return undefined
}
