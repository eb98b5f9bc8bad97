// What payments and credit should do, written down a second time: plain sums, no code of the product.

import type { Random } from './random.ts'

/** 10^-8 of the major unit for one smallest unit (ISO 4217: cents, yen, fils). */
const UNIT = { cad: 1_000_000n, jpy: 100_000_000n, kwd: 100_000n } as const
export type Currency = keyof typeof UNIT
export const CURRENCIES = Object.keys(UNIT) as Currency[]
const METHODS = ['card', 'bank_transfer', 'cheque', 'cash', 'other'] as const

export interface ModelInvoice {
  id: string
  /** Posted and overdue are one: which of them, time decides. */
  status: 'draft' | 'open' | 'paid' | 'void'
  currency: Currency
  total: number
  applied: number
  paid: number
  finalized: boolean
}

interface ModelPayment {
  id: string
  invoice: ModelInvoice
  amount: number
  method: (typeof METHODS)[number]
  reversed: boolean
}

/** A request, how it must end, and what it does once it has ended well. */
export interface Step {
  path: string
  body?: object
  end: string
  /** Takes the object as answered and says what it must tell. */
  done(object: { id: string }): Record<string, unknown>
}

/** One customer and all that happens to it. */
export class Model {
  readonly invoices: ModelInvoice[] = []
  readonly credit: Record<Currency, bigint> = { cad: 0n, jpy: 0n, kwd: 0n }
  /** Debits less credits, by account and currency, in 10^-8 of the major unit. */
  readonly ledger = new Map<string, bigint>()
  readonly #payments: ModelPayment[] = []
  readonly #customer: number
  readonly #random: Random

  constructor(customer: number, random: Random) {
    this.#customer = customer
    this.#random = random
  }

  next(): Step {
    const { below, pick } = this.#random
    const kind = below(12)
    if (this.invoices.length === 0 || kind < 3) return this.#draft(pick(CURRENCIES), below(5_000))
    const invoice = pick(this.invoices)
    if (kind < 5) return this.#finalize(invoice)
    if (kind < 6) return this.#void(invoice)
    if (kind < 9) return this.#pay(invoice, 1 + below(3_000), pick(METHODS))
    if (kind < 10 && this.#payments.length > 0) return this.#reverse(pick(this.#payments))
    return this.#grant(pick(CURRENCIES), below(100), below(100_000_000), below(4) === 0)
  }

  #post(debit: string, credit: string, currency: Currency, amount: bigint): void {
    for (const [account, signed] of [
      [debit, amount],
      [credit, -amount],
    ] as const) {
      const key = `${account} ${currency}`
      this.ledger.set(key, (this.ledger.get(key) ?? 0n) + signed)
    }
  }

  #draft(currency: Currency, total: number): Step {
    const line = { description: 'Line', quantity: 1, unit_amount: total }
    const due_date = total % 7 === 0 ? '2020-01-31' : '2099-12-31'
    return {
      path: '/v1/invoices',
      body: { customer_id: this.#customer, currency, line_items: [line], due_date },
      end: 'ok',
      done: ({ id }) => {
        const amounts = { total, applied: 0, paid: 0 }
        this.invoices.push({ id, status: 'draft', currency, finalized: false, ...amounts })
        return { status: 'draft', total, amount_due: total, credit_applied: 0 }
      },
    }
  }

  #finalize(invoice: ModelInvoice): Step {
    const { total, currency } = invoice
    return {
      path: `/v1/invoices/${invoice.id}/finalize`,
      end: invoice.status === 'draft' ? 'ok' : 'invoice_not_draft',
      done: () => {
        const whole = Number(this.credit[currency] / UNIT[currency])
        invoice.applied = Math.min(whole, total)
        invoice.status = invoice.applied === total ? 'paid' : 'open'
        invoice.finalized = true
        const applied = BigInt(invoice.applied) * UNIT[currency]
        this.credit[currency] -= applied
        this.#post('receivable', 'revenue', currency, BigInt(total) * UNIT[currency])
        this.#post('customer_credit', 'receivable', currency, applied)
        return { credit_applied: invoice.applied, amount_due: total - invoice.applied, total }
      },
    }
  }

  #void(invoice: ModelInvoice): Step {
    const { total, currency } = invoice
    const kept = invoice.paid > 0 ? 'invoice_has_payments' : 'ok'
    return {
      path: `/v1/invoices/${invoice.id}/void`,
      end: invoice.status === 'void' ? 'invoice_not_voidable' : kept,
      done: () => {
        invoice.status = 'void'
        if (invoice.finalized) {
          const applied = BigInt(invoice.applied) * UNIT[currency]
          this.credit[currency] += applied
          this.#post('revenue', 'receivable', currency, BigInt(total) * UNIT[currency])
          this.#post('receivable', 'customer_credit', currency, applied)
        }
        return { status: 'void', amount_due: total - invoice.applied }
      },
    }
  }

  #pay(invoice: ModelInvoice, amount: number, method: ModelPayment['method']): Step {
    const { currency } = invoice
    const remains = invoice.total - invoice.applied - invoice.paid
    const fits = amount > remains ? 'payment_exceeds_amount_due' : 'ok'
    return {
      path: '/v1/payments',
      body: { invoice_id: invoice.id, amount, currency, method },
      end: invoice.status === 'open' ? fits : 'invoice_not_payable',
      done: ({ id }) => {
        invoice.paid += amount
        if (amount === remains) invoice.status = 'paid'
        this.#payments.push({ id, invoice, amount, method, reversed: false })
        this.#post(`cash_${method}`, 'receivable', currency, BigInt(amount) * UNIT[currency])
        return { status: 'settled', amount, currency }
      },
    }
  }

  #reverse(payment: ModelPayment): Step {
    const { id, invoice, amount, method } = payment
    return {
      path: `/v1/payments/${id}/reverse`,
      end: payment.reversed ? 'payment_already_reversed' : 'ok',
      done: () => {
        payment.reversed = true
        invoice.paid -= amount
        invoice.status = 'open'
        const exact = BigInt(amount) * UNIT[invoice.currency]
        this.#post('receivable', `cash_${method}`, invoice.currency, exact)
        return { status: 'reversed', amount }
      },
    }
  }

  #grant(currency: Currency, whole: number, parts: number, takes: boolean): Step {
    const text = `${takes ? '-' : ''}${whole}.${String(parts).padStart(8, '0')}`
    const amount = BigInt(`${whole}${String(parts).padStart(8, '0')}`)
    const short = takes && amount > this.credit[currency] ? 'credit_exceeds_balance' : 'ok'
    return {
      path: `/v1/customers/${this.#customer}/credit_transactions`,
      body: { amount: text, currency },
      end: amount === 0n ? 'parameter_invalid' : short,
      done: () => {
        this.credit[currency] += takes ? -amount : amount
        if (takes) this.#post('customer_credit', 'credit_granted', currency, amount)
        else this.#post('credit_granted', 'customer_credit', currency, amount)
        return { amount: text, currency, type: takes ? 'expired' : 'granted' }
      },
    }
  }
}
