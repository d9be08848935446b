/**
 * The roles in the console. Operators work for the platform, and senior ones approve movements of money. The staff and
 * the owner of a stringing shop work for that shop. The admin of a company comes from the app.
 */
export const STAFF_ROLES = ['operator', 'senior', 'merchant', 'owner', 'company'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/**
 * Who may call an endpoint at all, before the object is checked.
 * `open` works without a token. `app` needs an app user. `coach` needs an app user whose userType is not 0. `staff`
 * admits everybody who works in the console. A role admits that role and the roles above it. Source: decision "People
 * and accounts", permission matrix
 */
export const ACCESSES = ['open', 'app', 'coach', 'staff', ...STAFF_ROLES] as const
export type Access = (typeof ACCESSES)[number]

/** The roles that an access admits. */
const ADMITTED: Record<StaffRole | 'staff', readonly StaffRole[]> = {
  staff: STAFF_ROLES,
  operator: ['operator', 'senior'],
  senior: ['senior'],
  merchant: ['merchant', 'owner'],
  owner: ['owner'],
  company: ['company'],
}

/** Whether an access is only for the console. */
export function isForStaff(access: Access): access is StaffRole | 'staff' {
  return access in ADMITTED
}

/** Whether a person of this role may make calls, or open pages, of that access. */
export function isAdmitted(role: StaffRole, access: StaffRole | 'staff'): boolean {
  return ADMITTED[access].includes(role)
}

/** Roles of app users. Source: specification §3 "User role type", decision "People and accounts". */
export const USER_TYPES = { PLAYER: 0, COACH: 1, COMPANY_COACH: 2 } as const
export type UserType = (typeof USER_TYPES)[keyof typeof USER_TYPES]

/** userType 0 maps to role user; anything else maps to role coach. Source: specification §6. */
export function roleOf(userType: number): 'user' | 'coach' {
  return userType === USER_TYPES.PLAYER ? 'user' : 'coach'
}

/**
 * Which roles of the console move money, or decide on it. In production these work only with a second factor. For the
 * others it is optional.
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
