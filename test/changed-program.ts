// A copy of the program with some of its source text changed, as another version would have it.

import assert from 'node:assert/strict'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** Folders that are copied; everything else is shared. */
const COPIED = ['src', 'templates']

/** A change: a file, a text in it, and its replacement. */
export type Change = readonly [file: string, from: string, to: string]

/** Returns the command that runs the changed program, which is deleted at the end of `lifetime`. */
export function changedProgram(
  lifetime: { after(work: () => void): void },
  changes: readonly Change[],
): readonly [string, ...string[]] {
  const folder = mkdtempSync(join(tmpdir(), 'reckoner-changed-'))
  lifetime.after(() => rmSync(folder, { recursive: true }))
  for (const name of readdirSync(ROOT)) {
    if (COPIED.includes(name)) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
    else symlinkSync(join(ROOT, name), join(folder, name))
  }
  for (const [file, from, to] of changes) {
    const text = readFileSync(join(folder, file), 'utf8')
    assert.ok(text.includes(from), `${file} has no ${from}`)
    writeFileSync(join(folder, file), text.replace(from, to))
  }
  return [process.execPath, join(folder, 'src/main.ts'), 'serve']
}
