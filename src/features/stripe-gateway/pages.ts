// Stripe's pages: Checkout sessions that pay an invoice, or save a method.

import type Stripe from 'stripe'
import { stripeAmount } from '../../domain/stripe-amounts.ts'
import type { BeginPayment, BeginSetup } from '../gateway.ts'
import { metadataOf, paymentRef, setupMetadataOf } from './references.ts'

type Params = Stripe.Checkout.SessionCreateParams

/** What the box on the page that saves a method means here. Stripe's own label does not mention automatic payment. */
const SAVE_NOTES = {
  en: 'If you save your payment details, later invoices can be charged to them automatically.',
  fr: 'Si vous enregistrez vos coordonnées de paiement, vos prochaines factures pourront être réglées automatiquement.',
}

const localeOf = (language: string): keyof typeof SAVE_NOTES =>
  language.startsWith('fr') ? 'fr' : 'en'

export function paymentPage(page: BeginPayment, customer: string, publicUrl: string): Params {
  const { amount, currency, description, return_path, language } = page
  const metadata = metadataOf(page)
  const price_data = {
    currency,
    unit_amount: stripeAmount(amount, currency),
    product_data: { name: description },
  }
  return {
    mode: 'payment',
    customer,
    locale: localeOf(language),
    success_url: `${publicUrl}${return_path}?returned`,
    cancel_url: `${publicUrl}${return_path}`,
    submit_type: 'pay',
    client_reference_id: paymentRef(page.id),
    line_items: [{ quantity: 1, price_data }],
    // The customer pays what the invoice says, in its currency.
    adaptive_pricing: { enabled: false },
    // A box that the customer checks. `setup_future_usage` would save the method of everyone who pays.
    saved_payment_method_options: { payment_method_save: 'enabled' },
    custom_text: { submit: { message: SAVE_NOTES[localeOf(language)] } },
    metadata,
    payment_intent_data: { metadata, description },
  }
}

export function setupPage(page: BeginSetup, customer: string, publicUrl: string): Params {
  const { return_url, currency, language } = page
  const back = return_url.startsWith('/') ? `${publicUrl}${return_url}` : return_url
  const metadata = setupMetadataOf(page)
  return {
    mode: 'setup',
    customer,
    locale: language === undefined ? 'auto' : localeOf(language),
    ...{ success_url: back, cancel_url: back },
    // The currency decides which kinds of methods the page offers.
    ...(currency === undefined ? { payment_method_types: ['card'] } : { currency }),
    metadata,
    setup_intent_data: { metadata },
  }
}
