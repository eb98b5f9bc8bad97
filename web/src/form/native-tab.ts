// The Tab key in the date fields of dialogs.
import type { KeyboardEvent } from 'react'

/**
 * Leaves Tab to the browser, which moves through the parts of a date and on to the next field. The
 * dialog's own handling would run a moment later and take the focus back.
 */
export function stayNative(event: KeyboardEvent): void {
  if (event.key === 'Tab') event.stopPropagation()
}
