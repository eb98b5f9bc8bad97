// An account's settings in the API.

import type { Pool } from 'pg'
import { type Route, route } from '../../platform/http/route.ts'
import type { Write } from '../accounts/store.ts'
import { updateAccount } from './actions.ts'
import { Account, AccountPatch, accountJson } from './schemas.ts'
import { getSettings } from './store.ts'

const tag = 'Account'

export function accountRoutes(pool: Pool, write: Write): Route[] {
  return [retrieveRoute(pool), updateRoute(write)]
}

const retrieveRoute = (pool: Pool) =>
  route({
    method: 'GET',
    path: '/account',
    operation: 'retrieveAccount',
    summary: 'Retrieve the account',
    description:
      'The settings of the environment of the key: test and live have their own. A text that was never given is "".',
    tag,
    permission: 'account:read',
    response: Account,
    async handle({ scope }) {
      return { json: accountJson(await getSettings(pool, scope.environment_id)), etag: true }
    },
  })

const updateRoute = (write: Write) =>
  route({
    method: 'PATCH',
    path: '/account',
    operation: 'updateAccount',
    summary: 'Update the account',
    description:
      'Members left out stay as they are; null clears. What is issued already never changes: a new currency, time zone or text counts from the next document on.',
    tag,
    permission: 'account:write',
    body: AccountPatch,
    response: Account,
    errors: [
      'first_invoice_number_taken',
      'currency_invalid',
      'country_invalid',
      'precondition_failed',
    ],
    example: {
      summary: 'What documents show, and how to pay',
      body: {
        legal_name: 'Maple Bicycles Ltd.',
        address_line1: '12 Water Street',
        city: 'Halifax',
        state_province: 'NS',
        postal_code: 'B3J 1A1',
        country: 'CA',
        tax_numbers: [{ label: 'GST/HST', value: '123456789 RT0001' }],
        time_zone: 'America/Halifax',
        payment_instructions: { bank_transfer: 'Institution 001, transit 00011, account 1234567' },
        reminder_days: [-3, 3, 10],
      },
    },
    handle: (call) =>
      write(call, updateAccount, { environment_id: call.scope.environment_id, patch: call.body }),
  })
