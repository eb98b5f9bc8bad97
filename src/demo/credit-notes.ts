// The credit notes of the demo: two on open invoices, one that became credit of a customer, two with refunds, of which
// one is pending, and one that is void. Also one invoice that is written off.

interface Line {
  id: string
  amount: number
  quantity: number
}

interface Made {
  id: string
  total: number
  amount_paid: number
  credit_applied: number
  line_items: Line[]
}

type Ask = <T>(method: string, path: string, body?: object) => Promise<T>

/** Corrects a few invoices, if there are enough of them. */
export async function correct(ask: Ask): Promise<void> {
  const find = async (status: string): Promise<Made[]> =>
    (await ask<{ data: Made[] }>('GET', `/v1/invoices?status=${status}&limit=50`)).data
  const issue = (body: object) => ask<{ id: string }>('POST', '/v1/credit_notes', body)
  const open = (await find('posted')).filter(({ credit_applied }) => credit_applied === 0)
  const [partly, entirely] = open
  if (partly) {
    const wrong = { invoice_id: partly.id, amount: Math.ceil(partly.total / 4) }
    const mistaken = await issue({ ...wrong, reason: 'pricing_error' })
    await ask('POST', `/v1/credit_notes/${mistaken.id}/void`)
    const note = 'The reminders did not go out for two days. We are sorry.'
    await issue({ ...wrong, amount: Math.ceil(partly.total / 10), reason: 'goodwill', note })
  }
  // Other open invoices keep their amounts.
  if (entirely && open.length > 2) {
    const note = 'This invoice was issued twice.'
    await issue({ invoice_id: entirely.id, amount: entirely.total, reason: 'duplicate', note })
  }
  const several = ({ quantity, amount }: Line) => quantity > 1 && amount > 0
  const paid = (await find('paid')).filter(
    ({ amount_paid, total, line_items }) => amount_paid === total && line_items.some(several),
  )
  for (const [place, { id, line_items }] of paid.slice(0, 3).entries()) {
    const line = line_items.find(several) as Line
    const sent = { invoice_id: id, lines: [{ line_id: line.id, quantity: '1' }] }
    const { total } = await ask<Made>('POST', '/v1/credit_notes/preview', sent)
    const refund = place === 0 ? {} : { refund: total, refund_paid: place === 1 }
    await issue({ ...sent, ...refund, reason: 'order_change' })
  }
  const late = await find('overdue')
  const [oldest] = late.slice(-1)
  // At least one must remain in the list of overdue invoices.
  if (oldest && late.length > 1) {
    const reason = 'Insolvency proceedings closed, nothing left to distribute'
    await ask('POST', `/v1/invoices/${oldest.id}/write_off`, { reason })
  }
}
