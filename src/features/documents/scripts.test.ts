// Documents in many scripts: shaping, direction, and line breaking by their own rules.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { fontsOf, needsCjk, needsPoppler, textOf, wordsOf } from '../../../test/poppler.ts'
import { invoiceDocument } from '../../domain/document.ts'
import type { InvoiceDocument } from '../../domain/document-shape.ts'
import { inOrderFor, printableScripts, readBundledFonts } from './fonts.ts'
import { paperOf } from './paper.ts'
import { createTypesetter } from './typeset.ts'

const typesetter = createTypesetter({ processes: 1 }, (_details, message) => assert.fail(message))
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

async function printed(notes: string, countries: string[] = [], customer?: string) {
  const document = documentWith(notes, customer)
  const wanted = { environment_id: 1, countries, document, logo: undefined, at: 0 }
  const { pdf, standard } = await typesetter.set(wanted)
  assert.equal(standard, 'PDF/A-3b')
  const fonts = (await fontsOf(pdf)).map(({ name }) => name.replace(/^[A-Z]{6}\+/, ''))
  return { pdf, fonts, text: await textOf(pdf) }
}

test(
  'scripts with bundled fonts are printed, each in a font made for it',
  needsPoppler,
  async () => {
    const texts: [string, string, string][] = [
      ['חשבונית', 'חשבונית', 'NotoSansHebrew-Regular'],
      ['الرياض', 'الرياض', 'IBMPlexSansArabic-Regular'],
      ['تهران، ۱۴۰۵ ژوئن', '۱۴۰۵', 'IBMPlexSansArabic-Regular'],
      ['ใบแจ้งหนี้รายเดือน', 'ใบแจ้งหนี้รายเดือน', 'Sarabun-Regular'],
      ['क्षत्रिय ज्ञान', 'क्षत्रिय ज्ञान', 'NotoSansDevanagari-Regular'],
    ]
    for (const [notes, found, font] of texts) {
      const { text, fonts } = await printed(notes)
      assert.ok(text.includes(found), `${notes} in ${text}`)
      assert.ok(fonts.includes(font), `${font} in ${fonts}`)
      assert.ok(!text.includes('\ufffd'), notes)
    }
  },
)

test(
  'text copied from paper is identical to the stored text, in every script',
  needsPoppler,
  async () => {
    const texts = [
      // The longest IBAN of the registry (SWIFT, ISO 13616): Malta, 31 characters.
      'MT84MALT011000012345MTLCAST001S',
      'accounts.receivable.department@subsidiary.example.com',
      'https://pay.example.com/invoices/0123456789abcdefghijklmnopqrstuvwxyz?token=abcdefghijklmnopqrstuvwxyz',
      'Rechtsschutzversicherungsgesellschaftenverzeichnis',
      'חשבוניתחשבוניתחשבוניתחשבונית',
      'ใบแจ้งหนี้รายเดือนใบแจ้งหนี้รายเดือน',
      'क्षत्रियज्ञानक्षत्रियज्ञानक्षत्रियज्ञान',
      'الحسابالحسابالحسابالحسابالحساب',
    ]
    for (const stored of texts) {
      const { text } = await printed(stored)
      // Lines can break within it, and poppler marks the direction of right-to-left lines.
      const copied = text.replace(/[\s\u202a-\u202c]/g, '')
      assert.ok(copied.includes(stored), `${stored} in ${JSON.stringify(copied)}`)
    }
  },
)

test('a word too long for its column continues on the next line', needsPoppler, async () => {
  const { pdf } = await printed('', [], 'x'.repeat(120))
  const lines = (await wordsOf(pdf)).filter(({ text }) => /^x+$/.test(text))
  assert.ok(lines.length >= 5, `${lines.length} lines`)
  assert.equal(new Set(lines.map(({ left }) => left)).size, 1)
})

test('a right-to-left line ends with its full stop on the left', needsPoppler, async () => {
  const { pdf } = await printed('שלמו בזמן סוף.')
  const words = (await wordsOf(pdf)).filter(({ text }) => /\p{Script=Hebrew}/u.test(text))
  // In visual order from left to right, letters included.
  assert.deepEqual(
    words.toSorted((a, b) => a.left - b.left).map(({ text }) => text),
    ['.ףוס', 'ןמזב', 'ומלש'],
  )
})

test('text next to a right-to-left line keeps its own direction', () => {
  const shown = (text: string) => paperOf(documentWith(text), 'CA', null, readBundledFonts()).notes
  assert.equal(shown('Total 3\nשלום 3')?.text, 'Total 3\n\u2068שלום 3\u2069')
})

test('Chinese, Japanese and Korean are printed in system fonts', needsCjk, async () => {
  const texts: [string, string[], string, string][] = [
    ['請求書のカナ', [], 'NotoSansCJKjp-Regular', 'kana are Japanese'],
    ['청구서', ['CN'], 'NotoSansCJKkr-Regular', 'hangul is Korean'],
    ['发票与账单', [], 'NotoSansCJKsc-Regular', 'else simplified Chinese'],
    ['發票與帳單', ['CA', 'TW'], 'NotoSansCJKtc-Regular', 'else as the country writes'],
    ['請求書', ['JP'], 'NotoSansCJKjp-Regular', 'Han alone, in Japan'],
  ]
  for (const [notes, countries, font, why] of texts) {
    const { text, fonts } = await printed(notes, countries)
    assert.ok(text.includes(notes), `${notes} in ${text}`)
    assert.ok(
      fonts.some((name) => name.startsWith(font)),
      `${why}: ${fonts}`,
    )
  }
})

test("fonts with the country's Han style come first", () => {
  const fonts = ['Sans CJK JP', 'Sans CJK KR', 'Sans CJK SC', 'Sans CJK TC'].map((family) => ({
    family,
  }))
  const first = (text: string, ...countries: string[]) =>
    inOrderFor(fonts, text, countries)[0]?.family
  assert.deepEqual(
    [first('字', 'CA', 'JP'), first('字', 'KR'), first('字', 'TW'), first('字', 'CA'), first('字')],
    ['Sans CJK JP', 'Sans CJK KR', 'Sans CJK TC', 'Sans CJK SC', 'Sans CJK SC'],
  )
})

test('lines without spaces break where their script allows, without inserted characters', () => {
  const all = [{ family: 'any', covers: () => true }]
  const shown = (text: string) => paperOf(documentWith(text), 'CA', null, all).notes?.text
  for (const text of [
    'お支払いは月末までにお願いいたしますご不明な点がございましたら',
    'กรุณาชำระเงินภายในกำหนดเวลาที่ระบุไว้ในใบแจ้งหนี้นี้',
  ]) {
    assert.equal(shown(text), text)
  }
  assert.equal(shown(`請求${'x'.repeat(25)}`), '請求xxxxxxxx\u200bxxxxxxxx\u200bxxxxxxxx\u200bx')
})

test('bundled scripts are known, and system scripts are found', async () => {
  const { covered, missing } = await printableScripts(undefined)
  assert.deepEqual(covered.slice(0, 4), ['Arabic', 'Hebrew', 'Thai', 'Devanagari'])
  assert.equal(covered.length + missing.length, 8)
})
