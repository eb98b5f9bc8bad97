// The surroundings of a command: the configuration, and where to write.

import type { Config } from '../platform/config.ts'

/** Where a command writes. */
export interface Terminal {
  /** True if standard output is a terminal. */
  isTerminal: boolean
  /** Writes a line of results to standard output. */
  out(line: string): void
  /** Writes a line to standard error: notices, and the reason of a failure. */
  note(line: string): void
  /** Replaces the line it wrote before, on standard error; only set if that is a terminal. */
  redraw?(line: string): void
}

export interface Context extends Terminal {
  env: NodeJS.ProcessEnv
  /** The configuration. Throws ConfigError if a setting is invalid. */
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
