import type { StaffRole } from '@paidang/domain/kernel/access'

/** What somebody of the staff may: a lead is a senior operator, or the owner of a shop. */
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
