// What the chain adds to rows: it differs between books that hold the same.

/** Where a row is in the chain, and where the chain stands: how requests shared batches decides it, and chance. */
export const CHAINED = [
  ...['link', 'salt', 'digest'],
  ...['chain_link', 'chain_hash', 'chain_key', 'chain_signature'],
]
