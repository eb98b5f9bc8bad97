// Random texts that nobody can guess and everybody can type.

import { randomInt } from 'node:crypto'

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Digits and letters, each worth 5.95 random bits: 27 of them hold 160. */
export function randomText(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(62)]).join('')
}
