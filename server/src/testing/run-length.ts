/** Whether this is `npm run test:long`, which tries everything that the usual run takes a sample of. */
export const isLongRun = process.env.TEST_LONG === '1'

/** How often a race is run: `all` rounds in the long run, a quarter of them in the usual one. */
export const raceRounds = (all: number): number => (isLongRun ? all : Math.ceil(all / 4))
