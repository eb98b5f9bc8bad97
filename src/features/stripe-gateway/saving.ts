// Methods saved without a payment, and methods that are forgotten.

import { type BeginSetup, GatewayError, type SavedSetup } from '../gateway.ts'
import { type Answer, type Calls, resultOf } from './calls.ts'
import { methodOf } from './methods.ts'
import { setupPage } from './pages.ts'
import { setupOf } from './references.ts'

/** Throws if it is unknown whether the page exists; repeated, the call returns the same page. */
export async function beginSetup(
  { call }: Calls,
  input: BeginSetup,
  customer: string | undefined,
  publicUrl: string,
): Promise<{ url: string; ref: string }> {
  const session =
    customer === undefined
      ? undefined
      : resultOf(
          await call('prepare a page', ({ checkout: { sessions } }) =>
            sessions.create(setupPage(input, customer, publicUrl), {
              idempotencyKey: `setup-${input.id}`,
            }),
          ),
        )
  if (!session?.url) throw new GatewayError('Stripe did not prepare a page. Try again in a minute.')
  return { url: session.url, ref: session.id }
}

export async function lookUpSetup(
  { call }: Calls,
  ref: string,
): Promise<SavedSetup | 'open' | 'canceled'> {
  const session = resultOf(
    await call('show a page', ({ checkout: { sessions } }) =>
      sessions.retrieve(ref, { expand: ['setup_intent.payment_method'] }),
    ),
  )
  if (session?.status === 'expired') return 'canceled'
  const intent = session?.setup_intent
  if (session?.status !== 'complete' || typeof intent !== 'object' || intent === null) return 'open'
  const { status, payment_method } = intent
  if (status === 'canceled' || status === 'requires_payment_method') return 'canceled'
  const setup = setupOf(session.metadata)
  const isSaved = status === 'succeeded' && setup !== undefined
  return isSaved && typeof payment_method === 'object' && payment_method !== null
    ? { ...setup, method: methodOf(payment_method) }
    : 'open'
}

/** Throws unless Stripe says that the method belongs to no customer any more. */
export async function detach({ call }: Calls, method: string): Promise<void> {
  const detached = await call('detach a method', ({ paymentMethods }) =>
    paymentMethods.detach(method),
  )
  if (detached.kind === 'done') return
  // One that belongs to no customer is refused; so is one that does not exist.
  const found = await call('show a method', ({ paymentMethods }) => paymentMethods.retrieve(method))
  if (found.kind === 'done' && found.value.customer === null) return
  if (isMissing(found)) return
  resultOf(detached)
  throw new GatewayError('Stripe did not detach the method. It is tried again.')
}

const isMissing = (answer: Answer<unknown>): boolean =>
  (answer.kind === 'rejected' && answer.code === 'resource_missing') ||
  (answer.kind === 'declined' && answer.error.code === 'resource_missing')
