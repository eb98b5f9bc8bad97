// Everything encrypted or keyed with the secret keys: one list for the service and the commands.

import { FEATURES } from './features.ts'
import type { AnyFeature } from './fold.ts'

export const sealedBy = (features: readonly AnyFeature[]) =>
  features.flatMap(({ sealed = [] }) => sealed)

export const SEALED = sealedBy(FEATURES)
export const HASHED = FEATURES.flatMap(({ hashed = [] }) => hashed)
