// Whether anybody owns the installation yet: until then there is nobody who could sign in.

import { openRoute, type PersonalRoute } from '../../platform/http/personal.ts'
import type { SignedIn } from './actions.ts'
import { Installation } from './schemas.ts'

/** Asks no more once somebody does: the last owner of an account is never taken away. */
export function installationRoutes(isOwned: () => Promise<boolean>): PersonalRoute<SignedIn>[] {
  let known = false
  return [
    openRoute({
      method: 'GET',
      path: '/installation',
      response: Installation,
      async handle() {
        known ||= await isOwned()
        const told: Installation = { object: 'installation', is_owned: known }
        return { json: JSON.stringify(told) }
      },
    }),
  ]
}
