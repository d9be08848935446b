/** Whether this is `npm run test:long`. It tries everything of which the usual run takes a sample. */
export const isLongRun = process.env.TEST_LONG === '1'

/** Every third of a list, from the one at `first` on: the usual run's share. In the long run all. */
export const thirdOf = <One>(list: readonly One[], first = 0): One[] =>
  list.filter((_, at) => isLongRun || at % 3 === first % 3)
