import type { ConstraintRule } from './constraint-rules.ts'

/** What the database itself keeps of delivery addresses, and the invariants that notice without it. */
export const ADDRESS_CONSTRAINT_RULES: readonly ConstraintRule[] = [
  {
    name: 'addresses_one_default',
    on: 'addresses',
    kind: 'INDEX',
    damage: ({ otherAddressId }) => `UPDATE addresses SET is_default = true WHERE id = ${otherAddressId}`,
    noticed: 'F3 one default address',
  },
]

/** Checks of addresses that no invariant needs to repeat. */
export const ADDRESS_REFUSED_DAMAGE: Record<string, string> = {
  addresses_region: "UPDATE addresses SET region_code = '31011'",
}
