// What lasts as long as a process of several test files.

import type { Lifetime } from './database.ts'

let works: (() => Promise<void>)[] | undefined

/** Called by a process that runs several files, before the first of them. */
export function expectEnd(): void {
  works = []
}

/** Registers `work` for the end of the process; of `lifetime` where the file runs alone. */
export function atEnd(lifetime: Lifetime, work: () => Promise<void>): void {
  if (works) works.push(work)
  else lifetime.after(work)
}

/** Called behind the last file. */
export async function end(): Promise<void> {
  for (const work of works?.toReversed() ?? []) await work()
}
