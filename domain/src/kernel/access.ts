/**
 * Who works in the console: the platform's operators, of whom senior ones approve what moves money; the people of a stringing
 * shop and its owner; the admin of a company, who comes from the app.
 */
export const STAFF_ROLES = ['operator', 'senior', 'merchant', 'owner', 'company'] as const
export type StaffRole = (typeof STAFF_ROLES)[number]

/**
 * Who may call an endpoint at all, before anything about the object is asked.
 * `open` works without a token; `app` needs an app user; `coach` an app user whose userType is not 0; `staff` anybody who
 * works in the console; a role that role, or who stands above it.
 * Source: decision "People and accounts", permission matrix
 */
export const ACCESSES = ['open', 'app', 'coach', 'staff', ...STAFF_ROLES] as const
export type Access = (typeof ACCESSES)[number]

/** Which roles an access lets in. */
const ADMITTED: Record<StaffRole | 'staff', readonly StaffRole[]> = {
  staff: STAFF_ROLES,
  operator: ['operator', 'senior'],
  senior: ['senior'],
  merchant: ['merchant', 'owner'],
  owner: ['owner'],
  company: ['company'],
}

/** Whether an access is for the console alone. */
export function isForStaff(access: Access): access is StaffRole | 'staff' {
  return access in ADMITTED
}

/** Whether somebody of this role may make calls, or open pages, of that access. */
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
 * Who of the console moves money, or decides that it moves. In production they work only with a second factor; the others may
 * have one.
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
