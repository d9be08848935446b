import type { StaffUser } from '../../../http/session.ts'

/** The shop that a merchant works in. @throws Error without a shop, which a constraint excludes */
export function shopOf({ id, merchantId }: StaffUser): string {
  if (merchantId === null) throw new Error(`merchant ${id} has no shop`)
  return merchantId
}
