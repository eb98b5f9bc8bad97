// Missing characters and logos that cannot be drawn do not stop a document.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, test } from 'node:test'
import { chunk, greyPng, IEND, ihdr, png } from '../../../test/images.ts'
import { fontsOf, imagesOf, needsPoppler } from '../../../test/poppler.ts'
import { invoiceDocument } from '../../domain/document.ts'
import type { InvoiceDocument } from '../../domain/document-shape.ts'
import { readCoverage } from '../../platform/render/font-coverage.ts'
import { paperOf } from './paper.ts'
import { createTypesetter } from './typeset.ts'

const warnings: string[] = []
const typesetter = createTypesetter({ processes: 1 }, (_details, message) => {
  warnings.push(message)
})
after(() => typesetter.close())

function documentWith(notes: string, customer = 'Blaise'): InvoiceDocument {
  return invoiceDocument(
    {
      status: 'posted',
      number: 'INV-000042',
      currency: 'cad',
      due_date: '2026-12-20',
      notes,
      reference: '',
      line_items: [],
      subtotal: 0,
      discount: 0,
      discounts: null,
      tax: 0,
      tax_included: 0,
      taxes: null,
      total: 0,
      credit_applied: 0,
      amount_due: 0,
      amount_paid: 0,
      amount_credited: 0,
      credit_applied_later: 0,
      finalized_at: 0,
    },
    { seller: { name: 'Aurora', time_zone: 'UTC' }, customer: { name: customer } },
    { mode: 'live' },
  )
}

const { resolve } = createRequire(import.meta.url)
const fonts = [
  '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
].map((name) => ({ family: name, covers: readCoverage(readFileSync(resolve(name))) }))

test('paper shows the characters of its fonts, and U+FFFD for other visible ones', () => {
  const texts: [string, string, string][] = [
    ['Café 12 €', 'Café 12 €', 'in Inter'],
    ['cafe\u0301', 'café', 'composed: fonts have the letter, seldom the mark'],
    ['ⵣ', 'ⵣ', 'in DejaVu'],
    ['漢字', '\ufffd\ufffd', 'Chinese: one for each character'],
    ['👩\u200d👩\u200d👧!', '\ufffd!', 'a family is one character to the reader'],
    ['🇨🇦', '\ufffd', 'so is a flag'],
    ['☺\ufe0f', '☺\ufe0f', 'a variation selector that a font knows'],
  ]
  for (const [input, expected, why] of texts) {
    const shown = paperOf(documentWith(input), 'CA', null, fonts).notes?.text ?? ''
    assert.equal(shown, expected, why)
  }
})

test('system fonts with the same names change nothing', async () => {
  // Debian's DejaVu Sans Bold lacks U+1D5A0 and ours has no bold: with theirs it could not be archived.
  const document = documentWith('', '\u{1d5a0}')
  const wanted = { environment_id: 1, countries: ['CA'], document, logo: undefined, at: 0 }
  assert.equal((await typesetter.set(wanted)).standard, 'PDF/A-3b')
})

test('words too long for a column can break, others do not', () => {
  const shown = (text: string) => paperOf(documentWith(text), 'CA', null, fonts).notes?.text
  assert.equal(shown('x'.repeat(24)), 'x'.repeat(24))
  assert.equal(shown('x'.repeat(25)), 'xxxxxxxx\u200bxxxxxxxx\u200bxxxxxxxx\u200bx')
  const address = 'https://example.com/a-page/of-many/words-in-it'
  assert.equal(shown(address), address)
})

test('the paper size is that of the country', () => {
  const paper = (country: string) => paperOf(documentWith(''), country, null, fonts).paper
  assert.deepEqual(['CA', 'US', 'MX', 'FR', 'DE', ''].map(paper), [
    ...['us-letter', 'us-letter', 'us-letter'],
    ...['a4', 'a4', 'a4'],
  ])
})

/** An image with corrupt pixel data. */
const TORN = png(ihdr(), chunk('IDAT', Buffer.from('torn')), IEND)
/** 4 × 4 pixels in CMYK, by ImageMagick. */
const CMYK = Buffer.from(
  '/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwAoHB4jHhkoIyEjLSsoMDxkQTw3Nzx7WF1JZJGAmZaPgIyKoLTmw6Cq2q2KjMj/y9ru' +
    '9f///5vB////+v/m/f/4/9sAQwErLS08NTx2QUF2+KWMpfj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4' +
    '+Pj4+Pj4+Pj4+Pj4/8AAFAgABAAEBAEiAAIRAQMRAQQiAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAEBf/EABQQAQAAAAAAAAAA' +
    'AAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAEBf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAOBAEAAhEDEQQAAD8AqAIR' +
    '2yA//9k=',
  'base64',
)

async function withLogo(data: Buffer, content_type: 'image/png' | 'image/jpeg') {
  warnings.length = 0
  const made = await typesetter.set({
    environment_id: 1,
    countries: ['CA'],
    document: documentWith(''),
    logo: { content_type, data },
    at: 0,
  })
  return { ...made, images: await imagesOf(made.pdf) }
}

test(
  'a logo is printed on the document; one that cannot be drawn is left out',
  needsPoppler,
  async () => {
    const good = await withLogo(greyPng(), 'image/png')
    assert.deepEqual([good.standard, good.images, warnings], ['PDF/A-3b', 1, []])
    const torn = await withLogo(TORN, 'image/png')
    assert.deepEqual([torn.standard, torn.images], ['PDF/A-3b', 0])
    assert.deepEqual(warnings, ['a document was created without its logo'])
  },
)

test(
  'a document that PDF/A cannot hold becomes a plain PDF, and says so',
  needsPoppler,
  async () => {
    const made = await withLogo(CMYK, 'image/jpeg')
    assert.deepEqual([made.standard, made.images], ['none', 1])
    assert.deepEqual(warnings, ['a document is a plain PDF, not PDF/A-3b'])
    for (const { name, embedded } of await fontsOf(made.pdf)) assert.equal(embedded, 'yes', name)
  },
)
