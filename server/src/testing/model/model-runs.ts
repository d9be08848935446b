const { MODEL_RUNS, MODEL_SEED } = process.env

/** The lives of the usual run: the same wherever a check of the same code is made. */
const USUAL_SEED = 20_261_121

/** Whether more is looked at than usually, for whoever reads what was done. */
export const isExploring = MODEL_RUNS !== undefined || MODEL_SEED !== undefined

/**
 * How often and with which seed a model is followed: usually so many lives of one seed; MODEL_RUNS=1000 lives that nobody
 * has seen yet; MODEL_SEED=… those of that seed once more.
 */
export function modelRuns(usualRuns: number): { numRuns: number; seed?: number } {
  const numRuns = Number(MODEL_RUNS ?? usualRuns)
  if (MODEL_SEED !== undefined) return { numRuns, seed: Number(MODEL_SEED) }
  return MODEL_RUNS === undefined ? { numRuns, seed: USUAL_SEED } : { numRuns }
}
