import type { ConstraintRule } from './constraint-rules.ts'

/**
 * Rules about delivery addresses that the database enforces. Each names the invariant that detects the violation
 * without them.
 */
export const ADDRESS_CONSTRAINT_RULES: readonly ConstraintRule[] = [
  {
    name: 'addresses_one_default',
    on: 'addresses',
    kind: 'INDEX',
    violation: ({ otherAddressId }) => `UPDATE addresses SET is_default = true WHERE id = ${otherAddressId}`,
    noticed: 'F3 one default address',
  },
]

/** Checks on addresses that no invariant repeats, each with a violation that it refuses. */
export const ADDRESS_REFUSED_VIOLATIONS: Record<string, string> = {
  addresses_region: "UPDATE addresses SET region_code = '31011'",
}
