// The cost of a quantity at a price with its derivation, by the same computation as on the server.
import { Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { exactText, isWhole, rounded } from '../../../../src/domain/decimal.ts'
import { BillingError } from '../../../../src/domain/errors.ts'
import { amountOf } from '../../../../src/domain/money.ts'
import { priceOf, sumOfEvents } from '../../../../src/domain/pricing.ts'
import { pricingSentence } from '../../../../src/domain/pricing-sentences.ts'
import { termsOf } from '../../../../src/domain/pricing-terms.ts'
import { useFormat } from '../../text/format.ts'
import { useMessages } from '../../text/locale.tsx'
import { amountsInTwo, amountsOf, decimalInTwo, decimalOf } from './decimals.ts'
import { messages } from './messages.ts'
import type { Price } from './types.ts'

export function Calculator({ price }: { price: Price }) {
  const m = useMessages(messages)
  const { locale } = useFormat()
  const isPercentage = price.model === 'percentage'
  const [text, setText] = useState(isPercentage ? '100' : '10')
  const billed = billedOf(price, text, locale)
  const two = isPercentage
    ? amountsInTwo(text, { locale, currency: price.currency })
    : decimalInTwo(text, locale)
  const wrong = isPercentage ? m.notAmounts : m.notQuantity
  return (
    <Stack gap="sm">
      {price.model !== 'flat' && (
        <TextInput
          label={isPercentage ? m.amounts : m.quantity}
          {...(isPercentage && { description: m.amountsAbout })}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          error={billed || text.trim() === '' ? undefined : (two ?? wrong(text.trim()))}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
      {billed && <Cost price={price} billed={billed} />}
    </Stack>
  )
}

interface Billed {
  quantity: string
  events?: string[]
}

/** The billed quantity from the text; undefined if it is invalid. */
function billedOf(price: Price, text: string, locale: string): Billed | undefined {
  if (price.model === 'flat') return { quantity: '1' }
  if (price.model === 'percentage') {
    const events = amountsOf(text, { locale, currency: price.currency })
    return events && { quantity: sumOfEvents(events), events }
  }
  const quantity = decimalOf(text, locale)
  return quantity === undefined ? undefined : { quantity }
}

function Cost({ price, billed }: { price: Price; billed: Billed }) {
  const m = useMessages(messages)
  const format = useFormat()
  const cost = costOf(price, billed, format.locale.startsWith('fr') ? 'fr' : 'en')
  return (
    <div role="status">
      <Text size="xs" c="dimmed">
        {m.costs}
      </Text>
      <Text fz="1.25rem" fw={600} className="numeric" ta="start" data-testid="cost">
        {cost ? format.money(cost.amount, price.currency) : m.tooMuch}
      </Text>
      {cost && <Text size="sm">{cost.sentence}</Text>}
    </div>
  )
}

/** An amount with its sentence; undefined beyond the largest allowed amount. */
function costOf(price: Price, billed: Billed, tag: 'en' | 'fr') {
  const terms = termsOf(price.model, price)
  const { exact, parts = [] } = priceOf(terms, billed)
  try {
    const amount = amountOf(rounded(exact))
    const unrounded = isWhole(exact) ? undefined : exactText(exact)
    const priced = { terms, quantity: billed.quantity, parts, exact: unrounded, amount }
    return { amount, sentence: pricingSentence(tag, priced, price.currency) }
  } catch (error) {
    if (error instanceof BillingError) return undefined
    throw error
  }
}
