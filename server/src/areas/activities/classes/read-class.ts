import * as api from '@paidang/api/areas/activities/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  type Attendance,
  cancelsAs,
  effectiveStatus,
  isLive,
  OBJECTION_WITHIN_MS,
  whyNot,
} from '@paidang/domain/areas/activities/classes/invitation'
import { isOut } from '@paidang/domain/areas/activities/classes/seat'
import { actorsOfClub } from '@paidang/domain/areas/activities/classes/transitions'
import { type ClashKind, clashesOf } from '@paidang/domain/areas/time/schedule/class-clash'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { and, desc, eq, gte, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { writeCalendar } from '../../../icalendar/write-calendar.ts'
import { invitations, lastClasses, seats } from '../../../tables/classes.ts'
import { coachLeaves } from '../../../tables/coach-leaves.ts'
import { companies } from '../../../tables/companies.ts'
import { contracts, type LedgerKind, lessonLedger } from '../../../tables/contracts.ts'
import { likeRecords } from '../../../tables/relations.ts'
import { CLAIM_KIND, coachLocks, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { venues } from '../../../tables/venues.ts'
import { readBlockedOf } from '../../ground/blacklist/read-blocked.ts'
import { listPending } from '../../ground/content/submissions.ts'
import { listRefunds, SURPLUS } from '../../money/payments/refunds.ts'
import { readArrival } from '../arrivals/arrivals.ts'
import { findTrialOrder } from '../trial-lessons/steps.ts'
import { quoteCancellation } from './cancel.ts'
import { classEventOf } from './class-event.ts'
import { listEvents, presentEvent } from './class-row.ts'
import { presentInvitation } from './class-view.ts'
import { costOfAttendance } from './complete.ts'
import { type Missed, readMissed } from './forgiveness.ts'
import { findUse, listObjections, presentObjection, readUses } from './objections.ts'
import { hasLeft, isAwayOn, isLockedOut, isOpenedBy, type OpenClass, readClass } from './open-class.ts'
import { hasToAgree, playersOf, type SeatRow } from './seats.ts'
import { shareLinkOf } from './share-link.ts'

/** The reader and the time. */
type Look = { actorId: string; now: Date }

/** The likes that a person gave for a class. */
async function listOwnLikes(db: Database, userId: string, invitationId: string) {
  return db
    .select()
    .from(likeRecords)
    .where(
      and(
        eq(likeRecords.sourceUserId, userId),
        eq(likeRecords.recordType, 'COURSE_INVITATION'),
        eq(likeRecords.relatedId, invitationId),
      ),
    )
}

/** The last completed class of a player with a coach, without this one. */
async function findLastClass(db: Database, playerId: string, coachId: string, exceptId: string) {
  // That of each company is kept. Only for the very last one the class before it is looked for.
  const kept = await db
    .select({ id: lastClasses.invitationId })
    .from(lastClasses)
    .where(and(eq(lastClasses.userId, playerId), eq(lastClasses.coachId, coachId)))
    .orderBy(desc(lastClasses.courseDate), desc(lastClasses.beginTimeSlot))
  const before = () =>
    db
      .select({ id: seats.invitationId })
      .from(seats)
      .where(
        and(
          eq(seats.userId, playerId),
          eq(seats.state, 'JOINED'),
          eq(seats.coachId, coachId),
          eq(seats.invitationStatus, 'COMPLETED'),
          ne(seats.invitationId, exceptId),
        ),
      )
      .orderBy(desc(seats.courseDate), desc(seats.beginTimeSlot))
      .limit(1)
  const [last] = kept[0]?.id === exceptId ? await before() : kept
  if (!last) return undefined
  const [row] = await db
    .select({ courseDate: invitations.courseDate, stadiumName: venues.name })
    .from(invitations)
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .where(eq(invitations.id, last.id))
  return row
}

/** A held half-hour, with a title that the coach may read. */
type HeldRow = { kind: ClashKind; holderId: string; title: string; halfHour: number }

/**
 * Who holds the half-hours that a class requests, of its coach and of its court. Expired requests hold nothing. Classes
 * of the coach are named, other classes are not.
 */
async function listHeld(
  db: Database,
  { coachId, courtId, courseDate, beginTimeSlot, endTimeSlot }: typeof invitations.$inferSelect,
  now: Date,
): Promise<HeldRow[]> {
  const { rows } = await db.execute<HeldRow>(sql`
    select
      case
        when c.holder_kind = ${HOLDER_KIND.COACH_LOCK} then 'own_lock'
        when c.holder_kind = ${HOLDER_KIND.INVITATION} and (c.kind = ${CLAIM_KIND.COACH} or i.coach_id = ${coachId}) then 'own_class'
        when c.kind = ${CLAIM_KIND.COACH} then 'own_ball'
        when c.holder_kind = ${HOLDER_KIND.VENUE_LOCK} then 'court_locked'
        else 'court_booked'
      end as "kind",
      c.holder_id::text as "holderId",
      case
        when c.holder_kind = ${HOLDER_KIND.COACH_LOCK} then l.reason
        when c.kind = ${CLAIM_KIND.COACH} or i.coach_id = ${coachId} then coalesce(i.course_design_name, '')
        else ''
      end as "title",
      c.half_hour as "halfHour"
    from ${slotClaims} c
    left join ${coachLocks} l on c.holder_kind = ${HOLDER_KIND.COACH_LOCK} and l.id = c.holder_id
    left join ${invitations} i on c.holder_kind = ${HOLDER_KIND.INVITATION} and i.id = c.holder_id
    where ((c.kind = ${CLAIM_KIND.COURT} and c.resource_id = ${courtId}) or (c.kind = ${CLAIM_KIND.COACH} and c.resource_id = ${coachId}))
      and c.day = ${courseDate} and c.half_hour >= ${beginTimeSlot} and c.half_hour < ${endTimeSlot}
      and (i.id is null or i.invitation_status <> 'PENDING' or i.expires_at > ${now})
    order by c.half_hour, c.kind`)
  return rows
}

/** What the request clashes with, for the coach who has to confirm it. Without 允许冲突 it holds its half-hours already. */
async function readClashes(
  db: Database,
  { view: { invitation }, facts, role }: OpenClass,
  now: Date,
): Promise<api.FullInfo['clashes']> {
  if (role !== 'coach' || !invitation.useUnavailable || effectiveStatus(facts, now) !== 'PENDING') return null
  const held = await listHeld(db, invitation, now)
  return clashesOf(held).map(({ holderId, ...clash }) => ({
    ...clash,
    invitationId: clash.kind === 'own_class' ? holderId : null,
  }))
}

/** Until when a user may object to what the class cost them; undefined when they may not. */
async function mayStillObject(
  db: Database,
  { facts, actors, view }: OpenClass,
  { actorId, now }: Look,
): Promise<Date | undefined> {
  if (facts.completedAt === null || whyNot('object', facts, actors, now)) return undefined
  const seat = { invitationId: view.invitation.id, userId: actorId }
  const [use, made] = await Promise.all([findUse(db, seat), listObjections(db, seat)])
  return use && made.length === 0 ? new Date(facts.completedAt.getTime() + OBJECTION_WITHIN_MS) : undefined
}

/**
 * Hours are shown to the class's coach and the player, an unverified phone number to the coach, attendance to all
 * except onlookers.
 */
function presentSeat(
  seat: SeatRow,
  opened: OpenClass,
  {
    actorId,
    now,
    hours,
    used,
    settled,
    missed,
  }: Look & {
    hours: Map<string, number>
    used: Map<string, number>
    settled: Map<string, NonNullable<api.ResponsePlayer['settled']>>
    missed: Missed | null
  },
): api.FullInfo['responsePlayers'][number] {
  const { role, view } = opened
  const showsHours = role === 'coach' || seat.userId === actorId
  const isUsed = view.terms !== null && view.invitation.invitationStatus === 'COMPLETED'
  const costOf = (attendance: Attendance, missed: Missed) =>
    costOfAttendance(opened, seat, { attendance, missed, now }).lostSessions
  return {
    responderId: seat.userId,
    responderName: seat.nickname,
    responseStatus: seat.state,
    attendance: role !== 'viewer' || seat.userId === actorId ? seat.attendance : null,
    heldSessions: showsHours ? seat.heldSessions : 0,
    costs: missed && {
      present: costOf('present', missed),
      late: costOf('late', missed),
      absent: costOf('absent', missed),
      leave: costOf('leave', missed),
    },
    usedSessions: isUsed && showsHours ? (used.get(seat.userId) ?? 0) : null,
    settled: showsHours ? (settled.get(seat.userId) ?? null) : null,
    mustAgree: hasToAgree(seat),
    availableSessions: showsHours ? (hours.get(seat.userId) ?? 0) : null,
    isPhoneUnverified: role === 'coach' && seat.isPhoneUnverified,
    responder: {
      id: seat.userId,
      nickname: seat.nickname,
      avatar: seat.avatar,
      level: seat.level,
      levelIsUnsaid: seat.levelIsUnsaid,
      handedness: seat.handedness,
      handIsUnsaid: !seat.handStated,
      likesCount: seat.likesCount,
    },
  }
}

/**
 * What players could still pay for this class. It is the most lesson hours available on one contract until its day,
 * since a hold uses one contract. The coach reads it of every player, other users only of themselves.
 */
async function readAvailableHours(
  db: Database,
  { view, seats, role }: OpenClass,
  actorId: string,
): Promise<Map<string, number>> {
  const { courseDesignId: courseId, courseDate: day } = view.invitation
  const userIds = role === 'coach' ? playersOf(seats) : [actorId]
  if (userIds.length === 0) return new Map()
  const rows = await db
    .select({
      userId: contracts.userId,
      hours: sql<number>`max(${contracts.remainingSessions} - ${contracts.heldSessions})`.mapWith(Number),
    })
    .from(contracts)
    .where(
      and(
        inArray(contracts.userId, userIds),
        eq(contracts.courseId, courseId),
        gte(contracts.expiryDate, day),
        isNull(contracts.refundedAt),
        // Those that are used up are most of them.
        sql`${contracts.remainingSessions} > 0`,
      ),
    )
    .groupBy(contracts.userId)
  return new Map(rows.map(({ userId, hours }) => [userId, hours]))
}

/** What became of the last hold of each seat, by the ledger. */
async function readSettled(db: Database, invitationId: string) {
  const sum = (hours: SQL, ...kinds: LedgerKind[]) =>
    sql<number>`coalesce(sum(${hours}) filter (where ${inArray(lessonLedger.kind, kinds)}), 0)`.mapWith(Number)
  const rows = await db
    .select({
      userId: seats.userId,
      lostSessions: sum(sql`-${lessonLedger.remainingChange}`, 'CONSUME', 'REFUND'),
      returnedSessions: sum(sql`abs(${lessonLedger.remainingChange} + ${lessonLedger.heldChange})`, 'VOID', 'REFUND'),
      bonusSessions: sum(sql`${lessonLedger.remainingChange}`, 'GRANT'),
    })
    .from(seats)
    .innerJoin(
      lessonLedger,
      and(
        eq(lessonLedger.invitationId, seats.invitationId),
        eq(lessonLedger.seatUserId, seats.userId),
        eq(lessonLedger.round, seats.round),
      ),
    )
    .where(eq(seats.invitationId, invitationId))
    .groupBy(seats.userId)
  return new Map(rows.map(({ userId, ...settled }) => [userId, settled]))
}

/** What a seat would cost a user without one: own hours in a coach's class, while it can be joined. */
function joinCostOf(
  { facts, view, role }: OpenClass,
  { now, availableSessions }: { now: Date; availableSessions: number },
): api.FullInfo['reqUser']['joinCost'] {
  if (role !== 'viewer' || facts.initiatorRole !== 'coach' || !isLive(effectiveStatus(facts, now))) return null
  return { neededSessions: view.invitation.consumedSessions, availableSessions }
}

/** The contract that pays: the caller's own, or for the coach the initiator's. Nobody else sees it. */
async function readContractLine(
  db: Database,
  { view, seats, role }: OpenClass,
  actorId: string,
): Promise<api.FullInfo['reqUser']['contract']> {
  const payer = role === 'coach' ? view.invitation.initiatorId : actorId
  const contractId = seats.find(({ userId }) => userId === payer)?.contractId
  if (!contractId) return null
  const [line] = await db
    .select({
      id: contracts.id,
      companyName: companies.companyName,
      availableSessions: sql<number>`${contracts.remainingSessions} - ${contracts.heldSessions}`.mapWith(Number),
      expiryDate: contracts.expiryDate,
    })
    .from(contracts)
    .innerJoin(companies, eq(companies.id, contracts.companyId))
    .where(eq(contracts.id, contractId))
  return line ?? null
}

async function readQuote(
  db: Database,
  opened: OpenClass,
  { actorId, now }: Look,
): Promise<api.FullInfo['reqUser']['cancellation']> {
  const actors = cancelsAs(opened.role, opened.view.companyAdminId === actorId)
  if (whyNot('cancel', opened.facts, actors, now)) return null
  const quote = await quoteCancellation(db, opened, { actorId, now })
  const { heldSessions, lostSessions, lostFen, reason, freeUntil, cancelsBefore: lateBefore, lastAt } = quote
  const held =
    opened.role === 'coach' || opened.role === 'viewer'
      ? opened.joined.reduce((sum, seat) => sum + seat.heldSessions, 0)
      : heldSessions
  const late = { lateBefore, lateAt: lastAt?.toISOString() ?? null }
  return { heldSessions: held, lostSessions, lostFen, reason, freeUntil: freeUntil.toISOString(), ...late }
}

/** What became of the price of a trial lesson that is over. Where the money is, only who paid it reads. */
async function readTrialMoney(
  db: Database,
  { view, actors }: OpenClass,
  actorId: string,
): Promise<api.FullInfo['trialMoney']> {
  const { trialId, invitationStatus, initiatorId } = view.invitation
  const isPayer = actorId === initiatorId
  if (trialId === null || isLive(invitationStatus)) return undefined
  if (!isPayer && actorsOfClub(actors).length === 0) return undefined
  const { id: orderId, amountFen: priceFen } = await findTrialOrder(db, trialId)
  const refunds = (await listRefunds(db, [orderId])).filter(({ cause }) => cause !== SURPLUS)
  return {
    orderId: isPayer ? orderId : null,
    priceFen,
    refundedFen: refunds.reduce((sum, { amountFen }) => sum + amountFen, 0),
    refunds: isPayer ? refunds.map(({ amountFen, target, state }) => ({ amountFen, target, state })) : [],
  }
}

/**
 * Everything the booking view shows one user. A user with only a share link sees who takes part. Messages, hours and
 * attendance of others are hidden from them. A user without a seat does not see users blocked from them.
 *
 * Source: specification §3 "Full invitation info"; permission matrix "with share link"
 */
async function readFullInfo({
  params: { id: invitationId },
  query: { share },
  user: { id: actorId },
  db,
  now,
  app,
}: Handled<typeof api.getFullInfo>): Promise<api.FullInfo> {
  const link = await shareLinkOf(db, app.shareTokens, { invitationId, share, now })
  const opened = await readClass(db, invitationId, actorId, link)
  const { view, seats, joined, role, isStranger } = opened
  const isLooking = role === 'viewer' && view.companyAdminId !== actorId
  const hidden = await readBlockedOf(db, actorId, isLooking ? playersOf(seats) : [])
  const row = view.invitation
  const isOfClub = actorsOfClub(opened.actors).length > 0
  const [
    events,
    likes,
    contract,
    cancellation,
    lastClass,
    hours,
    objections,
    mayObject,
    clashes,
    isCoachAway,
    leaves,
    isGone,
    arrival,
    used,
    settled,
    missed,
    trialMoney,
  ] = await Promise.all([
    isStranger ? [] : listEvents(db, invitationId),
    listOwnLikes(db, actorId, invitationId),
    readContractLine(db, opened, actorId),
    readQuote(db, opened, { actorId, now }),
    role === 'coach' ? findLastClass(db, row.initiatorId, row.coachId, invitationId) : undefined,
    readAvailableHours(db, opened, actorId),
    listObjections(db, { invitationId, userId: isOfClub ? undefined : actorId }),
    mayStillObject(db, opened, { actorId, now }),
    readClashes(db, opened, now),
    isLockedOut(db, row.coachId, now),
    db.$count(coachLeaves, isAwayOn(row.coachId, row.courseDate)),
    hasLeft(db, row),
    readArrival(db, { kind: 'class', id: invitationId }, actorId),
    view.terms ? readUses(db, invitationId) : new Map<string, number>(),
    isLive(row.invitationStatus) && !(opened.own && isOut(opened.own.state))
      ? new Map<string, never>()
      : readSettled(db, invitationId),
    view.terms && isOfClub && row.invitationStatus === 'CONFIRMED'
      ? readMissed(db, { userIds: playersOf(joined), companyId: row.companyId, policy: view.policy, now })
      : null,
    readTrialMoney(db, opened, actorId),
  ])
  const isShared = role !== 'viewer' && isOpenedBy({ isValid: true, now }, opened.facts)
  return {
    invitation: presentInvitation(view, now, { isStranger }),
    coach: {
      id: row.coachId,
      nickname: view.coachName,
      avatar: view.coachAvatar,
      likeCount: view.coachLikes,
      companyName: view.companyName,
      isAway: isCoachAway,
      ...(leaves > 0 && { isOnLeave: true }),
      ...(isGone && { hasLeft: true }),
    },
    responsePlayers: (isStranger ? joined : seats)
      .filter(({ userId }) => !hidden.has(userId))
      .map((seat) => presentSeat(seat, opened, { actorId, now, hours, used, settled, missed })),
    reqUser: {
      userId: actorId,
      role,
      isCompanyAdmin: view.companyAdminId === actorId,
      mustAgree: hasToAgree(opened.own),
      isInvited: seats.some(({ userId, state }) => userId === actorId && state === 'INVITED'),
      shareToken: isShared ? app.shareTokens.of(invitationId, row.shareVersion) : null,
      joinCost: joinCostOf(opened, { now, availableSessions: hours.get(actorId) ?? 0 }),
      likeRecords: likes.map((like) => ({
        id: like.id,
        sourceUserId: like.sourceUserId,
        targetUserId: like.targetUserId,
        likedAt: like.likedAt.toISOString(),
        recordType: like.recordType,
        relatedId: like.relatedId,
      })),
      contract,
      cancellation,
      mayObjectUntil: mayObject?.toISOString() ?? null,
    },
    objections: objections.map((one) => presentObjection(one, row.coachId)),
    clashes,
    policy: view.terms,
    lastClass: lastClass ?? null,
    events: events.map(presentEvent),
    arrival,
    ...(trialMoney && { trialMoney }),
    pending: await listPending(db, { kind: 'class', objectId: invitationId, actorId }),
  }
}

export default plugin([
  handle(api.getInvitation, async ({ params: { id: invitationId }, query: { share }, user, db, now, app }) => {
    const link = await shareLinkOf(db, app.shareTokens, { invitationId, share, now })
    const { view, isStranger } = await readClass(db, invitationId, user.id, link)
    return presentInvitation(view, now, { isStranger })
  }),

  handle(api.getFullInfo, readFullInfo),

  // Equal to the entry in the reader's calendar feed. Its UID stays the same and its SEQUENCE grows with every step, so a
  // newer file replaces an older one. For a player who left a class that goes on, it is cancelled. The admin of its
  // company without a place in it gets none.
  handle(api.calendarFile, async ({ params: { id }, user: { id: userId }, db, now }) => {
    const { view, role, own, seats } = await readClass(db, id, userId)
    if (role === 'viewer' && !own) throw new ApiError('invitation_not_yours')
    const { invitation } = view
    const events = await listEvents(db, id)
    const last = events[events.length - 1]
    const lastStep = last ? { action: last.action, reason: last.reason, at: last.createdAt.toISOString() } : null
    const facts = { ...invitation, ...view, players: seats, steps: events.length, lastStep }
    const event = classEventOf(facts, { userId, seat: own?.state }, now)
    const begin = timeOf(invitation.beginTimeSlot).replace(':', '')
    return { fileName: `paidang-${invitation.courseDate}-${begin}.ics`, ics: writeCalendar([event], { now }) }
  }),
])
