// Assertions of what must always hold; every part of the product may import it.

/** A bug in this program, never the caller's mistake. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

/** Throws when something that must always hold does not. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message)
}
