/** Whether this is `npm run test:long`. It tries everything of which the usual run takes a sample. */
export const isLongRun = process.env.TEST_LONG === '1'

/** The number of rounds of a race: `all` in the long run, an eighth of them in the usual one. */
export const raceRounds = (all: number): number => (isLongRun ? all : Math.ceil(all / 8))
