import { USER_TYPES } from '../../../kernel/access.ts'

/**
 * A company's id as the caller writes it in a path. A company-affiliated coach adds their own id. Source: specification
 * §6 "userType 2"
 */
export function companyPathId(companyId: string, caller: { userType: number; userId: string }): string {
  return caller.userType === USER_TYPES.COMPANY_COACH ? `${companyId}-${caller.userId}` : companyId
}
