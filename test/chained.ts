// Columns that the chain adds to rows: they differ between books with the same content.

/** Positions in the chain and its head: they depend on how requests shared batches, and on random salts. */
export const CHAINED = [
  ...['link', 'salt', 'digest'],
  ...['chain_link', 'chain_hash', 'chain_key', 'chain_signature'],
]
