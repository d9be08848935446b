import { REQUEST_TRIES } from '@paidang/domain/areas/auth/password-request'
import { LOGIN_TRIES, WECHAT_LOGIN_TRIES } from '@paidang/domain/areas/auth/session'
import { afterFailure, isUsedUp, TRIES } from '@paidang/domain/areas/auth/tries'
import type { Database } from '../../db/database.ts'
import { findTries, lockTries, saveTries } from './tries-queries.ts'

/** Where a log-in comes from: the network of its address, and the devices that its browser shows itself to be. */
export type LogInSource = { address: string; devices: KnownDevices }

/** The devices of a browser that an account was logged in on. */
export type KnownDevices = { of(accountId: string): string | undefined }

const MINUTE_MS = 60_000

/** How counts and devices name an account. */
export const accountOfUser = (userId: string) => `user:${userId}`
export const accountOfStaff = (staffId: string) => `staff:${staffId}`

/** What wrong passwords are counted under, and how many of them a window answers. `name` is what was typed, for support. */
export type Purse = { key: string; tries: number; name?: string }

/**
 * What a wrong password at a log-in counts for; how many are left is told of the first. A device on which its owner was logged in has
 * a count of its own, so that no stranger closes it. Otherwise the name counts as it was typed, at this address and
 * everywhere, and so does the address: nothing tells that a name and a number are one account's, or that there is one.
 */
export function pursesOfLogIn(
  name: string,
  { address, devices }: LogInSource,
  accountId: string | undefined,
): [Purse, ...Purse[]] {
  const device = accountId === undefined ? undefined : devices.of(accountId)
  if (device !== undefined) return [{ key: `device:${device}`, tries: TRIES.device }]
  return [
    { key: `pair:${name}|${address}`, tries: TRIES.pair, name },
    { key: `name:${name}`, tries: TRIES.name, name },
    { key: `address:${address}`, tries: TRIES.address },
  ]
}

/** What a wrong password counts for that somebody says who is logged in: nobody else's attempts close it. */
export function purseOfOwn(accountId: string): [Purse] {
  return [{ key: `own:${accountId}`, tries: TRIES.own }]
}

/** What a request for another password counts for, of whatever name and whether or not it is an account's. */
export function pursesOfRequest(name: string, address: string): Purse[] {
  return [
    { key: `ask-pair:${name}|${address}`, tries: REQUEST_TRIES.pair },
    { key: `ask-address:${address}`, tries: REQUEST_TRIES.address },
    { key: `ask-name:${name}`, tries: REQUEST_TRIES.name },
  ]
}

/** What a wrong code of WeChat counts for. */
export function purseOfWechat(address: string): Purse {
  return { key: `wechat:${address}`, tries: WECHAT_LOGIN_TRIES }
}

/** What a wrong code of the second factor counts for. */
export function purseOfCode(staffId: string): Purse {
  return { key: `code:${staffId}`, tries: LOGIN_TRIES }
}

/** Whether one of them answers no more at present. */
export async function areUsedUp(db: Database, purses: readonly Purse[], now: Date): Promise<boolean> {
  const found = await findTries(
    db,
    purses.map(({ key }) => key),
  )
  return purses.some(({ key, tries }) => isUsedUp(found.get(key), tries, now.getTime()))
}

/** What is left after a failure: below zero for one that was too many; `minutes` until the window ends. */
export type Left = { tries: number; minutes: number }

/** What a refusal tells of it: after the last try also how long the pause is. */
export function triesLeftOf(left: Left | undefined): { triesLeft: number; minutes?: number } {
  const { tries, minutes } = left ?? { tries: 0, minutes: 0 }
  return tries > 0 ? { triesLeft: tries } : { triesLeft: tries, minutes }
}

/** Counts a failure in each; answers what is left of each. */
export async function countFailureIn(db: Database, purses: readonly Purse[], now: Date): Promise<Left[]> {
  return db.transaction(async (tx) => {
    const found = await lockTries(
      tx,
      purses.map(({ key }) => key),
    )
    const counted = purses.map((purse) => ({
      ...purse,
      ...afterFailure(found.get(purse.key), purse.tries, now.getTime()),
    }))
    await saveTries(tx, counted)
    return counted.map(({ tries, failures, windowEndsAt }) => ({
      tries: tries - failures,
      minutes: Math.ceil((windowEndsAt - now.getTime()) / MINUTE_MS),
    }))
  })
}
