import type { StaffRole } from '../../../kernel/access.ts'

/** A staff member as the account rules see them. `merchantId` is null for operators. */
export type Colleague = { id: string; role: Exclude<StaffRole, 'company'>; merchantId: string | null }

/** The actions on an account: give it another password, disable or enable it, make it a lead or end that. */
export type AccountAction = 'reset' | 'disable' | 'promote'

/**
 * Why a staff member may not move money; undefined when they may. A colleague who made the password knows it, so that
 * colleague may be acting under this name.
 *
 * Source: decision record 021
 */
export function whyNotMoveMoney({ isPasswordGiven }: { isPasswordGiven: boolean }): 'staff_password_given' | undefined {
  return isPasswordGiven ? 'staff_password_given' : undefined
}

/**
 * Why a staff member may not take this action on an account; undefined when they may.
 * An owner manages the staff of the shop who are not owners. Operators manage all shops. Senior operators also manage
 * the operators. Nobody manages their own account. So at least one person who can enable others always stays enabled.
 *
 * Source: decision record 021
 */
export function whyNotManage(
  by: Colleague,
  account: Colleague,
  action: AccountAction,
): 'staff_not_found' | 'staff_oneself' | 'action_forbidden' | undefined {
  if (!isInSight(by, account)) return 'staff_not_found'
  if (account.id === by.id) return 'staff_oneself'
  return by.role === 'owner' && (action === 'promote' || account.role === 'owner') ? 'action_forbidden' : undefined
}

function isInSight(by: Colleague, { merchantId }: Pick<Colleague, 'merchantId'>): boolean {
  if (by.role === 'senior') return true
  return by.role === 'operator' ? merchantId !== null : by.role === 'owner' && merchantId === by.merchantId
}

/**
 * Whether a staff member may create such an account. Operators create those of shops, senior operators all, and an
 * owner the staff of the shop.
 */
export function mayCreate(by: Colleague, account: { merchantId: string | null; isLead: boolean }): boolean {
  return isInSight(by, account) && !(by.role === 'owner' && account.isLead)
}
