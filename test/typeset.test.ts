// French typography on pages: no line starts with a punctuation mark, or ends with an opening quotation mark. The
// spaces are those of the Lexique des règles typographiques en usage à l'Imprimerie nationale.

import assert from 'node:assert/strict'
import test from 'node:test'
import { typeset, typesetAll } from '../web/src/text/french.ts'

const CASES: [text: string, expected: string][] = [
  ['Retirer Ada ?', 'Retirer Ada\u202f?'],
  ['enregistré ; rechargez', 'enregistré\u202f; rechargez'],
  ['À ada@example.com : « Merci ! »', 'À ada@example.com\u00a0: «\u00a0Merci\u202f!\u00a0»'],
  ['https://example.com:8080', 'https://example.com:8080'],
  ['Rien à changer.', 'Rien à changer.'],
]
for (const [text, expected] of CASES) test(text, () => assert.equal(typeset(text), expected))

test('texts of all kinds get the spaces of French typography', () => {
  const words = { plain: 'Quoi ?', of: { who: (name: string) => `${name} : ici` } }
  const set = typesetAll(words)
  assert.deepEqual([set.plain, set.of.who('Ada')], ['Quoi\u202f?', 'Ada\u00a0: ici'])
})
