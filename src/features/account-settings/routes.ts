// Routes of account settings.

import { billingError } from '../../domain/errors.ts'
import { type Route, route } from '../../platform/http/route.ts'
import type { Service } from '../service.ts'
import { updateAccount } from './actions.ts'
import { readLogo, removeLogo, setLogo } from './logo.ts'
import { Account, AccountPatch, accountJson, LogoCreate } from './schemas.ts'
import { findLogo, getSettings } from './store.ts'

const tag = 'Account'

const RING =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgAQMAAABJtOi3AAAABlBMVEUab7X///82WuAUAAAAV0lEQVR42nWOoQ0AIQADL0EgGYFRGA3xi/GbMAISQShJycs3Ve1dkSRujCTUghCIDZUFhRl7ZuSZGGUlet2RLkWaFHil5z9ccdkzA4wy1HiLrLxy3/heHawWVRXONLbDAAAAAElFTkSuQmCC'

const retrieveRoute = route({
  method: 'GET',
  path: '/account',
  operation: 'retrieveAccount',
  summary: 'Retrieve the account',
  description: 'Test and live environments have separate settings.',
  tag,
  permission: 'account:read',
  response: Account,
  async handle({ scope }, service: Service) {
    return { json: accountJson(await getSettings(service.pool, scope.environment_id)), etag: true }
  },
})

const updateRoute = route({
  method: 'PATCH',
  path: '/account',
  operation: 'updateAccount',
  summary: 'Update the account',
  description:
    'Omitted properties keep their values; null clears. Changes apply to documents finalized later.',
  tag,
  permission: 'account:write',
  body: AccountPatch,
  response: Account,
  errors: [
    'first_invoice_number_taken',
    'currency_invalid',
    'country_invalid',
    'retry_plan_invalid',
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
  handle(call, service: Service) {
    const { environment_id } = call.scope
    return service.write(call, updateAccount, { environment_id, patch: call.body })
  },
})

const retrieveLogoRoute = route({
  method: 'GET',
  path: '/account/logo',
  operation: 'retrieveAccountLogo',
  summary: 'Retrieve the logo',
  description: 'The image on new documents.',
  tag,
  permission: 'account:read',
  produces: 'image/*',
  errors: ['resource_missing'],
  async handle({ scope: { environment_id } }, service: Service) {
    const { logo } = (await getSettings(service.pool, environment_id)).profile
    const kept = logo && (await findLogo(service.pool, environment_id, logo.sha256))
    if (!kept) {
      throw billingError(
        'resource_missing',
        'This account has no logo in this environment. Upload one with POST /v1/account/logo.',
      )
    }
    return { body: kept.data, contentType: kept.content_type, etag: `"${kept.sha256}"` }
  },
})

const setLogoRoute = route({
  method: 'POST',
  path: '/account/logo',
  operation: 'setAccountLogo',
  summary: 'Set the logo',
  description:
    'A PNG or JPEG of at most 512 KiB and 2000 × 2000 pixels, in base64. Its metadata is removed. Returns the account.',
  tag,
  permission: 'account:write',
  body: LogoCreate,
  response: Account,
  errors: ['image_invalid', 'precondition_failed'],
  example: {
    summary: 'A ring of 32 × 32 pixels',
    body: { content_type: 'image/png', data: RING },
  },
  async handle(call, service: Service) {
    const { environment_id } = call.scope
    return service.write(call, setLogo, { environment_id, logo: await readLogo(call.body) })
  },
})

const removeLogoRoute = route({
  method: 'DELETE',
  path: '/account/logo',
  operation: 'removeAccountLogo',
  summary: 'Remove the logo',
  description: 'Invoices that are already finalized keep the logo. Returns the account.',
  tag,
  permission: 'account:write',
  response: Account,
  errors: ['precondition_failed'],
  handle: (call, service: Service) =>
    service.write(call, removeLogo, { environment_id: call.scope.environment_id }),
})

export const accountRoutes: Route<Service>[] = [
  retrieveRoute,
  updateRoute,
  retrieveLogoRoute,
  setLogoRoute,
  removeLogoRoute,
]
