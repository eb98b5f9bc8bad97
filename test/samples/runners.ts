// Runs the programs of the reference, each in its language, as a reader would, without installing anything.

import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { Lifetime } from '../database.ts'

export interface Ran {
  status: number
  location: string | null | undefined
  /** The output of the program: an object if it prints a response. */
  printed: unknown
  /** Why it failed, if it did. */
  error: string | null | undefined
}

/** Runs a program with a key in its environment. */
export type Run = (text: string, key: string) => Promise<Ran>

const INHERITED = { PATH: process.env.PATH ?? '' }

/** A folder for the programs and their output. */
function folderOf(lifetime: Lifetime): string {
  const folder = mkdtempSync(join(tmpdir(), 'reckoner-samples-'))
  lifetime.after(async () => rmSync(folder, { recursive: true }))
  return folder
}

/** One process that runs program after program. */
function driven(lifetime: Lifetime, command: string[], extension: string): Run {
  const folder = folderOf(lifetime)
  const [program = '', ...args] = command
  const child = spawn(program, args, {
    cwd: folder,
    env: INHERITED,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  lifetime.after(() => ended(child))
  const lines: Interface = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const answers = lines[Symbol.asyncIterator]()
  let count = 0
  return async (text, key) => {
    const file = join(folder, `program-${count++}.${extension}`)
    writeFileSync(file, text)
    child.stdin?.write(`${JSON.stringify({ file, key })}\n`)
    const { value, done } = await answers.next()
    assert.ok(!done, `${program} has ended`)
    return JSON.parse(value)
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = once(child, 'exit')
  child.stdin?.end()
  await over
}

const here = import.meta.dirname

const node = (lifetime: Lifetime): Run =>
  driven(lifetime, [process.execPath, join(here, 'driver.mjs')], 'mjs')

const python = (lifetime: Lifetime): Run =>
  driven(lifetime, ['python3', join(here, 'driver.py')], 'py')

/** A shell per program, in which curl also writes the headers to a file. */
function curl(lifetime: Lifetime): Run {
  const folder = folderOf(lifetime)
  const heads = join(folder, 'heads')
  return async (text, key) => {
    const script = `curl() { command curl -D ${heads} "$@"; }\n${text}\n`
    const env = { ...INHERITED, KEY: key }
    const shell = spawn('sh', ['-eu'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] })
    let output = ''
    shell.stdout.on('data', (chunk) => {
      output += chunk
    })
    shell.stdin.end(script)
    const [code] = await once(shell, 'close')
    const head = readFileSync(heads, 'utf8')
    return {
      status: Number(/^HTTP\/\S+ (\d+)/.exec(head)?.[1]),
      location: /^location: (.*?)\r?$/im.exec(head)?.[1],
      printed: output === '' ? undefined : JSON.parse(output),
      error: code === 0 ? undefined : `sh exited with ${code}`,
    }
  }
}

/** By tab label. */
export const RUNNERS: Record<string, (lifetime: Lifetime) => Run> = {
  curl,
  Node: node,
  Python: python,
}
