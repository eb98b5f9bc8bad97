// Cleanup for resources that last as long as a process with several test files.

import type { Lifetime } from './database.ts'

let works: (() => Promise<void>)[] | undefined

/** Called before the first file by a process that runs several files. */
export function expectEnd(): void {
  works = []
}

/** Registers `work` for the end of the process, or of `lifetime` if the file is the only one in it. */
export function atEnd(lifetime: Lifetime, work: () => Promise<void>): void {
  if (works) works.push(work)
  else lifetime.after(work)
}

/** Called after the last file. */
export async function end(): Promise<void> {
  for (const work of works?.toReversed() ?? []) await work()
}
