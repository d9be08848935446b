/** Whether this is `npm run test:long`, which tries everything that the usual run takes a sample of. */
export const isLongRun = process.env.TEST_LONG === '1'
