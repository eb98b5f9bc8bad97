// How this program was started, for the commands that messages advise.

/** The words in front of a command, such as `npm run -s reckoner --`. The launcher sets them. */
export const RECKONER = process.env.RECKONER_INVOCATION ?? 'npm run -s reckoner --'
