// Routes of a user's second factor, and of the account setting that requires one.

import { DONE, Done, type PersonalRoute, personalRoute } from '../../platform/http/personal.ts'
import {
  AccountRule,
  FactorProof,
  FactorSetup,
  factorJson,
  RecoveryCodes,
  recoveryCodesJson,
  SecondFactor,
  setupJson,
} from './schemas.ts'
import {
  confirmFactor,
  describeFactor,
  disableFactor,
  renewCodes,
  requireFactor,
  startFactor,
} from './second-factor.ts'
import type { SignedIn } from './session.ts'
import type { SignParts } from './sign-in.ts'

const PATH = '/second_factor'

export const factorRoutes = (parts: SignParts): PersonalRoute<SignedIn>[] => [
  personalRoute({
    method: 'GET',
    path: PATH,
    response: SecondFactor,
    handle: async ({ session }) => ({ json: factorJson(await describeFactor(parts, session)) }),
  }),
  personalRoute({
    method: 'POST',
    path: PATH,
    response: FactorSetup,
    handle: async ({ session }) => ({ json: setupJson(await startFactor(parts, session)) }),
  }),
  personalRoute({
    method: 'POST',
    path: `${PATH}/confirm`,
    body: FactorProof,
    response: RecoveryCodes,
    async handle({ caller, session, body }) {
      return { json: recoveryCodesJson(await confirmFactor(parts, caller, session, body)) }
    },
  }),
  personalRoute({
    method: 'POST',
    path: `${PATH}/disable`,
    body: FactorProof,
    response: Done,
    async handle({ caller, session, body }) {
      await disableFactor(parts, caller, session, body)
      return { json: DONE }
    },
  }),
  personalRoute({
    method: 'POST',
    path: `${PATH}/recovery_codes`,
    body: FactorProof,
    response: RecoveryCodes,
    async handle({ caller, session, body }) {
      return { json: recoveryCodesJson(await renewCodes(parts, caller, session, body)) }
    },
  }),
  personalRoute({
    method: 'PATCH',
    path: '/accounts/:id',
    body: AccountRule,
    response: Done,
    async handle({ caller, session, params, body }) {
      const accountId = /^[1-9]\d{0,8}$/.test(params.id ?? '') ? Number(params.id) : 0
      const required = body.require_second_factor
      await requireFactor(parts, caller, session, { accountId, required })
      return { json: DONE }
    },
  }),
]
