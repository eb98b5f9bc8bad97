// How this program was started, for the commands that messages suggest.

/** The prefix of a command, such as `npm run -s reckoner --`. The launcher sets it. */
export const RECKONER = process.env.RECKONER_INVOCATION ?? 'npm run -s reckoner --'
