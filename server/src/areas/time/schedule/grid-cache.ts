import { LRUCache } from 'lru-cache'

/**
 * A cache of grid parts that drops changed parts, also while they are being read. It serves display only: booking
 * relies on the primary key of the claims.
 */
export type GridCache = {
  get<T extends object>(topic: string, load: () => Promise<T>): Promise<T>
  /** Returns a value composed of parts. The value is valid while the parts are the same objects. */
  composed<T extends object>(key: string, parts: readonly object[], make: () => T): T
  /** Keeps a value that is found until one of its parts has changed. */
  remember(key: string, parts: readonly object[], value: object): void
  /** The value kept under the key, if all its parts are still present. */
  recall<T extends object>(key: string): T | undefined
  drop(topic: string): void
  clear(): void
  /** How many parts it holds, and how many reads found theirs since the process began. */
  stats(): { entries: number; hits: number; misses: number }
}

const MAX_ENTRIES = 50_000
/** Composed grids are about 15 KB each. */
const MAX_COMPOSED = 5_000
/** Remembered values are only references. */
const MAX_REMEMBERED = 20_000

/** Keeps nothing. For reads inside a transaction that may be rolled back and that others must not see. */
export const NO_GRID_CACHE: Pick<GridCache, 'get'> = { get: (_topic, load) => load() }

/** The grid cache of one process. */
export function createGridCache(): GridCache {
  // Parts that are in `entries`. A dropped, replaced or evicted part is no longer present.
  const present = new WeakSet<object>()
  const entries = new LRUCache<string, object>({ max: MAX_ENTRIES, dispose: (part) => present.delete(part) })
  const remembered = new LRUCache<string, { parts: readonly object[]; value: object }>({ max: MAX_REMEMBERED })
  const whole = new LRUCache<string, { parts: readonly object[]; value: object }>({ max: MAX_COMPOSED })
  const loading = new Map<string, Promise<object>>()
  let [hits, misses] = [0, 0]

  return {
    async get<T extends object>(topic: string, load: () => Promise<T>): Promise<T> {
      const known = entries.get(topic)
      if (known) hits += 1
      else misses += 1
      if (known) return known as T
      const underWay = loading.get(topic)
      if (underWay) return underWay as Promise<T>
      const started = load()
      loading.set(topic, started)
      try {
        const value = await started
        // If the entry was dropped meanwhile, the value may be from before the change.
        if (loading.get(topic) === started) {
          entries.set(topic, value)
          present.add(value)
        }
        return value
      } finally {
        if (loading.get(topic) === started) loading.delete(topic)
      }
    },

    composed<T extends object>(key: string, parts: readonly object[], make: () => T): T {
      const known = whole.get(key)
      if (known?.parts.every((part, index) => part === parts[index])) return known.value as T
      const value = make()
      whole.set(key, { parts, value })
      return value
    },

    remember(key, parts, value) {
      remembered.set(key, { parts, value })
    },

    recall<T extends object>(key: string): T | undefined {
      const known = remembered.get(key)
      return known?.parts.every((part) => present.has(part)) ? (known.value as T) : undefined
    },

    drop(topic) {
      entries.delete(topic)
      loading.delete(topic)
    },

    clear() {
      entries.clear()
      loading.clear()
      whole.clear()
      remembered.clear()
    },

    stats: () => ({ entries: entries.size, hits, misses }),
  }
}
