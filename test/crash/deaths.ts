// Chooses which deaths of a list a run tries: some of them in the gate, all of them in a campaign.

import { rotationBy } from '../rotation.ts'

export const { isEvery: EVERY, partOf } = rotationBy('DEATHS')
