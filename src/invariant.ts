// What must always hold, in any part of the product: every zone may import it.

/** A mistake of ours, never of the caller. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError'
}

/** Stops at once when something that must always hold does not. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantError(message)
}
