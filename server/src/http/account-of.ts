import type { FastifyRequest } from 'fastify'
import { networkOf } from './network-of.ts'

/** The key under which limits count a caller: the account of any kind, or the address without an account. */
export function accountOf({ caller, staff, admin, ip }: FastifyRequest): string {
  if (caller) return `user:${caller.id}`
  if (staff) return `staff:${staff.id}`
  if (admin) return `admin:${admin.id}`
  return `address:${networkOf(ip)}`
}

/** The person of a request, under one name in app and console, for the database that shows what they wrote. */
export function writerOf({ caller, staff, admin }: FastifyRequest): string | undefined {
  if (staff) return `staff ${staff.id}`
  const person = caller ?? admin
  return person && `app ${person.id}`
}
