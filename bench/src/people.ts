import { randomUUID } from 'node:crypto'
import { h5Login } from '@paidang/api/areas/people/auth'
import { type Call, createClient } from '@paidang/api/client'
import type { Product } from './product.ts'
import { PASSWORD, usernameOf } from './world.ts'

/** Somebody with a log-in session. */
export type Person = { id: number; token: string }

/** The check of a password uses a whole core. More at once would only wait for each other. */
const AT_ONCE = 4

/** A typed client of the product, with somebody's token or as a guest. */
export function clientOf(address: string, token?: string): Call {
  return createClient({
    async send({ method, path, body }) {
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

/** Logs people in over the product's API, as the web page does. */
export async function logIn({ address }: Product, ids: readonly number[]): Promise<Person[]> {
  const call = clientOf(address)
  const people: Person[] = []
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE).map(async (id) => {
      const { tokens } = await call(h5Login, { body: { username: usernameOf(id), password: PASSWORD } })
      return { id, token: tokens.token }
    })
    people.push(...(await Promise.all(some)))
  }
  return people
}
