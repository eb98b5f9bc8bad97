// The manifest of the test clock feature.

import { declared, type Feature } from '../manifest.ts'
import type { Service } from '../service.ts'
import { testClockRoutes } from './routes.ts'
import { testClocks } from './store.ts'
import type { ClockBackground } from './sweeps.ts'

export const testClock: Feature<Service, ClockBackground> = {
  name: 'test-clock',
  tables: [
    declared(testClocks, {
      survivesReset: true,
      personal: 'names the key or member who advanced it, like the audit log',
    }),
  ],
  routes: testClockRoutes,
  sweeps: ({ driver }) => [driver],
}
