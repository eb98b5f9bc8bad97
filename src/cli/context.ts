// What a command gets from outside: the settings, and where to write.

import type { Config } from '../platform/config.ts'

/** Where a command writes. */
export interface Terminal {
  /** Whether a person watches standard output. */
  isTerminal: boolean
  /** A line on standard output: what was asked for. */
  out(line: string): void
  /** A line on standard error: notices, and why it failed. */
  note(line: string): void
  /** Writes over the line it wrote before, on standard error; only where a person watches that. */
  redraw?(line: string): void
}

export interface Context extends Terminal {
  env: NodeJS.ProcessEnv
  /** The settings; throws ConfigError when one of them is not valid. */
  config(): Config
}

/** Every command takes `--json`. */
export interface JsonOption {
  json?: true
}

export const JSON_OPTION = ['--json', 'print JSON on standard output and nothing else'] as const

/** An example for `--help`; the tests run each of them. */
export function example(line: string): string {
  return `\nExample:\n  $ reckoner ${line}`
}
