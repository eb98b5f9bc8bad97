// Errors of the embedded database, for the person who started it.

/** One or two complete sentences: the problem and what to do. It needs no stack trace. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}
