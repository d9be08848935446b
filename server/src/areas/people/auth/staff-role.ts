import type { StaffRole } from '@paidang/domain/kernel/access'

/** The role of a staff member. A lead is a senior operator, or the owner of a shop. */
export function staffRole({
  kind,
  isLead,
}: {
  kind: 'operator' | 'merchant'
  isLead: boolean
}): Exclude<StaffRole, 'company'> {
  if (kind === 'operator') return isLead ? 'senior' : 'operator'
  return isLead ? 'owner' : 'merchant'
}
