import type { StaffRole } from '@paidang/domain/kernel/access'

/**
 * The header of every call of a console page: the account that the page shows (`consoleAccount`), or CONSOLE_LOG_IN
 * before there is one. With it the server takes the token from the page's cookie, and keeps it there. Other programs
 * send a bearer token instead.
 */
export const CONSOLE_HEADER = 'x-paidang-console'
export const CONSOLE_LOG_IN = 'log-in'

/** The account of a console user as text. Numbers of staff and of users are counted apart. */
export function consoleAccount({ role, id }: { role: StaffRole; id: string }): string {
  return `${role === 'company' ? 'company' : 'staff'}:${id}`
}
