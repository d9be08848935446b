import type { FastifyRequest } from 'fastify'
import { networkOf } from './network-of.ts'

/** Under which name limits count a caller: the account, of whichever kind, and of who has none the address. */
export function accountOf({ caller, staff, admin, ip }: FastifyRequest): string {
  if (caller) return `user:${caller.id}`
  if (staff) return `staff:${staff.id}`
  if (admin) return `admin:${admin.id}`
  return `address:${networkOf(ip)}`
}
