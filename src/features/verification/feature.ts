// The manifest of the verification feature.

import type { Feature } from '../manifest.ts'
import { type VerificationService, verificationRoutes } from './routes.ts'

export const verification: Feature<VerificationService> = {
  name: 'verification',
  routes: verificationRoutes,
}
