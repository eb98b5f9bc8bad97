// What the audit log calls deeds that are no operation of the API.

/** What people do about themselves. */
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

/** What the command line does, and the first start. Some are named like the operation that does the same. */
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
