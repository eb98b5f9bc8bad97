// Chooses what the gate tries from a long list of forgeries: a fixed part, and everything in `npm run test:spoil`.

/** True in the campaign, which skips nothing. */
export const SPOIL_ALL = process.env.FORGERIES === 'all'

/** Returns the first of the list and every `step`th after it; all of it in the campaign. */
export const partOf = <T>(list: readonly T[], step: number): T[] =>
  list.filter((_, index) => SPOIL_ALL || index % step === 0)
