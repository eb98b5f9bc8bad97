// "Did you mean" suggests the nearest word, or nothing if no word is near.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from './nearest.ts'

const MEMBERS = ['customer_id', 'due_date', 'line_items', 'metadata', 'notes']

test('the nearest word is suggested', () => {
  const table: [string, string[], string | undefined, string][] = [
    ['due_dat', MEMBERS, 'due_date', 'a letter is missing'],
    ['metadatas', MEMBERS, 'metadata', 'a letter too many'],
    ['line_itmes', MEMBERS, 'line_items', 'two neighbours swapped are one edit'],
    ['nottes', MEMBERS, 'notes', 'a letter doubled'],
    ['customerId', MEMBERS, 'customer_id', 'two edits are still near'],
    ['description', MEMBERS, undefined, 'nothing is near'],
    ['', MEMBERS, undefined, 'nothing was written'],
    ['x', ['y'], undefined, 'one letter is no likeness'],
    ['usx', ['aud', 'eur', 'usd'], 'usd', 'one edit of three letters'],
    ['cda', ['cad', 'usd'], 'cad', 'a swap of three letters is one edit, two would be too far'],
    ['uxd', ['usd', 'uxy'], 'uxy', 'of equally near ones, the one that begins alike'],
    ['xab', ['yab', 'zab'], 'yab', 'then the first'],
    ['x'.repeat(65), ['x'.repeat(65)], undefined, 'too long to compare'],
  ]
  for (const [word, candidates, expected, why] of table) {
    assert.equal(nearest(word, candidates), expected, `${word}: ${why}`)
  }
})
