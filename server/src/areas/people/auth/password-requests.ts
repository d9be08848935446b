import { requestPassword } from '@paidang/api/areas/desks/accounts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { plainUsername } from '@paidang/domain/areas/people/auth/credentials'
import { expiresIfMadeBy, passwordRequestFaults } from '@paidang/domain/areas/people/auth/password-request'
import { and, asc, eq, gt, lt, lte, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertSeenRow } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { networkOf } from '../../../http/network-of.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { passwordRequests } from '../../../tables/auth.ts'
import { notify } from '../../ground/messages/notify.ts'
import { findCredentials } from './password.ts'
import { countFailureIn, limitsOfRequest } from './tries.ts'

const isWaiting = eq(passwordRequests.state, 'WAITING')
/** A request that ends without a decision keeps no details. */
const ENDED_UNDECIDED = { contact: '', proof: '' }

/** Withdraws the waiting request of an account that no longer needs it, and wipes the details given in it. */
export async function withdrawRequestOf(tx: Database, userId: string, now: Date): Promise<void> {
  await tx
    .update(passwordRequests)
    .set({ ...ENDED_UNDECIDED, state: 'WITHDRAWN', endedAt: now })
    .where(and(eq(passwordRequests.userId, userId), isWaiting))
}

/**
 * Ends a password request with an operator's decision. The caller has locked its user. Of two concurrent decisions the
 * first counts.
 *
 * @returns the user whom it is about
 * @throws ApiError password_request_not_found, revision_outdated, password_request_decided
 */
export async function settlePasswordRequest(
  tx: Database,
  {
    id,
    isGiven,
    reason,
    seen,
    now,
  }: { id: string; isGiven: boolean; reason: string; seen: number | undefined; now: Date },
): Promise<{ userId: string }> {
  const isThis = eq(passwordRequests.id, id)
  const [request] = await tx.select().from(passwordRequests).where(isThis).for('update')
  if (!request) throw new ApiError('password_request_not_found')
  await assertSeenRow(tx, 'password_requests', { id, seen })
  if (request.state !== 'WAITING') throw new ApiError('password_request_decided')
  const state = isGiven ? 'GIVEN' : 'REFUSED'
  await tx.update(passwordRequests).set({ state, reason, endedAt: now }).where(isThis)
  return { userId: request.userId }
}

/**
 * Expires password requests that nobody decided in time and wipes the details given in them. A request decided in the
 * meantime stays. Also deletes old requests.
 */
export async function expirePasswordRequests({ db, now, signal, onFault }: JobContext): Promise<void> {
  const { id, createdAt, endedAt } = passwordRequests
  const isOld = lte(createdAt, expiresIfMadeBy(now))
  await processEach({
    what: 'expire password request',
    list: ({ afterId, limit }) =>
      db
        .select({ id })
        .from(passwordRequests)
        .where(and(isWaiting, isOld, gt(id, afterId)))
        .orderBy(asc(id))
        .limit(limit),
    each: async ({ id: requestId }) => {
      const expired = { ...ENDED_UNDECIDED, state: 'EXPIRED', endedAt: now } as const
      await db
        .update(passwordRequests)
        .set(expired)
        .where(and(eq(id, requestId), isWaiting))
    },
    signal,
    onFault,
  })
  await db.delete(passwordRequests).where(lt(endedAt, keptSince('passwordRequests', now)))
}

export default plugin([
  // The owner of the account is notified. A request that already waits keeps its first content, and is only counted
  // once more. No transaction around it: the request stays counted although the call is refused.
  handle(requestPassword, async ({ body: form, db, now, request }) => {
    const [fault] = Object.values(passwordRequestFaults(form))
    if (fault) throw new ApiError(fault)
    const account = form.account.trim()
    const limits = limitsOfRequest(plainUsername(account), networkOf(request.ip))
    const left = await countFailureIn(db, limits, now)
    if (left.some(({ tries }) => tries < 0)) throw new ApiError('password_requests_too_many')
    const found = await findCredentials(db, account)
    if (!found) return null
    const { userId } = found
    await db.transaction(async (tx) => {
      const [asked] = await tx
        .insert(passwordRequests)
        .values({ userId, account, contact: form.contact.trim(), proof: form.proof.trim(), createdAt: now })
        .onConflictDoUpdate({
          target: passwordRequests.userId,
          targetWhere: sql`state = 'WAITING'`,
          set: { timesAsked: sql`${passwordRequests.timesAsked} + 1` },
        })
        .returning({ timesAsked: passwordRequests.timesAsked })
      if (asked?.timesAsked !== 1) return
      await notify(tx, {
        receiverIds: [userId],
        senderId: null,
        category: 'systemNotice',
        title: '有人申请找回密码',
        content: '客服收到了找回您账号密码的申请，核实后才会处理。如非本人操作，请联系客服',
        about: { kind: 'account', id: userId },
      })
    })
    return null
  }),
])
