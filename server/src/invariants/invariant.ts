/**
 * Something that holds at every moment: `sql` answers one row (column `id`) per place where it does not. With `usesNow` the
 * query takes the present instant as $1. A `warning` says that housekeeping is late; nothing depends on it.
 */
export type Invariant = { name: string; severity: 'fault' | 'warning'; holds: string; sql: string; usesNow?: true }

/** An invariant whose breach is a fault: money, hours or places are wrong. */
export function fault(name: string, holds: string, sql: string): Invariant {
  return { name, severity: 'fault', holds, sql }
}
