import { REQUEST_TRIES } from '@paidang/domain/areas/people/auth/password-request'
import { CODE_TRIES } from '@paidang/domain/areas/people/auth/phone-code'
import { LOGIN_TRIES, WECHAT_LOGIN_TRIES } from '@paidang/domain/areas/people/auth/session'
import { afterFailure, isUsedUp, TRIES, type Tries } from '@paidang/domain/areas/people/auth/tries'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { loginFailures } from '../../../tables/auth.ts'

/** Where a log-in comes from: the network of its address, and the known devices of its browser. */
export type LogInSource = { address: string; devices: KnownDevices }

/** The device id of a browser on which an account has logged in. */
export type KnownDevices = { of(accountId: string): string | undefined }

const MINUTE_MS = 60_000

/** The name of an account in counts and cookies. */
export const accountOfUser = (userId: string) => `user:${userId}`
export const accountOfStaff = (staffId: string) => `staff:${staffId}`

/** The key under which failures count, and how many of them a window allows. `name` is the typed name, for support. */
export type AttemptLimit = { key: string; tries: number; name?: string }

/**
 * The limits that a wrong password at a log-in counts against. The refusal reports the tries left of the first. A
 * device on which the owner logged in before has a separate limit, so that strangers cannot block it. Otherwise the
 * limits are the typed name at this address, the typed name everywhere, and the address. So the answer does not reveal
 * that a name and a number belong to one account, or that it exists.
 */
export function limitsOfLogIn(
  name: string,
  { address, devices }: LogInSource,
  accountId: string | undefined,
): [AttemptLimit, ...AttemptLimit[]] {
  const device = accountId === undefined ? undefined : devices.of(accountId)
  if (device !== undefined) return [{ key: `device:${device}`, tries: TRIES.device }]
  return [
    { key: `pair:${name}|${address}`, tries: TRIES.pair, name },
    { key: `name:${name}`, tries: TRIES.name, name },
    { key: `address:${address}`, tries: TRIES.address },
  ]
}

/** The limit for wrong passwords of a logged-in user. Attempts of other people do not count against it. */
export function limitOfOwn(accountId: string): [AttemptLimit] {
  return [{ key: `own:${accountId}`, tries: TRIES.own }]
}

/** The limits of password requests for any name, whether or not it has an account. */
export function limitsOfRequest(name: string, address: string): AttemptLimit[] {
  return [
    { key: `ask-pair:${name}|${address}`, tries: REQUEST_TRIES.pair },
    { key: `ask-address:${address}`, tries: REQUEST_TRIES.address },
    { key: `ask-name:${name}`, tries: REQUEST_TRIES.name },
  ]
}

/** The limits for tries of a code that was sent to a number, which is counted by its hash. */
export function limitsOfPhoneCode(numberHash: string, address: string): AttemptLimit[] {
  return [
    { key: `code-pair:${numberHash}|${address}`, tries: CODE_TRIES.pair },
    { key: `code-number:${numberHash}`, tries: CODE_TRIES.number },
    { key: `code-address:${address}`, tries: CODE_TRIES.address },
  ]
}

/** The limit for wrong codes of WeChat. */
export function limitOfWechat(address: string): AttemptLimit {
  return { key: `wechat:${address}`, tries: WECHAT_LOGIN_TRIES }
}

/** The limit for wrong codes of the second factor. */
export function limitOfCode(staffId: string): AttemptLimit {
  return { key: `code:${staffId}`, tries: LOGIN_TRIES }
}

/** Reads the counts of limits by their keys. A key without a count has no entry. */
async function findTries(db: Database, limits: readonly AttemptLimit[]): Promise<Map<string, Tries>> {
  const keys = limits.map(({ key }) => key)
  const rows = await db.select().from(loginFailures).where(inArray(loginFailures.key, keys))
  return new Map(rows.map(({ key, windowEndsAt, ...row }) => [key, { ...row, windowEndsAt: windowEndsAt.getTime() }]))
}

/** Whether any of these limits is used up now. */
export async function areUsedUp(db: Database, limits: readonly AttemptLimit[], now: Date): Promise<boolean> {
  const found = await findTries(db, limits)
  return limits.some(({ key, tries }) => isUsedUp(found.get(key), tries, now.getTime()))
}

/** What is left after a failure. `tries` is below zero for one too many; `minutes` until the window ends. */
type Left = { tries: number; minutes: number }

/** The data of a refusal. After the last try it includes the length of the pause in minutes. */
export function triesLeftOf(left: Left | undefined): { triesLeft: number; minutes?: number } {
  const { tries, minutes } = left ?? { tries: 0, minutes: 0 }
  return tries > 0 ? { triesLeft: tries } : { triesLeft: tries, minutes }
}

/** Locks the counts of limits in sorted order, new ones included. */
async function lockKeys(tx: Database, limits: readonly AttemptLimit[]): Promise<void> {
  const keys = limits.map(({ key }) => key).sort()
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(key, 0)) from unnest(${sql.param(keys)}::text[]) key`,
  )
}

/** Counts a failure against each limit. Returns what is left of each. */
export async function countFailureIn(db: Database, limits: readonly AttemptLimit[], now: Date): Promise<Left[]> {
  return db.transaction(async (tx) => {
    await lockKeys(tx, limits)
    const found = await findTries(tx, limits)
    const counted = limits.map((limit) => ({
      ...limit,
      ...afterFailure(found.get(limit.key), limit.tries, now.getTime()),
    }))
    const rows = counted.map(({ key, name = null, failures, pauses, windowEndsAt }) => ({
      ...{ key, name, failures, pauses },
      windowEndsAt: new Date(windowEndsAt),
    }))
    await tx
      .insert(loginFailures)
      .values(rows)
      .onConflictDoUpdate({
        target: loginFailures.key,
        set: {
          failures: sql`excluded.failures`,
          pauses: sql`excluded.pauses`,
          windowEndsAt: sql`excluded.window_ends_at`,
        },
      })
    return counted.map(({ tries, failures, windowEndsAt }) => ({
      tries: tries - failures,
      minutes: Math.ceil((windowEndsAt - now.getTime()) / MINUTE_MS),
    }))
  })
}

/** Deletes the counts of these limits. */
export async function forgetTries(tx: Database, limits: readonly AttemptLimit[]): Promise<void> {
  const keys = limits.map(({ key }) => key)
  await tx.delete(loginFailures).where(inArray(loginFailures.key, keys))
}

/** Takes back a try that was right. Of the last limit, which others share, it takes back this one alone. */
export async function takeBackTries(tx: Database, limits: readonly AttemptLimit[]): Promise<void> {
  await lockKeys(tx, limits)
  const { key } = limits[limits.length - 1] ?? { key: '' }
  await forgetTries(tx, limits.slice(0, -1))
  await tx.delete(loginFailures).where(and(eq(loginFailures.key, key), eq(loginFailures.failures, 1)))
  await tx
    .update(loginFailures)
    .set({ failures: sql`${loginFailures.failures} - 1` })
    .where(eq(loginFailures.key, key))
}

/** Deletes the counts of typed names, under all their keys. */
export async function forgetTriesOfNames(tx: Database, names: readonly string[]): Promise<void> {
  await tx.delete(loginFailures).where(inArray(loginFailures.name, [...names]))
}
