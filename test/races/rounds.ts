// The size and seed of a race: a small sample in the gate, many times that in the campaign.

import { SUITE_SEED } from '../random.ts'

const ROUNDS = Number(process.env.RACE_ROUNDS ?? 1)
export const IS_CAMPAIGN = ROUNDS > 1

export const SEED = Number(process.env.RACE_SEED ?? SUITE_SEED)

/** `count` in the gate, RACE_ROUNDS times as many in the campaign; the same on any machine. */
export const sample = (count: number): number => count * ROUNDS
