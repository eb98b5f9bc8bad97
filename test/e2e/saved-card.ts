// A card that a customer saved: on the customer's page, and charged from the page of the next invoice.

import { get, makeFinalized } from '../fixtures.ts'
import type { World } from '../harness.ts'
import type { Visitor } from './browser.ts'

/** Charges a new invoice of a customer whose default is the usual test card, and waits until the page shows it paid. */
export async function assertSavedCardPays(
  { page, go }: Pick<Visitor, 'page' | 'go'>,
  { api }: World,
  customer_id: string,
): Promise<void> {
  await go(`customers/${customer_id.replace('cus_', '')}?tab=methods`)
  const method = page.getByRole('table', { name: 'Payment methods' }).locator('tbody tr')
  await method.getByText('Visa •••• 4242').waitFor()
  await method.getByText('Default').filter({ visible: true }).waitFor()
  const invoice = await makeFinalized(api, { customer_id })
  await go(`invoices/${invoice.id}`)
  await page.getByRole('main').getByRole('button', { name: 'Charge card', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `Charge CA$59.97 for ${invoice.number}` })
  await dialog.getByText('Visa •••• 4242 (default)').waitFor({ state: 'attached' })
  const foreseen = 'Online payment of CA$59.97 started by your team.'
  await dialog.getByTestId('foreseen').getByText(foreseen).waitFor()
  await dialog.getByRole('button', { name: 'Charge card', exact: true }).click()
  // The page reports the gateway's response, and shows the invoice as it is then.
  await page.getByRole('alert').getByText('Online payment of CA$59.97 received.').waitFor()
  await page.getByText('Paid in full: CA$59.97.').waitFor()
  const [payment] = (await get(api, `/v1/payments?invoice_id=${invoice.id}`)).data
  await go(`payments/${payment.id}`)
  await page.getByRole('link', { name: 'Visa •••• 4242' }).waitFor()
  await page.getByText('A team member').waitFor()
}
