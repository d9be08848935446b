/** A repeatable source of random numbers: the same seed gives the same choices in the same order. */
export type Random = {
  /** In [0, 1). */
  next(): number
  /** An integer from min to max, both included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  /** @throws RangeError for an empty list */
  pick<T>(items: readonly T[]): T
  /** Picks in proportion to the weights, at least one of which is above 0. @throws RangeError for an empty list */
  weighted<T>(items: readonly T[], weightOf: (item: T) => number): T
  /** A new list in another order. */
  shuffled<T>(items: readonly T[]): T[]
}

/** Mulberry32: small, fast, and the same on every machine. Good enough for the choice of names and hours. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))

  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => itemAt(items, int(0, items.length - 1)),
    weighted: (items, weightOf) => {
      let left = next() * items.reduce((sum, item) => sum + weightOf(item), 0)
      const index = items.findIndex((item) => {
        left -= weightOf(item)
        return left < 0
      })
      return itemAt(items, index)
    },
    shuffled: (items) => {
      const list = items.slice()
      for (let last = list.length - 1; last > 0; last -= 1) {
        const other = int(0, last)
        const kept = itemAt(list, last)
        list[last] = itemAt(list, other)
        list[other] = kept
      }
      return list
    },
  }
}

/** The item at an index. @throws RangeError if there is none */
export function itemAt<T>(items: readonly T[], index: number): T {
  if (!(index in items)) throw new RangeError(`Nothing at ${index} of ${items.length}`)
  return items[index] as T
}
