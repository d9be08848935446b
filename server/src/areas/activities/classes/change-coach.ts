import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { answerDueText, answerTimes, answerTimesOnceChanged } from '@paidang/domain/areas/classes/answer-time'
import { effectiveStatus, isLive, whyNot } from '@paidang/domain/areas/classes/invitation'
import { actorsOfClub } from '@paidang/domain/areas/classes/transitions'
import { cellsOf } from '@paidang/domain/areas/schedule/cells'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { monthDotDay } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { publishGridChanges } from '../../time/schedule/claim-cells.ts'
import { moveClass } from '../../time/schedule/move-class.ts'
import { retryOnce } from '../../time/schedule/retry-once.ts'
import { lockOfferForShare } from './booking-queries.ts'
import { findSuccessor } from './change-coach-queries.ts'
import type { ClassAction } from './confirm-invitation.ts'
import { listCoachIds } from './edit-queries.ts'
import { hasToAgree, type OpenClass, openClass, readClass } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { insertEvent, updateInvitation } from './queries.ts'
import { slotsOfClass, throwSlotConflict } from './throw-slot-conflict.ts'
import { findView } from './view-queries.ts'

type CoachChange = ClassAction & { coachId: string }

/**
 * Hands a class to another coach of its company, who has to agree. It is PENDING again, with the full time to be
 * answered. The former coach's half-hours are released and the new coach's are claimed. The class keeps its court. A
 * waiting request that allows conflicts claims nothing, before or after. A coach who made the class stays its initiator
 * until the new one agrees. Back with them nobody has to confirm it: it stands again if a player in it has agreed. A
 * change to the same coach again answers the present state.
 *
 * @throws ApiError invitation_not_found, any refusal of whyNot, revision_outdated, coach_not_found, coach_not_of_company,
 *   coach_not_of_course
 * @throws ApiError coach_not_at_venue, invitation_with_oneself (the new coach is one of its players)
 * @throws ApiError coach_unavailable (the new coach is blocked from a player or the initiator)
 * @throws ApiError coach_busy (data: SlotClash, when else the new coach is free).
 * Source: specification §4 "Invitation actions"; decision "The life of a class invitation", change coach
 */
export async function changeCoach(db: Database, change: CoachChange): Promise<Invitation> {
  const { invitationId, coachId, actorId: userId, now } = change
  return retryOnce(
    () => changeOnce(db, change),
    async (cells, isFinal) => {
      const opened = await readClass(db, invitationId, userId)
      const { stadiumId: venueId, courseDate, beginTimeSlot, endTimeSlot } = opened.view.invitation
      const span = { courtCode: opened.view.courtCode, courseDate, beginTimeSlot, endTimeSlot }
      const input = { ...slotsOfClass(opened, now), ...span, venueId, coachId, userId, now }
      await throwSlotConflict(db, cells, input, { isFinal }).catch((error: unknown) => {
        throw error instanceof ApiError ? busyAs(error) : error
      })
    },
  )
}

/** The only cells that a change of coach can fail to claim are the new coach's. */
function busyAs({ data }: ApiError): ApiError {
  return new ApiError('coach_busy', { data: { ...(data as object), clash: 'COACH' } })
}

async function changeOnce(
  db: Database,
  { invitationId, coachId, actorId, now, seen }: CoachChange,
): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const opened = await openClass(tx, invitationId, actorId)
    const { view, facts, actors, startsAt } = opened
    const row = view.invitation
    const refusal = whyNot('change-coach', facts, actors, now)
    const isRepeat = row.coachId === coachId && isLive(effectiveStatus(row, now))
    if (isRepeat && refusal !== 'invitation_not_yours') return presentInvitation(view, now)
    if (refusal) throw new ApiError(refusal)
    await assertSeen(tx, 'invitations', { seen, row }, () => presentInvitation(view, now, opened))
    const nickname = await successorOf(tx, opened, coachId)

    const isBack = row.initiatorRole === 'coach' && row.initiatorId === coachId
    const stands = isBack && opened.joined.some((seat) => !hasToAgree(seat))
    const invitationStatus = stands ? 'CONFIRMED' : 'PENDING'
    const useUnavailable = row.useUnavailable && row.invitationStatus === 'PENDING'
    const isByClub = row.initiatorRole === 'coach' || actorsOfClub(actors).length > 0
    const hasStood = row.invitationStatus === 'CONFIRMED' || row.expiresAt > startsAt
    const mayStillBeTaught = isByClub && hasStood
    const times = mayStillBeTaught ? answerTimesOnceChanged(now, facts) : answerTimes(now, startsAt)
    if (!useUnavailable) await moveToCoach(tx, opened, coachId)
    await updateInvitation(tx, invitationId, {
      coachId,
      useUnavailable,
      invitationStatus,
      confirmedAt: stands ? now : null,
      ...times,
      responseTime: now,
    })
    await insertEvent(tx, {
      invitationId,
      action: 'change-coach',
      fromStatus: row.invitationStatus,
      toStatus: invitationStatus,
      actorId,
      reason: `${view.coachName} → ${nickname}`,
      now,
    })
    // Settles the requests to the coach who was asked before.
    await settleRequests(tx, { kind: 'invitation', id: invitationId }, APPROVAL.REJECTED)
    const personIds = opened.joined.map(({ userId }) => userId)
    for (const each of [row.coachId, coachId]) {
      await publishGridChanges(tx, { venueId: row.stadiumId, coachId: each, personIds, day: row.courseDate })
    }
    const changed = await findView(tx, invitationId)
    if (!changed) throw new Error('a class vanished inside its transaction')
    const { expiresAt, revision } = changed.invitation
    await notifyChanged(tx, opened, { coachId, nickname, actorId, isBack, expiresAt, revision })
    return presentInvitation(changed, now)
  })
}

/** The new coach's name. @throws ApiError when that coach may not take this class over */
async function successorOf(tx: Database, { view, seats }: OpenClass, coachId: string): Promise<string> {
  const { companyId, courseDesignId: courseId, stadiumId: venueId } = view.invitation
  await lockOfferForShare(tx, { coachId, courseId, venueId })
  const person = await findSuccessor(tx, coachId, { invitationId: view.invitation.id, companyId, courseId, venueId })
  if (!person?.is_coach) throw new ApiError('coach_not_found')
  if (!person.is_member) throw new ApiError('coach_not_of_company')
  if (!person.teaches) throw new ApiError('coach_not_of_course')
  if (!person.serves) throw new ApiError('coach_not_at_venue')
  if (seats.some(({ userId }) => userId === coachId)) throw new ApiError('invitation_with_oneself')
  if (!person.is_seen) throw new ApiError('coach_unavailable')
  return person.nickname
}

async function moveToCoach(tx: Database, { view, joined }: OpenClass, coachId: string): Promise<void> {
  const { id, courtId, courseDate, beginTimeSlot, endTimeSlot } = view.invitation
  const playerIds = joined.map(({ userId }) => userId)
  const coachPlayerIds = await listCoachIds(tx, playerIds)
  await moveClass(tx, id, {
    cells: cellsOf({ courtId, coachId, playerIds, coachPlayerIds, courseDate, beginTimeSlot, endTimeSlot }),
  })
}

async function notifyChanged(
  tx: Database,
  { view, joined }: OpenClass,
  {
    coachId,
    nickname,
    actorId,
    isBack,
    expiresAt,
    revision,
  }: { coachId: string; nickname: string; actorId: string; isBack: boolean; expiresAt: Date; revision: number },
): Promise<void> {
  const row = view.invitation
  const lesson = `${monthDotDay(row.courseDate)} ${whenOf(row.beginTimeSlot, row.endTimeSlot)} ${row.courseDesignName}`
  const notice = { senderId: actorId, about: { kind: 'invitation' as const, id: row.id } }
  const receiverIds = [row.coachId, row.initiatorId, ...joined.map(({ userId }) => userId)]
  if (isBack) {
    await notify(tx, {
      ...notice,
      receiverIds: [coachId, ...receiverIds].filter((id) => id !== actorId),
      category: 'classNotice',
      title: '课程由原教练继续',
      content: `${lesson} 没有转给 ${view.coachName}，仍由 ${nickname} 授课`,
    })
    return
  }
  await notify(tx, {
    ...notice,
    receiverIds: [coachId],
    category: 'invitation',
    title: '更换教练，等待您确认',
    content: `${lesson} 由 ${view.coachName} 转给您，请在 ${answerDueText(expiresAt)} 前答复`,
    asksForDecision: true,
    revision,
  })
  await notify(tx, {
    ...notice,
    receiverIds: receiverIds.filter((id) => id !== coachId),
    category: 'classNotice',
    title: '教练已更换',
    content: `${lesson} 的教练由 ${view.coachName} 更换为 ${nickname}，等待对方确认`,
  })
}
