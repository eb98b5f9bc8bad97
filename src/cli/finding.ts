// The result of a `doctor` check: one line, green, amber or red.

/** One line of the result. Amber and red ones have a remedy; a red one keeps the service from working. */
export interface Finding {
  name: string
  ok: boolean
  /** It works, but should be changed. */
  warning?: true
  text: string
  remedy?: string
}

export const green = (name: string, text: string): Finding => ({ name, ok: true, text })
export const amber = (name: string, text: string, remedy: string): Finding => ({
  name,
  ok: true,
  warning: true,
  text,
  remedy,
})
export const red = (name: string, text: string, remedy: string): Finding => ({
  name,
  ok: false,
  text,
  remedy,
})
