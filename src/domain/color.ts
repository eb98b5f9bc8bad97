// Colors that an account chose, and text colors that are readable with them.

/** The color of an account that chose none: a dark slate. */
export const DEFAULT_COLOR = '#27405f'

/** Relative luminance (WCAG 2.2) of `#rrggbb`, from 0 to 1. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of two colors (WCAG 2.2), from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** White or nearly black, whichever has more contrast with the background. */
export function inkOn(color: string): '#ffffff' | '#101216' {
  return contrast(color, '#ffffff') >= contrast(color, '#101216') ? '#ffffff' : '#101216'
}

/** Returns the color if it is readable on white as large text (3 : 1), otherwise the default. */
export function readableOnWhite(color: string): string {
  return contrast(color, '#ffffff') >= 3 ? color : DEFAULT_COLOR
}
