// How often a recurring price is billed, in words.
import { BILLINGS, INTERVALS } from '../../../../src/domain/recurrence.ts'
import { defineMessages, useMessages } from '../../text/locale.tsx'

type Unit = (typeof INTERVALS)[number]

interface Recurring {
  interval?: Unit | null
  interval_count?: number | null
  billing?: (typeof BILLINGS)[number] | null
}

const messages = defineMessages({
  en: {
    once: 'Once',
    later: (every: string) => `${every}, in arrears`,
    billings: { advance: 'When a period begins', arrears: 'When a period ends (in arrears)' },
    one: { day: 'every day', week: 'every week', month: 'every month', year: 'every year' },
    many: {
      day: (count: string) => `every ${count} days`,
      week: (count: string) => `every ${count} weeks`,
      month: (count: string) => `every ${count} months`,
      year: (count: string) => `every ${count} years`,
    },
  },
  fr: {
    once: 'Une fois',
    later: (every) => `${every}, à terme échu`,
    billings: {
      advance: 'Au début de la période',
      arrears: 'À la fin de la période (à terme échu)',
    },
    one: { day: 'chaque jour', week: 'chaque semaine', month: 'chaque mois', year: 'chaque année' },
    many: {
      day: (count) => `tous les ${count} jours`,
      week: (count) => `toutes les ${count} semaines`,
      month: (count) => `tous les ${count} mois`,
      year: (count) => `tous les ${count} ans`,
    },
  },
})

/** "every 3 months" or "every month, in arrears"; undefined without an interval of its own. */
export function useIntervalText() {
  const m = useMessages(messages)
  return (price: Recurring) => {
    const { interval = null, interval_count: count, billing } = price
    if (interval === null) return undefined
    const every = count === 1 ? m.one[interval] : m.many[interval](String(count))
    return billing === 'arrears' ? m.later(every) : every
  }
}

/** The choices of a form: once, or every day, week, month or year. */
export function useIntervalChoices() {
  const m = useMessages(messages)
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
  return [
    { value: '', label: m.once },
    ...INTERVALS.map((value) => ({ value, label: capital(m.one[value]) })),
  ]
}

/** When a period is billed, as the choices of a form. */
export function useBillingChoices() {
  const m = useMessages(messages)
  return BILLINGS.map((value) => ({ value, label: m.billings[value] }))
}
