import { h5Login } from '@paidang/api/areas/auth'
import { createClient } from '@paidang/api/client'
import type { Product } from './product.ts'
import { PASSWORD, usernameOf } from './world.ts'

/** Somebody who is logged in. */
export type Person = { id: number; token: string }

/** Checking a password takes a core; more at once only wait for each other. */
const AT_ONCE = 4

/** Logs people in through the product, as the web page does. */
export async function logIn({ address }: Product, ids: readonly number[]): Promise<Person[]> {
  const call = createClient({
    send: async ({ method, path, body }) => {
      const response = await fetch(`${address}/aaapi${path}`, {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, body: await response.json() }
    },
  })
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
