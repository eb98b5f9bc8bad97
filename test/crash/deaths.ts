// Chooses which kills of a list a run tries: some in the gate, all in a campaign.

import { rotationBy } from '../rotation.ts'

export const { isEvery: EVERY, partOf } = rotationBy('DEATHS')
