import { randomInt } from 'node:crypto'
import { isLongRun } from '../run-length.ts'

const { MODEL_RUNS, MODEL_SEED } = process.env

/** The lives of the usual run: the same wherever a check of the same code is made. */
const USUAL_SEED = 20_261_121
const MAX_SEED = 2 ** 31

/** Whether more is looked at than usually, for whoever reads what was done. */
export const isExploring = MODEL_RUNS !== undefined || MODEL_SEED !== undefined

/**
 * How often and with which seed a model is followed: the usual run follows `usual` lives of one seed, the long run `long`
 * lives of a seed that it prints; MODEL_RUNS=1000 follows lives that nobody has seen yet, MODEL_SEED=… those of that seed.
 */
export function modelRuns(
  name: string,
  { usual, long }: { usual: number; long: number },
): { numRuns: number; seed: number } {
  const numRuns = Number(MODEL_RUNS ?? (isLongRun ? long : usual))
  const isNew = isLongRun || MODEL_RUNS !== undefined
  const seed = Number(MODEL_SEED ?? (isNew ? randomInt(MAX_SEED) : USUAL_SEED))
  if (isNew) console.log(`model of ${name}: ${numRuns} runs, seed ${seed}`)
  return { numRuns, seed }
}
