// Chooses the forgeries that the gate tries from a long list: a fixed part; `npm run test:spoil` tries all.

/** True in the campaign, which skips nothing. */
export const SPOIL_ALL = process.env.FORGERIES === 'all'

/** Returns the first of the list and every `step`th after it; all of it in the campaign. */
export const partOf = <T>(list: readonly T[], step: number): T[] =>
  list.filter((_, index) => SPOIL_ALL || index % step === 0)
