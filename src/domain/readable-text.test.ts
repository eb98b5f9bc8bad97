// Display of hostile texts: which parts are shown, and which are replaced.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readableLine, readableText } from './readable-text.ts'

const LINES: [string, string, string][] = [
  ['Café Zoë & Fils', 'Café Zoë & Fils', 'accents are text'],
  ['Ελλάδα Київ 東京 😀', 'Ελλάδα Київ 東京 😀', 'every script and emoji is text'],
  ['<b>=1+1</b> #import $x$ *a* \\', '<b>=1+1</b> #import $x$ *a* \\', 'markup is text'],
  ['invoice_\u202egpj.exe', 'invoice_\ufffdgpj.exe', 'UAX 9: an override shows gpj.exe as exe.jpg'],
  ['a\u2066b\u2069c', 'a\ufffdb\ufffdc', 'isolates'],
  ['a\u0000b\u001bc\u007fd\u009be', 'a\ufffdb\ufffdc\ufffdd\ufffde', 'control characters'],
  ['a\r\nBcc: x\ty\u2028z', 'a Bcc: x y z', 'one line stays one line'],
  ['a\ud800b', 'a\ufffdb', 'a lone surrogate'],
  ['a\u0378b\u{10ffff}c', 'a\ufffdb\ufffdc', 'unassigned, and never to be assigned'],
  ['a\ue000b', 'a\ufffdb', 'private use: no one knows what it looks like'],
  ['pay\u200bpal\ufeff', 'pay\ufffdpal\ufffd', 'spaces of no width hide in names'],
  ['👩\u200d🚀 نامه\u200cای', '👩\u200d🚀 نامه\u200cای', 'joiners belong to emoji and Persian'],
  ['e\u0301', 'e\u0301', 'one mark on a letter'],
  [`Z${'\u0300'.repeat(50)}!`, `Z${'\u0300'.repeat(4)}\ufffd!`, 'a pile of marks'],
  ['  a  ', 'a', 'space around it is not shown'],
]

test('unreadable characters in a line are visibly replaced', () => {
  for (const [input, expected, why] of LINES) assert.equal(readableLine(input), expected, why)
})

test('a text keeps its line breaks of every kind', () => {
  assert.equal(
    readableText('\n\na\r\nb\rc\n\nd\u2028e\tf\u202eg \n'),
    'a\nb\nc\n\nd\ne    f\ufffdg',
  )
})
