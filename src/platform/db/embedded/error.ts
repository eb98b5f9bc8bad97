// What goes wrong with the embedded database, told to the person who started it.

/** A complete sentence or two: what is the matter and what to do. It needs no stack trace. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError'
}
