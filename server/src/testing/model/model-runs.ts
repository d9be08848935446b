import { randomInt } from 'node:crypto'
import { isLongRun } from '../run-length.ts'

const { MODEL_RUNS, MODEL_SEED } = process.env

/** The seed of the usual run. All machines that check the same code run the same command sequences. */
const USUAL_SEED = 20_261_121
const MAX_SEED = 2 ** 31

/** Whether MODEL_RUNS or MODEL_SEED is set. If so, the tests print what was carried out. */
export const isExploring = MODEL_RUNS !== undefined || MODEL_SEED !== undefined

/**
 * How many sequences a model test runs, and with which seed. The usual run: `usual` sequences of one seed. The long
 * run: `long` sequences of a seed that it prints. MODEL_RUNS=1000 runs new random sequences. MODEL_SEED=… runs those of
 * that seed.
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
