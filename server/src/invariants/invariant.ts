/**
 * A condition that holds at every moment. `sql` returns one row (column `id`) per violation. With `usesNow` the query
 * gets the present instant as $1. A `warning` means that the clean-up is late; nothing depends on it.
 */
export type Invariant = { name: string; severity: 'fault' | 'warning'; holds: string; sql: string; usesNow?: true }

/** Makes an invariant whose violation is a fault: money, hours or places are wrong. */
export function fault(name: string, holds: string, sql: string): Invariant {
  return { name, severity: 'fault', holds, sql }
}
