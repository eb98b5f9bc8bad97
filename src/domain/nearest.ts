// Finds the word a client probably meant, for the "did you mean" of an error message.

/** Longer words are not typing errors, and comparing them is slow. */
const WORD_LENGTH_MAX = 64

/**
 * The candidate with the fewest edits (insert, delete, replace, swap two neighbors): at most two, and at most half of
 * the word. Ties go to the longest common prefix, then to the first.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > WORD_LENGTH_MAX) return undefined
  const furthest = Math.min(2, Math.floor(word.length / 2))
  let best: { candidate: string; distance: number; prefix: number } | undefined
  for (const candidate of candidates) {
    const distance = editDistance(word, candidate)
    if (distance > furthest) continue
    const prefix = sharedPrefix(word, candidate)
    const tied = distance === best?.distance
    if (best === undefined || distance < best.distance || (tied && prefix > best.prefix)) {
      best = { candidate, distance, prefix }
    }
  }
  return best?.candidate
}

function sharedPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}

/** Optimal string alignment: Levenshtein distance that counts a swap of neighbors as one edit. */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      let cost = Math.min(at(previous, j) + 1, at(row, j - 1) + 1, replaced)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        cost = Math.min(cost, at(beforePrevious, j - 2) + 1)
      }
      row.push(cost)
    }
    beforePrevious = previous
    previous = row
  }
  return at(previous, b.length)
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? 0
}
