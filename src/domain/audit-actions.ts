// Names of actions in the audit log: the operations every resource has, and actions outside the API.

import { RECORDED } from './event.ts'
import { inPascalCase } from './resource-lists.ts'
import type { ResourceName } from './resources.ts'

/** The verbs of operations that any resource can have, by the event that they record. */
export const USUAL_VERBS = {
  created: 'create',
  updated: 'update',
  archived: 'archive',
  deleted: 'delete',
} as const
export type UsualEvent = keyof typeof USUAL_VERBS

/** A credit note is updated when it is sent, a payment by refunds of it, disputes by their gateway; no operation does it. */
const NO_OPERATION = [
  ...['updateCreditNote', 'updatePayment', 'updatePriceMigration'],
  ...['createDispute', 'updateDispute'],
]

/** Operations such as `createTaxRate`, with their resource and verb. */
export const USUAL_ACTIONS: Readonly<
  Record<string, { resource: ResourceName; event: UsualEvent }>
> = Object.fromEntries(
  RECORDED.flatMap(([resource, { events }]) =>
    (Object.keys(USUAL_VERBS) as UsualEvent[])
      .filter((event) => event in events)
      .map(
        (event) => [`${USUAL_VERBS[event]}${inPascalCase(resource)}`, { resource, event }] as const,
      )
      .filter(([action]) => !NO_OPERATION.includes(action)),
  ),
)

/** Actions of users on their own account. */
export const PERSON_ACTIONS = [
  'signIn',
  'refuseSignIn',
  'signOut',
  'updateUser',
  'changePassword',
  'confirmPassword',
  'requestPasswordReset',
  'refuseCode',
  'enableSecondFactor',
  'disableSecondFactor',
  'renewRecoveryCodes',
  'requireSecondFactor',
  'waiveSecondFactor',
  'redeem_owner',
  'redeem_invitation',
  'redeem_password_reset',
] as const
export type PersonAction = (typeof PERSON_ACTIONS)[number]

/** Actions of the command line and of the first start. Some share the name of the equivalent operation. */
export const COMMAND_ACTIONS = [
  'createApiKey',
  'rollApiKey',
  'revokeApiKey',
  'createOwnerLink',
  'createAccount',
  'setTier',
  'resetSecondFactor',
] as const
export type CommandAction = (typeof COMMAND_ACTIONS)[number]
