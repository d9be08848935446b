import { effectiveStatus, isOffered } from '@paidang/domain/areas/activities/classes/invitation'
import { isOut } from '@paidang/domain/areas/activities/classes/seat'
import type { Cell } from '@paidang/domain/areas/time/schedule/cells'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { and, asc, eq, gt, lte } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { invitations } from '../../../tables/classes.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { releaseClass } from '../../time/schedule/claim-cells.ts'
import { holdersAmongClasses } from '../../time/schedule/find-holder.ts'
import {
  insertStep,
  lessonOf,
  listEvents,
  lockInvitation,
  lockUnlessBusy,
  notifyOfClass,
  publishGrid,
  updateInvitation,
} from './class-row.ts'
import { findView } from './class-view.ts'
import { listSeats, playersOf, returnSeats, undoLate } from './seats.ts'

/**
 * Expires a request that nobody answered in time, in a transaction of its own. Its half-hours and hours are given back,
 * and everybody concerned is notified.
 *
 * @param lock by default waits for an action that holds the class at this moment
 * @returns whether it did; false for a class that is not stale
 * Source: decision "The life of a class invitation", EXPIRED
 */
async function expireInvitation(db: Database, id: string, now: Date, lock = lockInvitation): Promise<boolean> {
  return db.transaction(async (tx) => {
    const view = (await lock(tx, id)) ? await findView(tx, id) : undefined
    if (!view) return false
    const row = view.invitation
    if (row.invitationStatus !== 'PENDING' || effectiveStatus(row, now) !== 'EXPIRED') return false

    const seats = await listSeats(tx, [id])
    const joined = seats.filter(({ state }) => state === 'JOINED')
    const movement = { actorId: null, reason: '约课过期，退回课时', now }
    await returnSeats(tx, joined, movement)
    // When nobody agreed to a change by the coach's side, earlier late cancellations no longer count.
    const cameUndone = (await listEvents(tx, id))
      .filter(({ fromStatus, toStatus }) => fromStatus === 'CONFIRMED' && toStatus === 'PENDING')
      .pop()
    const isByClub = cameUndone !== undefined && cameUndone.action !== 'cancel'
    const leavers = isByClub ? await undoLate(tx, seats, movement) : []
    await releaseClass(tx, id)
    await updateInvitation(tx, id, { invitationStatus: 'EXPIRED', responseTime: now })
    await insertStep(tx, row, { action: 'expire', toStatus: 'EXPIRED', actorId: null, now })
    await settleRequests(tx, { kind: 'invitation', id }, APPROVAL.REJECTED)
    const askedIds = playersOf(seats.filter(({ state }) => !isOut(state)))
    const ended = isOffered(row)
      ? `教练建议改到的 ${lessonOf(row)} 没有得到答复，已自动取消`
      : `${monthDotDay(row.courseDate)} ${row.courseDesignName} 未在时限内确认，已自动取消`
    const say = (receiverIds: readonly string[], content: string) =>
      notifyOfClass(tx, id, { receiverIds, senderId: null, title: '约课已过期', content })
    // Many classes hold no hours: they wait for a contract, or are joined for nothing.
    const payers = isOffered(row) ? playersOf(joined.filter(({ heldSessions }) => heldSessions > 0)) : []
    const backIds = payers.length > 0 ? [row.coachId, ...payers] : []
    await say(backIds, `${ended}，课时已退回`)
    const readerIds = [row.coachId, row.initiatorId, ...askedIds, ...leavers.map(({ userId }) => userId)]
    await say(
      readerIds.filter((reader) => !backIds.includes(reader)),
      ended,
    )
    await publishGrid(tx, row, playersOf(joined))
    return true
  })
}

/**
 * Expires all unanswered requests that hold one of these cells. The order of ids makes sure that two callers never
 * deadlock.
 *
 * @returns whether there was one
 */
export async function expireHolders(db: Database, cells: readonly Cell[], now: Date): Promise<boolean> {
  let isAnyExpired = false
  for (const invitationId of await holdersAmongClasses(db, cells)) {
    if (await expireInvitation(db, invitationId, now)) isAnyExpired = true
  }
  return isAnyExpired
}

/** Requests whose time to be answered had passed at `now`, by id. Those that are locked by an action are left out. */
async function listStaleIds(
  db: Database,
  { now, afterId, limit }: { now: Date; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  return db
    .select({ id: invitations.id })
    .from(invitations)
    .where(
      and(eq(invitations.invitationStatus, 'PENDING'), lte(invitations.expiresAt, now), gt(invitations.id, afterId)),
    )
    .orderBy(asc(invitations.id))
    .limit(limit)
    .for('update', { skipLocked: true })
}

/**
 * Expires every request that nobody answered in time. A class that is locked by an action is left to the next run. Only
 * cleanup: code that reads a class or needs its half-hours compares its time with the clock.
 *
 * Source: decision "The life of a class invitation", EXPIRED
 */
export async function expireStaleInvitations({ db, now, signal, onFault }: JobContext): Promise<void> {
  await processEach({
    what: 'expire invitation',
    list: (page) => listStaleIds(db, { now, ...page }),
    each: async ({ id }) => void (await expireInvitation(db, id, now, lockUnlessBusy)),
    signal,
    onFault,
  })
}
