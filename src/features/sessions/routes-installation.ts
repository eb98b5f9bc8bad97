// Whether the installation has an owner yet. Until then, no user can sign in.

import { openRoute, type PersonalRoute } from '../../platform/http/personal.ts'
import { Installation } from './schemas.ts'
import type { SignedIn } from './session.ts'

/** Stops querying once there is an owner: the last owner of an account cannot be removed. */
export function installationRoutes(isOwned: () => Promise<boolean>): PersonalRoute<SignedIn>[] {
  let known = false
  return [
    openRoute({
      method: 'GET',
      path: '/installation',
      response: Installation,
      async handle() {
        known ||= await isOwned()
        const installation: Installation = { object: 'installation', is_owned: known }
        return { json: JSON.stringify(installation) }
      },
    }),
  ]
}
