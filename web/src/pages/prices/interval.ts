// How often a recurring price is billed, in words.
import { INTERVALS } from '../../../../src/domain/recurrence.ts'
import { defineMessages, useMessages } from '../../text/locale.tsx'

type Unit = (typeof INTERVALS)[number]

const messages = defineMessages({
  en: {
    once: 'Once',
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
    one: { day: 'chaque jour', week: 'chaque semaine', month: 'chaque mois', year: 'chaque année' },
    many: {
      day: (count) => `tous les ${count} jours`,
      week: (count) => `toutes les ${count} semaines`,
      month: (count) => `tous les ${count} mois`,
      year: (count) => `tous les ${count} ans`,
    },
  },
})

/** "every 3 months"; undefined for a one-time price, or an item with the interval of its subscription. */
export function useIntervalText() {
  const m = useMessages(messages)
  return (price: { interval?: Unit | null; interval_count?: number | null }) => {
    const { interval = null, interval_count: count } = price
    if (interval === null) return undefined
    return count === 1 ? m.one[interval] : m.many[interval](String(count))
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
