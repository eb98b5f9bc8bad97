// Parses the options of a benchmark; an unknown one ends it with a sentence before anything is started.

import { type ParseArgsConfig, parseArgs } from 'node:util'

export function parseOptions<T extends ParseArgsConfig>(
  config: T,
): ReturnType<typeof parseArgs<T>>['values'] {
  try {
    return parseArgs(config).values
  } catch (error) {
    return refuse((error as Error).message)
  }
}

export function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
