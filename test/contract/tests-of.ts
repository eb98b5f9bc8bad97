// Declares a test for each of several checks of one object, which the first test creates.

import { test } from 'node:test'

export function testsOf<T>(
  make: () => Promise<T>,
  checks: Record<string, (thing: T) => Promise<unknown> | unknown>,
): void {
  let made: Promise<T> | undefined
  for (const [title, check] of Object.entries(checks)) {
    test(title, async () => {
      made ??= make()
      await check(await made)
    })
  }
}
