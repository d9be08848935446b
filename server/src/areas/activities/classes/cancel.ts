import * as api from '@paidang/api/areas/activities/class-actions'
import type { Invitation } from '@paidang/api/areas/activities/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { answerTimes, answerTimesOnceChanged } from '@paidang/domain/areas/activities/classes/answer-time'
import { actorsOf, isOffered } from '@paidang/domain/areas/activities/classes/invitation'
import {
  type CancellationCost,
  consequenceOf,
  dearerText,
  freeUntilUnder,
} from '@paidang/domain/areas/activities/classes/policy'
import { isOut } from '@paidang/domain/areas/activities/classes/seat'
import { actorsOfClub } from '@paidang/domain/areas/activities/classes/transitions'
import { trialCostOf } from '@paidang/domain/areas/activities/trial-lessons/trial'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import type { Database } from '../../../db/database.ts'
import { refuseCost } from '../../../db/revision-queries.ts'
import { plugin } from '../../../http/handle.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { releaseClass, releasePlayer } from '../../time/schedule/claim-cells.ts'
import { endTrialOfClass } from '../trial-lessons/steps.ts'
import { insertStep, lessonOf, notifyOfClass, publishGrid, updateInvitation } from './class-row.ts'
import { presentById, presentInvitation } from './class-view.ts'
import { type LateContext, lockForgiveness, readLateContext } from './forgiveness.ts'
import { assertClassSeen, assertMay, type OpenClass, openClass } from './open-class.ts'
import { grantForAbsentCoach, hasToAgree, lockHolds, playersOf, settleSeats, undoLate, updateSeat } from './seats.ts'

type Quote = CancellationCost &
  Pick<LateContext, 'cancelsBefore' | 'lastAt'> & { heldSessions: number; lostFen: Fen; isChanged: boolean }

const NOT_LATE = { cancelsBefore: 0, lastAt: null }

/**
 * What cancelling would cost this user now: the class for its initiator and the coach's side, a seat otherwise. Of
 * users without a seat only the company's admin can cancel. `isChanged`: the coach's side changed what the user agreed
 * to.
 */
export async function quoteCancellation(
  db: Database,
  { view, joined, own, role, startsAt }: OpenClass,
  { actorId, now }: { actorId: string; now: Date },
): Promise<Quote> {
  const { id, companyId, confirmedAt, invitationStatus, trialId, courseDesignPrice, consumedSessions } = view.invitation
  const heldSessions = joined.find(({ userId }) => userId === actorId)?.heldSessions ?? 0
  const isOfClub = role === 'coach' || role === 'viewer'
  if (isOfClub) {
    const free = { lostSessions: 0, reason: 'by_coach', freeUntil: freeUntilUnder(view.policy, startsAt) } as const
    return { ...free, ...NOT_LATE, heldSessions, lostFen: 0, isChanged: hasToAgree(own) }
  }
  const { policy } = view
  const late = await readLateContext(db, { userId: actorId, companyId, policy, invitationId: id, now })
  const isChanged = late.hasOfferChanged || hasToAgree(own)
  const cost = consequenceOf(
    {
      kind: 'cancel',
      isConfirmed: confirmedAt !== null && invitationStatus === 'CONFIRMED',
      isChanged,
      heldSessions: trialId === null ? heldSessions : consumedSessions,
      // A trial lesson is somebody's first class, so that a first late cancellation is never forgiven.
      before: trialId === null ? late.cancelsBefore : Number.POSITIVE_INFINITY,
    },
    policy,
    { startsAt, now },
  )
  const quote = { ...cost, ...late, heldSessions, isChanged }
  if (trialId === null) return { ...quote, lostFen: 0 }
  return { ...quote, lostSessions: 0, lostFen: trialCostOf(cost.reason === 'late', courseDesignPrice) }
}

/** An `actorId` of null is an operator, or the clock. */
type Calling = {
  actorId: string | null
  now: Date
  seen?: number | undefined
  reason: string
  byClub: boolean
  /** Whether players call off what nobody changed for them. Hours then come back on the contract as it is. */
  isOwnChoice?: boolean
  /** The player who cancels late, and what of the held hours they lose. */
  loser?: { userId: string; lostSessions: number } | undefined
  /** Whether it ends because the coach did not come. The policy may give its players hours on top. */
  coachAbsent?: boolean
  /** Whether its venue closed. Its players are then led to another time. */
  isClosure?: boolean
  /** A player who objects to a class of the past ends it, and nobody loses hours. */
  action?: 'cancel' | 'object-past'
}

/**
 * Cancels a class whose row is locked. Cancelling again by the same side changes nothing.
 *
 * @throws ApiError any refusal of whyNot, revision_outdated
 */
export async function cancelClass(
  tx: Database,
  opened: OpenClass,
  {
    actorId,
    now,
    seen,
    reason,
    byClub,
    isOwnChoice = false,
    loser,
    coachAbsent = false,
    isClosure = false,
    action = 'cancel',
  }: Calling,
): Promise<Invitation> {
  const { view, seats, joined, startsAt } = opened
  const row = view.invitation
  if (row.invitationStatus === 'CANCELLED' && row.cancelledBy === actorId) return presentInvitation(view, now)
  assertMay(action, opened, now)
  await assertClassSeen(tx, opened, { seen, now })

  const isObjection = action === 'object-past'
  const [verb, what] = row.pastReason === null ? ['取消', '约课'] : [isObjection ? '作废' : '撤回', '补录']
  const movement = { actorId, reason: `${verb}${what}：${reason}`, now }
  const settled = joined.map((seat) => {
    if (seat.userId === loser?.userId) return { seat, lostSessions: loser.lostSessions, reason: `逾时取消：${reason}` }
    const event = { kind: 'called-off', heldSessions: seat.heldSessions } as const
    return { seat, ...consequenceOf(event, view.policy, { startsAt, now }), reason: movement.reason }
  })
  await lockHolds(tx, row.courseDesignId, joined)
  // A class of the past moved no hours, so its contracts stay as they were.
  await settleSeats(tx, settled, { actorId, now, isOwnChoice: isOwnChoice || row.pastReason !== null })
  const given = coachAbsent ? await grantForAbsentCoach(tx, view, joined, { actorId, startsAt, now }) : undefined
  const ending = { isLate: loser !== undefined, actorId, reason: movement.reason, now }
  const money = row.trialId === null ? '' : await endTrialOfClass(tx, row.trialId, ending)
  const leavers = byClub ? await undoLate(tx, seats, movement) : []
  await releaseClass(tx, row.id)
  const changes = {
    invitationStatus: 'CANCELLED',
    cancelledAt: now,
    cancelledBy: actorId,
    cancelReason: reason,
    responseTime: now,
  } as const
  await updateInvitation(tx, row.id, changes)
  await insertStep(tx, row, { action, toStatus: 'CANCELLED', actorId, reason, now })
  await settleRequests(tx, { kind: 'invitation', id: row.id }, APPROVAL.REJECTED)
  const concerned = [...joined, ...seats.filter(({ state }) => state === 'INVITED')]
  const isRequest = row.invitationStatus === 'PENDING' && row.initiatorRole === 'player' && row.confirmedAt === null
  const isTurnedDown = isRequest && actorId === row.coachId
  const called = isTurnedDown ? '没有被接受' : `${isObjection ? '学员有异议，' : ''}已${verb}`
  const title =
    isOffered(row) && actorId === row.initiatorId ? '球员没有接受改约' : `${what}${isTurnedDown ? called : `已${verb}`}`
  const senderId = isClosure ? null : actorId
  const notice = { senderId, title, content: `${lessonOf(row)} ${called}：${reason}` }
  const told = { ...notice, content: `${notice.content}${money && `；${money}`}` }
  const playerIds = [row.initiatorId, ...playersOf(concerned)].filter((id) => id !== row.coachId)
  // How the money goes back is between its payer and the club.
  await notifyOfClass(tx, row.id, { ...notice, receiverIds: [row.coachId] })
  const about = { kind: isClosure ? 'closed_class' : 'invitation', id: row.id } as const
  // Each reads what came of their own hours. Many pay nothing, and some hold none yet.
  const hoursOf = (id: string) => {
    const bonus = given?.get(id)
    if (bonus) return `；课时已退回，另补 ${lessonHoursText(bonus)} 课时`
    const back = isClosure && joined.find(({ userId }) => userId === id)?.heldSessions
    return back ? `，退回 ${lessonHoursText(back)} 课时` : ''
  }
  for (const hours of new Set(playerIds.map(hoursOf))) {
    const receiverIds = playerIds.filter((id) => hoursOf(id) === hours)
    await notify(tx, { ...told, content: `${told.content}${hours}`, category: 'classNotice', about, receiverIds })
  }
  for (const { userId, isReturned } of leavers) {
    const undone = isReturned ? '你逾时退出时扣除的课时已退回' : '你的逾时退出不再计入免扣次数'
    await notifyOfClass(tx, row.id, { ...notice, receiverIds: [userId], content: `${notice.content}；${undone}` })
  }
  await publishGrid(tx, row, playersOf(joined))
  // The row has been locked since it was read, and the names do not change with it.
  return presentInvitation({ ...view, invitation: { ...row, ...changes } }, now)
}

type Leaving = {
  actorId: string
  now: Date
  reason: string
  action: 'cancel' | 'decline'
  /** What of the held hours a player who cancels loses. */
  lostSessions?: number
  isOwnChoice: boolean
}

/** A joiner gives back their seat in a class whose row is locked. Leaving late loses its hours. */
export async function leaveClass(
  tx: Database,
  { view, joined, facts, startsAt }: OpenClass,
  { actorId, now, reason, action, lostSessions, isOwnChoice }: Leaving,
): Promise<Invitation> {
  const row = view.invitation
  const seat = joined.find(({ userId }) => userId === actorId)
  if (!seat) throw new ApiError('invitation_not_yours')
  const free = consequenceOf({ kind: 'called-off', heldSessions: seat.heldSessions }, view.policy, { startsAt, now })
  const settled = { seat, lostSessions: lostSessions ?? free.lostSessions, reason: `退出约课：${reason}` }
  await settleSeats(tx, [settled], { actorId, now, isOwnChoice })
  const saysNo = action === 'decline'
  const state = saysNo ? 'DECLINED' : 'LEFT'
  await updateSeat(tx, { invitationId: row.id, userId: actorId }, { state, attendance: null, changedAt: null })
  await releasePlayer(tx, row.id, actorId)

  // A class made by its coach stays confirmed by players who agree. Without any it waits again.
  const isKept = joined.some((other) => other.userId !== actorId && !hasToAgree(other))
  const isEmptied = row.initiatorRole === 'coach' && !isKept && row.invitationStatus === 'CONFIRMED'
  const toStatus = isEmptied ? 'PENDING' : row.invitationStatus
  // Players who still have to agree to a change may do so on the court.
  const times = joined.length > 1 ? answerTimesOnceChanged(now, facts) : answerTimes(now, startsAt)
  const waitsAnew = { invitationStatus: toStatus, ...times, confirmedAt: null }
  // No seat can be taken from the start on, so a waiting class without players ends before it.
  const isDeserted = row.invitationStatus === 'PENDING' && joined.length === 1 && row.expiresAt > startsAt
  await updateInvitation(tx, row.id, {
    seatsTaken: row.seatsTaken - 1,
    responseTime: now,
    ...(isEmptied && waitsAnew),
    ...(isDeserted && answerTimes(now, startsAt)),
  })
  await insertStep(tx, row, { action, toStatus, actorId, reason, now })
  await notifyOfClass(tx, row.id, {
    receiverIds: [row.coachId, row.initiatorId],
    senderId: actorId,
    title: saysNo ? '学员没有同意修改' : '有学员退出约课',
    content: `${seat.nickname} 退出了 ${lessonOf(row)}：${reason}`,
  })
  await publishGrid(tx, row, [actorId])
  return presentById(tx, row.id, now)
}

const DEFAULT_REASON = { coach: '教练取消', company: '公司取消', player: '球员取消' } as const
const WITHDRAWN = { coach: '教练撤回', company: '公司撤回' } as const

/** What a player saw before the press: the class, and what leaving it costs. Without a value nothing is compared. */
type SeenCost = {
  revision?: number
  lostSessions?: number
  lostFen?: number
  costReason?: CancellationCost['reason']
}

/**
 * The initiator cancels the class, a joiner gives back their own seat. The company's policy decides whether the held
 * hours come back. The same function computes the cost here and for the display before the button. A coach who made a
 * class and handed it over stays its initiator until the other agrees. Until then they cancel it for the club.
 */
export async function cancelAsPlayer(
  tx: Database,
  {
    id,
    actorId,
    now,
    seen,
    reason: words,
  }: { id: string; actorId: string; now: Date; seen: SeenCost; reason?: string | undefined },
): Promise<Invitation> {
  const opened = await openClass(tx, id, actorId)
  const { role, facts, view, own } = opened
  const { invitationStatus, cancelledBy, initiatorRole } = view.invitation
  if (role === 'coach') throw new ApiError('invitation_not_yours')
  if (isOut(own?.state)) return presentInvitation(view, now)
  if (invitationStatus === 'CANCELLED' && cancelledBy === actorId) return presentInvitation(view, now)
  const actors = actorsOf(role)
  assertMay('cancel', { facts, actors }, now)
  await assertClassSeen(tx, opened, { seen: seen.revision, now })

  await lockForgiveness(tx, view.invitation.companyId, [actorId])
  const cost = await quoteCancellation(tx, opened, { actorId, now })
  const { lostSessions, lostFen } = cost
  const hasTiers = view.terms !== null
  const dearer = dearerText({ lostSessions: seen.lostSessions, reason: seen.costReason }, cost, hasTiers)
  if (dearer) refuseCost(dearer, { lostSessions, reason: cost.reason })
  if (seen.lostFen !== undefined && lostFen > seen.lostFen)
    refuseCost(`现在取消将扣除 ¥${yuanOf(lostFen)}`, { lostFen })
  const isLate = cost.reason === 'late'
  // What is late in a trial lesson costs money at once, and does not count for later classes.
  if (view.invitation.trialId === null && (isLate || cost.reason === 'forgiven'))
    await updateSeat(tx, { invitationId: id, userId: actorId }, { lateCancelledAt: now, lateReturnedAt: null })
  const isTurnedDown = role === 'initiator' && isOffered(view.invitation)
  const fallback = isTurnedDown ? '没有接受改约' : DEFAULT_REASON[role === 'initiator' ? initiatorRole : 'player']
  const reason = words || fallback
  const isUnchanged = !cost.isChanged
  if (role === 'participant')
    return leaveClass(tx, opened, { actorId, now, reason, action: 'cancel', lostSessions, isOwnChoice: isUnchanged })
  const byClub = initiatorRole === 'coach'
  const isOwnChoice = !byClub && isUnchanged
  const loser = isLate ? { userId: actorId, lostSessions } : undefined
  return cancelClass(tx, { ...opened, actors }, { actorId, now, reason, byClub, isOwnChoice, loser })
}

const reviewed = {
  kind: 'class',
  words: ({ body: { reason } }: { body: { reason?: string } }) => ({ reason }),
  about: ({ params }: { params: { id: string } }) => params.id,
} as const

export default plugin([
  // The coach, or the company's admin. Everything is given back, hours in every case.
  handleReviewed(
    api.cancelByCoach,
    reviewed,
    ({ params: { id }, body: { revision: seen, coachAbsent = false }, user: { id: actorId }, now }, say) =>
      say(async (tx, { reason }) => {
        const opened = await openClass(tx, id, actorId)
        const actors = actorsOfClub(opened.actors)
        if (actors.length === 0) throw new ApiError('invitation_not_yours')
        const side = opened.role === 'coach' ? 'coach' : 'company'
        const text = reason || (opened.facts.pastReason ? WITHDRAWN : DEFAULT_REASON)[side]
        if (coachAbsent && now < opened.startsAt) throw new ApiError('invitation_not_started')
        return cancelClass(tx, { ...opened, actors }, { actorId, now, seen, reason: text, byClub: true, coachAbsent })
      }),
  ),

  handleReviewed(api.cancelByPlayer, reviewed, ({ params: { id }, body, user: { id: actorId }, now }, say) =>
    say((tx, words) => cancelAsPlayer(tx, { id, actorId, now, seen: body, reason: words.reason })),
  ),
])
