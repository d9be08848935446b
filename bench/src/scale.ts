/**
 * `--small`: every part runs whole, in seconds, on little data. It shows that the bench works. No figure of it counts.
 */
export const IS_SMALL = process.argv.includes('--small')

/** The first value, or the second one in a small run. */
export function sized<T>(full: T, small: T): T {
  return IS_SMALL ? small : full
}
