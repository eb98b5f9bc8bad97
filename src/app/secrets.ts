// What hangs on the secret keys: one list for the service and for the commands.

import { FEATURES } from './features.ts'
import type { AnyFeature } from './fold.ts'

export const sealedBy = (features: readonly AnyFeature[]) =>
  features.flatMap(({ sealed = [] }) => sealed)

export const SEALED = sealedBy(FEATURES)
export const HASHED = FEATURES.flatMap(({ hashed = [] }) => hashed)
