// The settings table of docs/guide/operations.md: written from the settings themselves, never by hand.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsTable } from '../src/platform/config.ts'

const page = join(import.meta.dirname, '../docs/guide/operations.md')
const BETWEEN_MARKERS = /(<!-- settings -->\n)[\s\S]*?(<!-- end of settings -->)/

function expected(): string {
  return readFileSync(page, 'utf8').replace(
    BETWEEN_MARKERS,
    (_, from: string, to: string) => `${from}\n${settingsTable().trim()}\n\n${to}`,
  )
}

/** Answers '' when the page shows the settings as they are, else what is wrong. */
export function settingsTableIsFresh(): string {
  const text = readFileSync(page, 'utf8')
  if (!BETWEEN_MARKERS.test(text)) return `${page} has lost its <!-- settings --> markers`
  return text === expected() ? '' : `${page} shows other settings than src/platform/config.ts`
}

export function freshenSettingsTable(): string {
  writeFileSync(page, expected())
  return ''
}
