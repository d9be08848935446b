import * as api from '@paidang/api/areas/activities/class-actions'
import type { Invitation } from '@paidang/api/areas/activities/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { effectiveStatus, isLive, waitsForCoach } from '@paidang/domain/areas/activities/classes/invitation'
import { isOut } from '@paidang/domain/areas/activities/classes/seat'
import { type Cell, cellsOf } from '@paidang/domain/areas/time/schedule/cells'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { users } from '../../../tables/identities.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { claimCells, clashError, retryOnce } from '../../time/schedule/claim-cells.ts'
import { findHolder } from '../../time/schedule/find-holder.ts'
import { leaveClass } from './cancel.ts'
import { insertStep, lessonOf, lockInvitation, notifyOfClass, publishGrid, updateInvitation } from './class-row.ts'
import { presentById, presentInvitation } from './class-view.ts'
import { expireHolders } from './expire-stale-invitations.ts'
import {
  assertClassSeen,
  assertMay,
  assertNotAway,
  assertOfCompany,
  findClass,
  isBlockedFrom,
  isLockedOut,
  isOpenedBy,
  type OpenClass,
  openClass,
} from './open-class.ts'
import { holdSeat, insertSeats, lockStudentsForShare, undoLate, updateSeat } from './seats.ts'
import { shareLinkOf } from './share-link.ts'

/** A joining user, with the facts that joining needs. */
type Joiner = { id: string; nickname: string; isCoach: boolean }

async function findJoiner(db: Database, userId: string): Promise<Joiner | undefined> {
  const [row] = await db
    .select({ id: users.id, nickname: users.nickname, isCoach: sql<boolean>`${users.userType} <> 0` })
    .from(users)
    .where(eq(users.id, userId))
  return row
}

async function takeSeat(
  tx: Database,
  { view: { invitation: row }, own }: OpenClass,
  { id: userId, isCoach }: Joiner,
  now: Date,
): Promise<void> {
  const seat = { invitationId: row.id, userId }
  if (own) {
    // A player who comes back after leaving late gets the lost hours back.
    await undoLate(tx, [own], { actorId: userId, reason: '重新参与约课，退回逾时取消的课时', now })
    await updateSeat(tx, seat, { state: 'JOINED', attendance: null, joinedAt: now })
  } else await insertSeats(tx, row.id, { userIds: [userId], state: 'JOINED', now })

  if (row.initiatorRole === 'coach') {
    const movement = { actorId: userId, reason: '参与约课', now }
    const isHeld = await holdSeat(tx, { ...seat, round: own?.round ?? 0 }, row, movement)
    if (!isHeld) throw new ApiError('lesson_hours_too_few')
  }
  const { courseDate, beginTimeSlot, endTimeSlot } = row
  const span = { courseDate, beginTimeSlot, endTimeSlot }
  const cells = cellsOf({ playerIds: [userId], coachPlayerIds: isCoach ? [userId] : [], ...span })
  await claimCells(tx, row.id, cells)
  await updateInvitation(tx, row.id, { seatsTaken: row.seatsTaken + 1 })
  await publishGrid(tx, row, [userId])
}

/** Applies a taken seat or a renewed agreement to the class: its status, its trail and the notifications. */
async function recordAgreement(
  tx: Database,
  { view: { invitation: row }, facts }: OpenClass,
  { id: actorId, nickname }: Joiner,
  { isAgreeing, now }: { isAgreeing: boolean; now: Date },
): Promise<void> {
  const stands = row.initiatorRole === 'coach' && row.invitationStatus === 'PENDING' && !waitsForCoach(facts)
  const toStatus = stands ? 'CONFIRMED' : row.invitationStatus
  await updateInvitation(tx, row.id, {
    invitationStatus: toStatus,
    responseTime: now,
    ...(stands && { confirmedAt: now }),
  })
  await insertStep(tx, row, { action: 'join', toStatus, actorId, reason: isAgreeing ? '同意修改' : '', now })
  await notifyOfClass(tx, row.id, {
    receiverIds: [row.coachId, row.initiatorId],
    senderId: actorId,
    title: stands ? '约课已确认' : isAgreeing ? '学员已同意修改' : '有学员参与约课',
    content: `${nickname} ${isAgreeing ? '同意了修改后的' : '参与了'} ${lessonOf(row)}`,
  })
}

/**
 * A player takes a seat. Their half-hours are claimed. In a coach's class their own hours are held, all or nothing; a
 * player's class is paid by its initiator. The first player makes a coach's class CONFIRMED, unless it waits for
 * another coach. A player with a seat in a changed class thereby agrees to the change, until the class is completed.
 * Any other repeat answers the present state.
 *
 * Users who were asked, have left or hold a share link may join. Students of the coach may join a class that the coach
 * made. None of them may be blocked from the coach or the initiator.
 *
 * Source: specification §4 "Invitation actions"; decision "The life of a class invitation", join
 */
async function joinInvitation({
  params: { a: invitationId, b: playerId },
  body: { share, revision: seen },
  user: { id: actorId },
  db,
  now,
  app,
}: Handled<typeof api.joinInvitation>): Promise<Invitation> {
  const link = await shareLinkOf(db, app.shareTokens, { invitationId, share, now })
  // Compared before the class is read, so that the refusal does not reveal whether it exists.
  if (playerId !== actorId) throw new ApiError('join_for_others')
  const joinOnce = () =>
    db.transaction(async (tx) => {
      const isThere = await lockInvitation(tx, invitationId)
      const opened = isThere && (await findClass(tx, invitationId, actorId))
      if (!opened) throw new ApiError('invitation_not_found')
      const { view, own, facts, actors } = opened
      const joiner = await findJoiner(tx, actorId)
      if (!joiner) throw new ApiError('invitation_not_found')
      const isAsked = own !== undefined || isOpenedBy(link, facts)
      const isOfCoach = facts.initiatorRole === 'coach' && (await lockStudentsForShare(tx, facts.coachId, [actorId]))
      if (!isAsked && !isOfCoach) {
        throw new ApiError(opened.isStranger ? 'invitation_not_found' : 'invitation_not_yours')
      }
      const hasSeat = own?.state === 'JOINED'
      if (!hasSeat && (await isBlockedFrom(tx, opened, actorId))) throw new ApiError('invitation_not_found')
      if (hasSeat && isLive(effectiveStatus(facts, now)) && !facts.mustAgree) return presentInvitation(view, now)
      const isCoachAway = await isLockedOut(tx, facts.coachId, now)
      assertMay('join', { facts: { ...facts, isCoachAway }, actors }, now)
      await assertOfCompany(tx, view.invitation, actorId)
      await assertNotAway(tx, view.invitation, actorId)
      await assertClassSeen(tx, opened, { seen, now })

      if (hasSeat) await updateSeat(tx, { invitationId, userId: actorId }, { changedAt: null, attendance: null })
      else await takeSeat(tx, opened, joiner, now)
      await recordAgreement(tx, opened, joiner, { isAgreeing: hasSeat, now })
      return presentById(tx, invitationId, now)
    })
  // The time of the class is fixed, so no alternatives are offered.
  const refuseBusy = async (cells: readonly Cell[], isFinal: boolean) => {
    if (!isFinal && ((await expireHolders(db, cells, now)) || !(await findHolder(db, cells)))) return
    throw clashError('PLAYER', [])
  }
  return retryOnce(joinOnce, refuseBusy)
}

export default plugin([
  handle(api.joinInvitation, joinInvitation),

  // An asked player declines before the class begins. A player with a seat declines what the coach changed, until it is
  // completed, and gets the held hours back. Both may still join while others may. Declining again changes nothing.
  handleReviewed(
    api.declineInvitation,
    { kind: 'class', words: ({ body: { reason } }) => ({ reason }), about: ({ params }) => params.id },
    ({ params: { id }, body: { revision: seen }, user: { id: actorId }, now }, say) =>
      say(async (tx, { reason = '' }) => {
        const opened = await openClass(tx, id, actorId)
        const { view, own } = opened
        if (!own) throw new ApiError('invitation_not_yours')
        if (isOut(own.state)) return presentInvitation(view, now)
        assertMay('decline', opened, now)
        await assertClassSeen(tx, opened, { seen, now })
        if (own.state === 'JOINED') {
          const leaving = { actorId, now, reason: reason || '没有同意修改', action: 'decline' } as const
          return leaveClass(tx, opened, { ...leaving, isOwnChoice: false })
        }

        const row = view.invitation
        await updateSeat(tx, { invitationId: id, userId: actorId }, { state: 'DECLINED' })
        await updateInvitation(tx, id, { responseTime: now })
        await insertStep(tx, row, { action: 'decline', actorId, reason, now })
        await notifyOfClass(tx, id, {
          receiverIds: [row.coachId, row.initiatorId],
          senderId: actorId,
          title: '学员拒绝约课',
          content: `${own.nickname} 拒绝了 ${lessonOf(row)}${reason && `：${reason}`}`,
        })
        return presentInvitation({ ...view, invitation: { ...row, responseTime: now } }, now)
      }),
  ),
])
