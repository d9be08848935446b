import * as api from '@paidang/api/areas/activities/class-actions'
import type { Invitation } from '@paidang/api/areas/activities/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { answerDueText } from '@paidang/domain/areas/activities/classes/answer-time'
import { isSaidOfClass } from '@paidang/domain/areas/activities/classes/invitation'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { toIsoDay } from '@paidang/domain/kernel/day'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { plugin } from '../../../http/handle.ts'
import { seats } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { keepUsable, lockContractsOfSeats } from '../../money/contracts/holds.ts'
import { retryOnce } from '../../time/schedule/claim-cells.ts'
import { moveClass } from '../../time/schedule/move-class.ts'
import { checkBookingContext } from './booking-context.ts'
import { insertStep, lessonOf, NO_OFFER, notifyOfClass, publishGrid, updateInvitation } from './class-row.ts'
import { findView, type InvitationView, presentById, presentInvitation } from './class-view.ts'
import { type EditInput, type EditPlan, planEdit } from './edit-plan.ts'
import { assertClassSeen, assertMay, assertNotAway, type OpenClass, openClass, readClass } from './open-class.ts'
import { holdSeat, playersOf, returnSeats, seatUnclaimed, updateSeat } from './seats.ts'
import { assertNotClosed, type SlotsInput, slotsOfClass, throwSlotConflict } from './slot-conflict.ts'

type Edit = EditInput & { invitationId: string; seen?: number | undefined }

/** Invites people to a class, also those who left it. */
async function insertInvited(
  tx: Database,
  { invitationId, userIds, now }: { invitationId: string; userIds: readonly string[]; now: Date },
): Promise<void> {
  if (userIds.length === 0) return
  const empty = { invitationId, state: 'INVITED' as const, heldSessions: 0, round: 0, joinedAt: now }
  await tx
    .insert(seats)
    .values(userIds.map((userId) => ({ ...empty, userId })))
    .onConflictDoUpdate({ target: [seats.invitationId, seats.userId], set: { state: 'INVITED' } })
}

/** Withdraws invitations. A player who once had a seat keeps the row, since later cancellations are judged by it. */
async function withdrawInvited(
  tx: Database,
  { invitationId, userIds }: { invitationId: string; userIds: readonly string[] },
): Promise<void> {
  if (userIds.length === 0) return
  const invited = and(
    eq(seats.invitationId, invitationId),
    inArray(seats.userId, [...userIds]),
    eq(seats.state, 'INVITED'),
  )
  await tx.delete(seats).where(and(invited, isNull(seats.contractId), isNull(seats.lateCancelledAt)))
  await tx.update(seats).set({ state: 'LEFT' }).where(invited)
}

/** A class with the venue, court and number of players that an edit changes. */
function lessonBeside(view: InvitationView, other: InvitationView): string {
  const [row, { invitation }] = [view.invitation, other]
  const isElsewhere = row.stadiumId !== invitation.stadiumId
  const parts = [
    isElsewhere && view.stadiumName,
    (isElsewhere || row.courtId !== invitation.courtId) && view.courtName,
    row.participantsCount !== invitation.participantsCount && `${row.participantsCount}人`,
  ]
  return [lessonOf(row), ...parts.filter(Boolean)].join(' ')
}

/**
 * Notifies everybody whom an edit concerns. Some have to answer again, some lost the class or the invitation, some only
 * take part.
 *
 * Source: decision "Messages"
 */
async function notifyEdited(
  tx: Database,
  { view, seats, joined }: OpenClass,
  edited: InvitationView,
  { columns, guests, asksAnew }: EditPlan,
  senderId: string,
): Promise<void> {
  const row = view.invitation
  const before = lessonBeside(view, edited)
  const after = lessonBeside(edited, view)
  const due = answerDueText(edited.invitation.expiresAt)
  const say = (
    receiverIds: readonly string[],
    title: string,
    content: string,
    category: 'classNotice' | 'invitation' = 'classNotice',
  ) => notifyOfClass(tx, row.id, { receiverIds, senderId, category, title, content })

  if (row.initiatorRole === 'player') {
    const { initiatorName } = view
    if (columns.coachId === row.coachId) {
      const content = `${initiatorName} 将 ${before} 修改为 ${after}，请在 ${due} 前重新答复`
      await say([row.coachId], '约课已修改', content, 'invitation')
    } else {
      const content = `${initiatorName} 约您 ${after}，请在 ${due} 前答复`
      await say([columns.coachId], '新的约课申请', content, 'invitation')
      await say([row.coachId], '约课已改约其他教练', `${initiatorName} 的 ${before} 已改约其他教练`)
    }
    await say(playersOf(joined), '约课已修改', `${before} 修改为 ${after}，等待教练确认`)
    return
  }

  const { coachName } = view
  const stillInvited = seats.filter(({ state, userId }) => state === 'INVITED' && !guests.dropped.includes(userId))
  const askedAnew = asksAnew ? playersOf([...joined, ...stillInvited]) : []
  const isWaiting = edited.invitation.invitationStatus === 'PENDING'
  const answer = `请${isWaiting ? `在 ${due} 前` : '尽快'}答复`
  await say(askedAnew, '约课已修改', `${coachName} 将 ${before} 修改为 ${after}，请确认是否参与`, 'invitation')
  await say(guests.added, '新的约课邀请', `${coachName} 邀请您参加 ${after}，${answer}`, 'invitation')
  await say(guests.dropped, '约课邀请已撤回', `${coachName} 撤回了 ${before} 的邀请`)
}

/**
 * Gives back the held hours and holds new ones, for each seat that pays. Hours that somebody else's edit leaves on
 * another contract stay usable.
 *
 * @returns whether all of them could pay
 */
export async function moveHolds(
  tx: Database,
  { view, joined }: OpenClass,
  columns: Parameters<typeof holdSeat>[2],
  { actorId, now }: { actorId: string; now: Date },
): Promise<boolean> {
  const { initiatorRole, initiatorId } = view.invitation
  const paying = joined.filter(({ userId }) => initiatorRole === 'coach' || userId === initiatorId)
  await lockContractsOfSeats(tx, {
    userIds: playersOf(paying),
    courseId: columns.courseDesignId,
    contractIds: paying.flatMap(({ contractId }) => contractId ?? []),
  })
  const back = { actorId, reason: '修改约课，退回课时', now }
  // Usually the same contract holds them again at once.
  await returnSeats(tx, paying, { ...back, isOwnChoice: true })
  let canAllPay = true
  for (const seat of paying) {
    const payingId = await holdSeat(tx, seat, columns, { actorId, reason: '修改约课', now })
    if (seat.contractId !== null && seat.contractId !== payingId && seat.userId !== actorId)
      await keepUsable(tx, { contractId: seat.contractId, ...back })
    if (payingId !== null) continue
    canAllPay = false
    await updateSeat(tx, seat, { contractId: null, round: seat.round + 1 })
  }
  return canAllPay
}

/** Only what is said changes. The class stays active, or waits, as before. */
async function changeSaid(
  tx: Database,
  { view: { invitation: row }, joined }: OpenClass,
  { columns, changes }: EditPlan,
  { actorId, now }: Edit,
): Promise<Invitation> {
  const said = Object.entries(columns).filter(([name]) => isSaidOfClass(name))
  await updateInvitation(tx, row.id, { ...Object.fromEntries(said), responseTime: now })
  const names = changes.join('、')
  await insertStep(tx, row, { action: 'edit', actorId, reason: `修改${names}`, now })
  await notifyOfClass(tx, row.id, {
    receiverIds: [row.coachId, ...playersOf(joined)],
    senderId: actorId,
    title: `约课${names}已更新`,
    content: `${lessonOf(row)} 有新的${names}`,
  })
  return presentById(tx, row.id, now)
}

async function editOnce(db: Database, edit: Edit): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const { invitationId, actorId, now, seen } = edit
    const opened = await openClass(tx, invitationId, actorId)
    const { view, joined } = opened
    const row = view.invitation
    assertMay('edit', opened, now)
    const plan = await planEdit(tx, opened, edit)
    const { columns, guests } = plan
    if (plan.isUnchanged) return presentInvitation(view, now)
    await assertClassSeen(tx, opened, { seen, now })
    if (plan.isOnlySaid) return changeSaid(tx, opened, plan, edit)
    if (columns.useUnavailable) await assertNotClosed(tx, { ...(await slotsOf(tx, edit)), courtId: columns.courtId })

    const needContract = !(await moveHolds(tx, opened, columns, edit))
    const isByCoach = row.initiatorRole === 'coach'
    if (needContract && isByCoach) throw new ApiError('lesson_hours_too_few')
    await moveClass(tx, invitationId, plan.move)
    await assertNotAway(tx, columns, actorId)
    await withdrawInvited(tx, { invitationId, userIds: guests.dropped })
    await insertInvited(tx, { invitationId, userIds: guests.added, now })
    const isPaid = await seatUnclaimed(tx, { invitationId, userIds: guests.seated }, columns, { actorId, now })
    if (!isPaid) throw new ApiError('lesson_hours_too_few')
    // Every player with a seat is asked to agree. The coach has agreed for those without an account.
    if (isByCoach && plan.asksAnew)
      await tx
        .update(seats)
        .set({ changedAt: now })
        .where(
          and(
            eq(seats.invitationId, invitationId),
            eq(seats.state, 'JOINED'),
            sql`not exists (select 1 from ${users} u where u.id = ${seats.userId} and u.unclaimed)`,
          ),
        )
    // More seats or guests do not concern players who have said yes.
    const stands = isByCoach && (!plan.asksAnew || plan.standing > 0) && row.invitationStatus === 'CONFIRMED'
    const toStatus = stands ? 'CONFIRMED' : 'PENDING'
    await updateInvitation(tx, invitationId, {
      ...columns,
      needContract,
      invitationStatus: toStatus,
      ...NO_OFFER,
      ...(!stands && { confirmedAt: null }),
      seatsTaken: row.seatsTaken + guests.seated.length,
      responseTime: now,
    })
    const reason = plan.changes.length > 0 ? `修改${plan.changes.join('、')}` : ''
    await insertStep(tx, row, { action: 'edit', toStatus, actorId, reason, now })
    // A waiting class stands as soon as somebody has joined it.
    if (toStatus === 'PENDING' && isByCoach && plan.standing > 0 && row.coachId === row.initiatorId) {
      await updateInvitation(tx, invitationId, { invitationStatus: 'CONFIRMED', confirmedAt: now })
      const join = { action: 'join', toStatus: 'CONFIRMED', actorId, reason: '教练替学员约课', now } as const
      await insertStep(tx, { ...row, invitationStatus: 'PENDING' }, join)
    }
    if (columns.coachId !== row.coachId)
      await settleRequests(tx, { kind: 'invitation', id: invitationId }, APPROVAL.REJECTED)
    const edited = await findView(tx, invitationId)
    if (!edited) throw new Error('a class vanished inside its transaction')
    await notifyEdited(tx, opened, edited, plan, actorId)
    for (const place of [row, columns]) await publishGrid(tx, place, playersOf(joined))
    return presentInvitation(edited, now)
  })
}

async function slotsOf(db: Database, { invitationId, body, actorId: userId, now }: Edit): Promise<SlotsInput> {
  const { coachId, stadiumId, beginTimeSlot, endTimeSlot } = body
  const { courtCode } = await checkBookingContext(db, body, { userId, now })
  const opened = await readClass(db, invitationId, userId)
  const slots = slotsOfClass(opened, { userId, now })
  // As the plan counts them: in a coach's class, where it has refused who is no student of theirs.
  const studentIds = opened.view.invitation.initiatorRole === 'coach' ? (body.studentIds ?? []) : []
  return {
    ...slots,
    ...{ stadiumId, coachId, courtCode, courseDate: toIsoDay(body.courseDate), beginTimeSlot, endTimeSlot },
    personIds: [...slots.personIds, ...studentIds],
    // Only the coach can make their own locks give way.
    overLocksOf: body.useUnavailable && userId === coachId ? coachId : undefined,
  }
}

/**
 * The maker of a class changes it. Its claims and holds move in one transaction, or nothing changes. It is PENDING
 * again, with the full time to be answered. A player's class needs its coach's agreement again. A coach's class needs
 * that of its players, by joining. The old holds are given back. New ones are placed on the earliest-expiring contract
 * that can pay. Without one, a player's class needs a contract, and a coach's class stays unchanged. A change of text
 * alone asks nobody. An edit without effect, such as a repeat, answers the present state.
 *
 * @throws ApiError the refusals of the endpoint
 * Source: specification §4 "Invitation actions"; decision "The life of a class invitation", edit
 */
export async function editInvitation(db: Database, edit: Edit): Promise<Invitation> {
  return retryOnce(
    () => editOnce(db, edit),
    async (cells, isFinal) => throwSlotConflict(db, cells, await slotsOf(db, edit), isFinal),
  )
}

export default plugin([
  handleReviewed(
    api.updateBySelf,
    {
      kind: 'class',
      words: ({ body: { messageToCoach, messageToPlayers } }) => ({ messageToCoach, messageToPlayers }),
      about: ({ params }) => params.id,
    },
    ({ params: { id: invitationId }, body: { revision: seen, ...body }, user, now }, say) =>
      say((tx, words) =>
        editInvitation(tx, { invitationId, body: { ...body, ...words }, actorId: user.id, now, seen }),
      ),
  ),
])
