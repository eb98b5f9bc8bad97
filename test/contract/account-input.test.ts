// Contract 9: values that account settings accept and reject.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ACCOUNT, get, refused } from '../fixtures.ts'
import { sharedWorld } from '../shared.ts'

const w = await sharedWorld({ after })
const { api } = w
const patch = (body: object) => api.patch(ACCOUNT, { body })

const ELEVEN = Array.from({ length: 11 }, (_, n) => n)

/** Invalid values of each setting, and the reported param where it is not the setting itself. */
const REFUSED: [member: string, value: unknown, param?: string][] = [
  ...[null, '', 7, 'a\nb'].map((value): [string, unknown] => ['name', value]),
  ...[7, {}, ['x'], true].map((value): [string, unknown] => ['legal_name', value]),
  ...['U K', 'UK', 'CAN', 7].map((value): [string, unknown] => ['country', value]),
  ...['x', 'a@b', '@b.example', 'a b@c.example', 'a@b.example\nBcc: c@d.example'].flatMap(
    (value): [string, unknown][] => [
      ['email', value],
      ['reply_to', value],
    ],
  ),
  ...[
    ...['maple.example', 'javascript:alert(1)', 'ftp://maple.example', 'https://', 'https://a b'],
    ...['https://user:pass@maple.example', 'https://maple.example\n', '//maple.example', 7],
  ].map((value): [string, unknown] => ['website', value]),
  ...[null, '', 'xxx', 'usdd', 7].map((value): [string, unknown] => ['default_currency', value]),
  ...[null, '', 'Mars/Olympus', '+05:00', 'UTC\n', '../etc', 7].map((value): [string, unknown] => [
    'time_zone',
    value,
  ]),
  ...[null, '', 'english', 'EN', 'fr_CA', 'fr-ca'].map((value): [string, unknown] => [
    'language',
    value,
  ]),
  ...[null, -1, 366, 1.5, '30'].map((value): [string, unknown] => ['payment_terms_days', value]),
  ...['red', '#fff', '#1a6fb5;', '1a6fb5', '#1a6fbg', 7].map((value): [string, unknown] => [
    'color',
    value,
  ]),
  ...[null, 0, -1, 1.5, '1', 100_000_000_000].map((value): [string, unknown] => [
    'first_invoice_number',
    value,
  ]),
  ...[null, '', 'no', true].flatMap((value): [string, unknown][] => [
    ['incomplete_seller', value],
    ['proration_unit', value],
    ['overpayment', value],
    ['void_invoices', value],
    ['apply_credit', value],
  ]),
  ...['', '2026-02-30', '2999-01-01', 20_261_031].map((value): [string, unknown] => [
    'books_closed_until',
    value,
  ]),
  ['reminder_days', 3],
  ['reminder_days', ELEVEN],
  ['reminder_days', [-61], 'reminder_days[0]'],
  ['reminder_days', [0, 121], 'reminder_days[1]'],
  ['reminder_days', [0.5], 'reminder_days[0]'],
  ['reminder_days', ['3'], 'reminder_days[0]'],
  ['retry_plan', 'never'],
  ['retry_plan', {}, 'retry_plan.days'],
  ['retry_plan', { days: ['x'] }, 'retry_plan.days[0]'],
  ['retry_plan', { days: [3], at_hour: 24 }, 'retry_plan.at_hour'],
  ['retry_plan', { days: [3], end: 'forget' }, 'retry_plan.end'],
  ['tax_numbers', 'GST'],
  ['tax_numbers', ELEVEN.map((n) => ({ label: 'GST', value: `${n}` }))],
  ['tax_numbers', [{ label: 'GST' }], 'tax_numbers[0].value'],
  ['tax_numbers', [{ label: '', value: '1' }], 'tax_numbers[0].label'],
  ['tax_numbers', [{ label: 'GST', value: 'a\tb' }], 'tax_numbers[0].value'],
  ['tax_numbers', [{ label: 'GST', value: '1', kind: 'x' }], 'tax_numbers[0].kind'],
  ['payment_instructions', 'IBAN'],
  ['payment_instructions', { iban: 'X' }, 'payment_instructions.iban'],
  ['payment_instructions', { cheque: 7 }, 'payment_instructions.cheque'],
  ['payment_instructions', { cheque: 'a\u0007b' }, 'payment_instructions.cheque'],
  ['footer', 'a\u001bb'],
  ['footer', 7],
  ['logo', 'x'],
  ['environment', 'live'],
  ['id', 'acct_2'],
]

test('every setting is bounded, and the error names the setting', async () => {
  const before = (await api.get(ACCOUNT)).text
  for (const [member, value, param = member] of REFUSED) {
    const answer = await patch({ city: 'Nowhere', [member]: value })
    const shown = `${member}: ${JSON.stringify(value)}: ${answer.text}`
    assert.equal(answer.status, 400, shown)
    assert.equal(answer.body.error.param, param, shown)
    assert.ok(answer.body.error.message.length > 20, shown)
  }
  refused(await api.patch(ACCOUNT, { raw: '[]' }), 400, 'parameter_invalid')
  const { errors } = refused(
    await patch({ color: 'red', language: 'x', nmae: 'y' }),
    400,
    'parameter_unknown',
  )
  assert.equal(errors.length, 3, 'every fault in one answer')
  assert.equal((await api.get(ACCOUNT)).text, before)
})

const LINES = ['legal_name', 'address_line1', 'address_line2', 'city', 'state_province'].concat(
  'postal_code',
  'phone',
  'mail_from_name',
  'name',
)

test('settings used in email headers cannot contain line breaks', async () => {
  for (const name of LINES) {
    for (const end of [
      '\n',
      '\r',
      '\r\nBcc: all@example.com',
      '\t',
      '\u0085',
      '\u2028',
      '\u2029',
      '\u007f',
    ]) {
      const { message } = refused(
        await patch({ [name]: `x${end}y` }),
        400,
        'parameter_invalid',
        name,
      )
      assert.match(message, /single-line/)
    }
  }
})

const SIZES = {
  name: 256,
  legal_name: 256,
  address_line1: 256,
  address_line2: 256,
  city: 128,
  state_province: 128,
  postal_code: 32,
  phone: 32,
  footer: 2000,
  mail_from_name: 256,
}

test('text sizes are counted in code points', async () => {
  for (const [name, size] of Object.entries(SIZES)) {
    for (const character of ['a', '😀']) {
      const most = character.repeat(size)
      const answer = await patch({ [name]: most })
      assert.equal(answer.body[name], most, `${name}: ${answer.text}`)
      const { message } = refused(
        await patch({ [name]: `${most}a` }),
        400,
        'parameter_invalid',
        name,
      )
      assert.match(message, new RegExp(`of (1 to|at most) ${size} characters`))
    }
  }
  for (const way of ['bank_transfer', 'cheque', 'other']) {
    const most = '😀'.repeat(2000)
    const answer = await patch({ payment_instructions: { [way]: most } })
    assert.equal(answer.body.payment_instructions[way], most)
    const more = await patch({ payment_instructions: { [way]: `${most}a` } })
    refused(more, 400, 'parameter_invalid', `payment_instructions.${way}`)
  }
  const tax_numbers = ELEVEN.slice(1).map(() => ({ label: 'L'.repeat(64), value: '9'.repeat(64) }))
  assert.deepEqual((await patch({ tax_numbers })).body.tax_numbers, tax_numbers)
  const [first] = tax_numbers
  const more = await patch({ tax_numbers: [{ ...first, value: '9'.repeat(65) }] })
  refused(more, 400, 'parameter_invalid', 'tax_numbers[0].value')
})

test('markup, emoji and any script are stored as text', async () => {
  const hostile = [
    ...['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', '#let x = 1; $x$ @ref'],
    ...[
      '=HYPERLINK("http://x")',
      '@SUM(1)',
      '\u202Egnitset\u202C',
      '枫叶自行车',
      '👩🏽‍🔧🚲',
      "'; drop table x; --",
    ],
    ...['%s %d {{x}}', '\\u0041 \\n', 'e\u0301', '__proto__'],
  ]
  for (const text of hostile) {
    const body = { name: text, legal_name: text, mail_from_name: text, footer: `${text}\n${text}` }
    const tax_numbers = [{ label: text, value: text }]
    const answer = await patch({ ...body, tax_numbers, payment_instructions: { other: text } })
    assert.equal(answer.status, 200, answer.text)
    const { name, legal_name, mail_from_name, footer, ...rest } = await get(api, ACCOUNT)
    assert.deepEqual({ name, legal_name, mail_from_name, footer }, body)
    assert.deepEqual(rest.tax_numbers, tax_numbers)
    assert.equal(rest.payment_instructions.other, text)
  }
})
