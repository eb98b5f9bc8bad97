// The manifest of the chain over events and audit entries.

import { backfillSweep } from '../../platform/sweeps/backfill.ts'
import type { Background } from '../background.ts'
import { type Feature, undeclared } from '../manifest.ts'
import type { Service } from '../service.ts'
import { unlinkedAudit, unlinkedEvents } from './sweeps.ts'

export const chain: Feature<Service, Background> = {
  name: 'chain',
  tables: [
    undeclared('chain_links', 'digests of digests'),
    undeclared('chain_rewrites', 'digests of erased content'),
  ],
  sweeps: (background) => [
    backfillSweep(background.pool, unlinkedEvents(background)),
    backfillSweep(background.pool, unlinkedAudit(background)),
  ],
}
