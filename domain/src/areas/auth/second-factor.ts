import type { StaffRole } from '../../kernel/access.ts'

/**
 * Who moves money, or decides that it moves. In production they work only with a second factor; the others may have one.
 *
 * Source: decision record 027
 */
export const MOVES_MONEY: Record<StaffRole, boolean> = {
  operator: true,
  senior: true,
  merchant: false,
  owner: false,
  company: false,
}

/** Codes that open one log-in each where the authenticator app is lost. */
export const RECOVERY_CODES = 10
