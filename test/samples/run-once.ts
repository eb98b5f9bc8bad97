// Runs one program of the guide to its end.

import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Lifetime } from '../database.ts'

/** The command and file extension of each language. */
export const COMMANDS: Record<string, { command: string[]; extension: string }> = {
  // `/dev/stderr` can be opened if it is a pipe, as in a terminal; Node makes it a socket.
  sh: { command: ['bash', '-c', 'exec bash -euo pipefail "$0" 2> >(cat >&2)'], extension: 'sh' },
  js: { command: [process.execPath], extension: 'mjs' },
  python: { command: ['python3'], extension: 'py' },
}

/** Returns the output of the program; fails if it fails. */
export async function ranIn(
  language: string,
  text: string,
  env: Record<string, string>,
  lifetime: Lifetime,
): Promise<string> {
  const { command, extension } = COMMANDS[language] ?? { command: [], extension: '' }
  const [program = '', ...args] = command
  const folder = mkdtempSync(join(tmpdir(), 'reckoner-program-'))
  lifetime.after(async () => rmSync(folder, { recursive: true }))
  const file = join(folder, `program.${extension}`)
  writeFileSync(file, text)
  const child = spawn(program, [...args, file], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const [code] = await once(child, 'close')
  assert.equal(code, 0, errors)
  return output
}
