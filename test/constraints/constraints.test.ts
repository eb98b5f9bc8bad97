// Every kind of constraint in both languages: the API message in English, and the page's in French.

import assert from 'node:assert/strict'
import test from 'node:test'
import { ROUTES } from '../../src/app/routes.ts'
import type { Advice, Constraint } from '../../src/constraint.ts'
import {
  ENGLISH_ADVICE,
  ENGLISH_ALLOWED,
  ENGLISH_RULES,
  explain,
  isKnown,
  messageOf,
  summaryOf,
} from '../../src/constraint-messages.ts'
import {
  FRENCH_ADVICE,
  FRENCH_ALLOWED,
  FRENCH_RULES,
} from '../../web/src/text/constraints-french.ts'
import { inFrench } from '../../web/src/text/errors-french.ts'
import { BILLING } from './billing.ts'
import { PRICES } from './prices.ts'
import { REQUESTS } from './requests.ts'
import { TAXES } from './taxes.ts'
import { VALUES } from './values.ts'

/** Replaces the space before ; and ? by a narrow no-break space, as French typography requires. */
const set = (text: string): string => text.replaceAll(/ (?=[;?])/g, '\u202f')

const CASES = [...VALUES, ...REQUESTS, ...BILLING, ...PRICES, ...TAXES]

const ADVICE: [Advice, english: RegExp, french: RegExp][] = [
  ['drop_line', /^Omit lines that bill nothing/, /^Supprimez une ligne qui ne facture rien/],
  ['give_discount', /^To give a discount, redeem/, /^Pour une remise, appliquez un coupon/],
  ['reverse_payment', /reverse it with POST/, /^Pour reprendre un paiement, contrepassez-le\.$/],
  ['smallest_unit', /CA\$19\.99 is 1999\.$/, /19,99 \$ s’écrit 1999\.$/],
]

for (const [constraint, param, english, french] of CASES) {
  test(english, () => {
    const fault = explain('parameter_invalid', param, constraint)
    assert.deepEqual(fault, { param, code: 'parameter_invalid', message: english, constraint })
    // Serialized and parsed, as over the network.
    const received = JSON.parse(JSON.stringify(constraint)) as Constraint
    assert.equal(inFrench({ code: 'parameter_invalid', constraint: received }), set(french))
    assert.ok(isKnown(received))
  })
}

test('every kind of constraint is tested, in both languages', () => {
  const kinds = [...Object.keys(ENGLISH_ALLOWED), ...Object.keys(ENGLISH_RULES)].toSorted()
  const french = [...Object.keys(FRENCH_ALLOWED), ...Object.keys(FRENCH_RULES)].toSorted()
  assert.deepEqual(french, kinds)
  const tried = new Set<string>(CASES.map(([{ kind }]) => kind))
  assert.deepEqual([...tried].toSorted(), kinds)
})

test('all advice is in both languages', () => {
  const names = ADVICE.map(([name]) => name)
  assert.deepEqual(Object.keys(ENGLISH_ADVICE).toSorted(), names)
  assert.deepEqual(Object.keys(FRENCH_ADVICE).toSorted(), names)
  for (const [name, english, french] of ADVICE) {
    assert.match(ENGLISH_ADVICE[name], english)
    assert.match(FRENCH_ADVICE[name], french)
    for (const [operation, method, path] of ENGLISH_ADVICE[name].matchAll(
      /(GET|POST|PATCH|DELETE) \/v1(\/[\w/:]+)/g,
    )) {
      const exists = ROUTES.some((route) => route.method === method && route.path === path)
      assert.ok(exists, `There is no ${operation}.`)
    }
  }
})

test('a page names a parameter as its user sees it', () => {
  const constraint = { kind: 'integer', min: 1, max: 9, sent: '0' } as const
  assert.equal(
    messageOf(constraint, 'Quantity'),
    'Quantity must be a whole number from 1 to 9; 0 is not.',
  )
})

test('a page that is older than the server shows the message of the error code', () => {
  const constraint = { kind: 'of_a_later_version' } as unknown as Constraint
  assert.ok(!isKnown(constraint))
  const kept = { code: 'amount_too_large', constraint }
  assert.equal(inFrench(kept), 'Ce montant est trop grand.')
  assert.equal(inFrench({ code: 'of_a_later_version' }), 'Le serveur a refusé cette demande.')
  assert.equal(inFrench({ code: 'parameter_invalid' }), 'Cette valeur n’est pas admise ici.')
})

test('the number of several faults is shown', () => {
  const faults = [{ message: 'a is required.' }, { message: 'b is required.' }]
  assert.equal(summaryOf([], 20), 'The request is not valid.')
  assert.equal(summaryOf(faults.slice(1), 20), 'b is required.')
  assert.equal(summaryOf(faults, 20), '2 parameters are not valid. a is required.')
  assert.equal(summaryOf(faults, 2), 'At least 2 parameters are not valid. a is required.')
})
