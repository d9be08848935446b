import { createHash } from 'node:crypto'
import type { FuzzKind } from './fuzz-inputs.ts'
import { isLongRun } from './run-length.ts'

/** SAMPLE_SEED=… selects another sample than the usual one. */
const { SAMPLE_SEED = '1' } = process.env

/**
 * The values to try at a place: one of each kind, always the same for this seed and place. In the long run: all values.
 *
 * @param place what the choice depends on, such as a route and a field
 */
export function sampleOf(kinds: readonly FuzzKind[], place: string): string[] {
  if (isLongRun) return kinds.flat()
  return kinds.map((kind, index) => {
    const digest = createHash('sha256').update(`${SAMPLE_SEED} ${place} ${index}`).digest()
    const value = kind[digest.readUInt32BE() % kind.length]
    if (value === undefined) throw new Error(`kind ${index} has no value`)
    return value
  })
}
