// The words that are refused in comments, test titles and decisions, by table.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsIn } from './words.ts'

const cases: [file: string, text: string, found: string[]][] = [
  ['src/a.ts', '// Says what it was told.\n\n/** Runs anew. */', ['1 told', '3 anew']],
  [
    'src/a.ts',
    "/**\n * Of rows there\n * is none, and nobody's.\n */",
    ['2 there is none', '3 nobody'],
  ],
  ['src/a.ts', 'const rows = 0 // a day that there is not', ['1 that there is not']],
  ['src/a.ts', "const told = 'told' + `beside`\nfetch('https://nobody')", []],
  ['src/a.ts', '// besides, untold, renewed', []],
  ['web/src/a.tsx', '<b>{/* beside the field */}</b>', ['1 beside']],
  ['src/a.test.ts', "test(\n  'whoever asks is told',\n)", ['2 told', '2 whoever']],
  ['src/a.test.ts', "assert.ok(/x/.test('told')); await t.test('somebody', run)", ['1 somebody']],
  ['migrations/1.sql', "-- expand\nselect 'told' -- It tells.", ['2 tells']],
  ['docs/decisions/1.md', '# Title\n\nThere are\nnone.', ['3 There are none']],
]
for (const [file, text, found] of cases) {
  test(`${file}: ${JSON.stringify(text)}`, () => {
    assert.deepEqual(
      findingsIn(file, text).map(({ line, word }) => `${line} ${word}`),
      found,
    )
  })
}
