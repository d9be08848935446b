import { randomUUID } from 'node:crypto'
import { staffLogin } from '@paidang/api/areas/desks/staff'
import { h5Login, type LogIn } from '@paidang/api/areas/people/auth'
import { type Call, createClient } from '@paidang/api/client'

/** The demo world's password. */
export const PASSWORD = 'demo1234'

/** A typed client over fetch, as the app's own, for what a journey arranges or checks behind the screen. */
export function clientOf(address: string, token?: string): Call {
  return createClient({
    send: async ({ method, path, body }) => {
      const response = await fetch(`${address}/aaapi${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(method !== 'GET' && { 'idempotency-key': randomUUID() }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json() }
    },
  })
}

/** Logs a demo account, or one with another password, in behind the screen. */
export async function logInAs(
  address: string,
  username: string,
  password = PASSWORD,
): Promise<{ call: Call; logIn: LogIn }> {
  const logIn = await clientOf(address)(h5Login, { body: { username, password } })
  return { call: clientOf(address, logIn.tokens.token), logIn }
}

/** Somebody who works in the console: two operators, the owner of the demo's first stringing shop and who works for him. */
export type StaffName = 'operator' | 'senior' | 'merchant' | 'clerk'

/** Logs one of the staff in behind the screen. */
export async function logInStaff(address: string, username: StaffName): Promise<Call> {
  const { token } = await clientOf(address)(staffLogin, { body: { username, password: PASSWORD } })
  return clientOf(address, token)
}
