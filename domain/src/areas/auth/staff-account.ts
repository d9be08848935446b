import type { StaffRole } from '../../kernel/access.ts'

/** Somebody of the staff as far as it matters who may do what to his account; `merchantId` is null for operators. */
export type Colleague = { id: string; role: Exclude<StaffRole, 'company'>; merchantId: string | null }

/** What is done to an account: another password, disabled or let in again, made a lead or no longer one. */
export type AccountDeed = 'reset' | 'disable' | 'promote'

/**
 * Why somebody has no hand in moving money; undefined when he has. As long as a colleague made his password, and so knows it, what
 * is done in his name may be that colleague's doing.
 *
 * Source: decision record 021
 */
export function whyNotMoveMoney({ isPasswordGiven }: { isPasswordGiven: boolean }): 'staff_password_given' | undefined {
  return isPasswordGiven ? 'staff_password_given' : undefined
}

/**
 * Why somebody may not do this to an account; undefined when he may. An owner keeps those who work in his shop and are no owners;
 * operators keep all shops, senior ones the operators too. Nobody does it to himself, so that of those who may let others in
 * again one is always left.
 *
 * Source: decision record 021
 */
export function whyNotKeep(
  by: Colleague,
  account: Colleague,
  deed: AccountDeed,
): 'staff_not_found' | 'staff_oneself' | 'action_forbidden' | undefined {
  if (!isInSight(by, account)) return 'staff_not_found'
  if (account.id === by.id) return 'staff_oneself'
  return by.role === 'owner' && (deed === 'promote' || account.role === 'owner') ? 'action_forbidden' : undefined
}

function isInSight(by: Colleague, { merchantId }: Pick<Colleague, 'merchantId'>): boolean {
  if (by.role === 'senior') return true
  return by.role === 'operator' ? merchantId !== null : by.role === 'owner' && merchantId === by.merchantId
}

/** Whether somebody may make such an account: operators those of shops, senior ones all, an owner who works in his shop. */
export function mayCreate(by: Colleague, account: { merchantId: string | null; isLead: boolean }): boolean {
  return isInSight(by, account) && !(by.role === 'owner' && account.isLead)
}
