// Upgrades from every version there is, killed at every step: `npm run test:upgrades`.

import { runLong } from '../long-run.ts'

const FILES = ['crash/upgrade.test.ts', 'migrations/versions.test.ts']

await runLong(FILES, {}, { DEATHS: 'every', VERSIONS: 'every' })
