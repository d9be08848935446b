/** Several repeats of one measurement. */
export type Spread = { median: number; min: number; max: number }

/** The spread of repeats. @throws RangeError if there are none */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  return { median: quantile(sorted, 0.5), min: quantile(sorted, 0), max: quantile(sorted, 1) }
}

/** The value below which this share of the values lies. @param sorted ascending, not empty */
export function quantile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new RangeError('nothing was measured')
  return value
}

/** Median with min–max, with this many decimals. */
export function written({ median, min, max }: Spread, digits = 0): string {
  const one = (value: number) => grouped(value, digits)
  return min === max ? one(median) : `${one(median)} (${one(min)}–${one(max)})`
}

/** A number with separated thousands. */
export function grouped(value: number, digits = 0): string {
  const [whole = '', rest] = value.toFixed(digits).split('.')
  const groups = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
  return rest === undefined ? groups : `${groups}.${rest}`
}

/** A random number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number

/** A generator with the same sequence for the same seed (mulberry32), so that every repeat sends the same requests. */
export function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A whole number from 0 to `end`, end exclusive. */
export function below(random: Random, end: number): number {
  return Math.floor(random() * end)
}

/**
 * Draws ranks 0 … count-1 with weight 1 / (rank + 1) ^ exponent, as pgbench's random_zipfian. The first ranks are the
 * most frequent.
 */
export function zipfian(count: number, exponent: number): (random: Random) => number {
  const upTo: number[] = []
  let sum = 0
  for (let rank = 1; rank <= count; rank++) {
    sum += rank ** -exponent
    upTo.push(sum)
  }
  return (random) => {
    const at = random() * sum
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((upTo[middle] ?? sum) <= at) low = middle + 1
      else high = middle
    }
    return low
  }
}
