// Finds the word a caller probably meant, for the "did you mean" of an error message.

/** Nobody misspells a longer one, and comparing costs time. */
const WORD_LENGTH_MAX = 64

/**
 * The candidate fewest edits away (insert, delete, replace, swap two neighbours): at most two, and at
 * most half of the word. Of equally near ones, the one that begins most alike, then the first.
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

/** Optimal string alignment: Levenshtein's distance with swaps of neighbours as one edit. */
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
