/**
 * Who may call an endpoint at all, before anything about the object is asked.
 * `open` works without a token; `app` needs an app user; `coach` an app user whose userType is not 0; `operator` and
 * `merchant` need a staff token of that kind. Source: decision "People and accounts", permission matrix.
 */
export const ACCESSES = ['open', 'app', 'coach', 'operator', 'merchant'] as const
export type Access = (typeof ACCESSES)[number]

/** Roles of app users. Source: specification §3 "User role type", decision "People and accounts". */
export const USER_TYPES = { PLAYER: 0, COACH: 1, COMPANY_COACH: 2 } as const
export type UserType = (typeof USER_TYPES)[keyof typeof USER_TYPES]

/** userType 0 maps to role user; anything else maps to role coach. Source: specification §6. */
export function roleOf(userType: number): 'user' | 'coach' {
  return userType === USER_TYPES.PLAYER ? 'user' : 'coach'
}
