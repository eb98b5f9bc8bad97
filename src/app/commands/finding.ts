// What `doctor` found: one line each, green or red.

/** One line of the result. A red one has a remedy. */
export interface Finding {
  name: string
  ok: boolean
  text: string
  remedy?: string
}

export const green = (name: string, text: string): Finding => ({ name, ok: true, text })
export const red = (name: string, text: string, remedy: string): Finding => ({
  name,
  ok: false,
  text,
  remedy,
})
