import { isLive } from '@paidang/domain/areas/activities/classes/invitation'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { instantOf, monthDotDay } from '@paidang/domain/kernel/day'
import { halfHoursBetween } from '@paidang/domain/kernel/half-hour'
import { eq } from 'drizzle-orm'
import { insertEvent } from '../areas/activities/classes/class-row.ts'
import { insertObjection } from '../areas/activities/classes/objections.ts'
import type { Database } from '../db/database.ts'
import { invitationEvents, invitations, seats } from '../tables/classes.ts'
import { policyVersions } from '../tables/companies.ts'
import { contracts, contractWarnings, lessonLedger, usedRecords } from '../tables/contracts.ts'
import { messages } from '../tables/messages.ts'
import { likeRecords, studentRelations } from '../tables/relations.ts'
import { CLAIM_KIND, coachLocks, HOLDER_KIND, slotClaims, venueLocks } from '../tables/schedule.ts'
import { lastWarning } from './messages.ts'
import type { Person } from './people.ts'
import { type ClassPlan, holdsClaims, type SeatPlan } from './plans.ts'
import type { World } from './world.ts'
import { type Ids, writeAll, writeWithIds } from './write.ts'

/** Each class of the demo world holds hours only once: in this round. */
const ROUND = 1

/** Writes the students of each coach: the roster, and everybody who was ever in a class. */
export async function writeRelations(tx: Database, { rosters, classes }: World, ids: Ids): Promise<void> {
  const since = new Map<string, { coach: Person; player: Person; at: Date }>()
  const relate = (coach: Person, player: Person, at: Date) => {
    const key = `${coach.n} ${player.n}`
    const known = since.get(key)
    if (!known || at < known.at) since.set(key, { coach, player, at })
  }
  for (const { coach, students } of rosters) {
    for (const player of students) relate(coach.person, player, latest(coach.person.createdAt, player.createdAt))
  }
  for (const { coach, seats: taken, createdAt } of classes) {
    for (const { player } of taken) relate(coach, player, createdAt)
  }
  await writeAll([...since.values()], (batch) =>
    tx
      .insert(studentRelations)
      .values(
        batch.map(({ coach, player, at }) => ({ coachId: ids.of(coach), playerId: ids.of(player), createdAt: at })),
      ),
  )
}

/**
 * Writes contracts with their balances and the expiry warnings already sent. The ledger rows that prove the balances
 * follow before the transaction ends.
 */
export async function writeContracts(tx: Database, { ledgers, today, now }: World, ids: Ids): Promise<void> {
  await writeWithIds(ids, ledgers, (batch) =>
    tx
      .insert(contracts)
      .values(
        batch.map(({ contract: { player, course, coach, expiryDate, signedAt }, rows, remaining, held }) => ({
          userId: ids.of(player),
          courseId: ids.of(course),
          companyId: ids.of(course.company),
          coachId: ids.of(coach),
          remainingSessions: remaining,
          heldSessions: held,
          seq: rows.length,
          unitPrice: course.pricePerSession,
          expiryDate,
          createdAt: rows[0]?.at ?? signedAt,
        })),
      )
      .returning({ id: contracts.id }),
  )
  for (const ledger of ledgers) ids.set(ledger.contract, ids.of(ledger))
  const warnings = ledgers.flatMap((ledger) => {
    const daysBefore = lastWarning(ledger, today)
    const { expiryDate } = ledger.contract
    return daysBefore === undefined ? [] : [{ contractId: ids.of(ledger), expiryDate, daysBefore, createdAt: now }]
  })
  await writeAll(warnings, (batch) => tx.insert(contractWarnings).values(batch))
}

/** Writes the classes with their seats and their audit trail. */
export async function writeClasses(tx: Database, { classes, clubs }: World, ids: Ids): Promise<void> {
  const write = (plans: readonly ClassPlan[]) =>
    writeWithIds(ids, plans, (batch) =>
      tx
        .insert(invitations)
        .values(batch.map((plan) => invitationRow(plan, ids)))
        .returning({ id: invitations.id }),
    )
  const carrying = classes.filter(carriesPolicy)
  await write(classes.filter((plan) => !carrying.includes(plan)))
  await writePolicies(tx, clubs.companies, ids)
  await write(carrying)
  const seatRows = classes.flatMap((plan) => plan.seats.map((seat) => seatRow(plan, seat, ids)))
  await writeAll(seatRows, (batch) => tx.insert(seats).values(batch))
  const events = classes.flatMap((plan) =>
    plan.events.map(({ at, action, from, to, actor, reason }, index) => ({
      invitationId: ids.of(plan),
      seq: index + 1,
      action,
      fromStatus: from,
      toStatus: to,
      actorId: actor && ids.of(actor),
      reason,
      createdAt: at,
    })),
  )
  await writeAll(events, (batch) => tx.insert(invitationEvents).values(batch))
}

/** Whether a class is made under the policy of its company. What is over was settled by the settings before. */
const carriesPolicy = ({ course, status }: ClassPlan): boolean => course.company.policy !== undefined && isLive(status)

async function writePolicies(tx: Database, companies: World['clubs']['companies'], ids: Ids): Promise<void> {
  const rows = companies.flatMap((company) => {
    const { policy: terms, admin } = company
    const made = { madeBy: ids.of(admin), createdAt: admin.createdAt }
    return terms ? [{ companyId: ids.of(company), version: 1, terms, ...made }] : []
  })
  await tx.insert(policyVersions).values(rows)
}

function invitationRow(plan: ClassPlan, ids: Ids) {
  const { course, coach, court, initiator, cancelled, events } = plan
  return {
    initiatorId: ids.of(initiator),
    initiatorRole: initiator === coach ? ('coach' as const) : ('player' as const),
    coachId: ids.of(coach),
    companyId: ids.of(course.company),
    courseDesignId: ids.of(course),
    courseDesignName: course.courseName,
    courseDesignPrice: course.pricePerSession,
    sessionDuration: course.sessionDuration,
    consumedSessions: plan.consumedSessions,
    participantsCount: plan.participantsCount,
    maxParticipants: course.maxParticipants,
    seatsTaken: plan.seats.filter(({ state }) => state === 'JOINED').length,
    stadiumId: ids.of(court.venue),
    courtId: ids.of(court),
    courseDate: plan.day,
    beginTimeSlot: plan.begin,
    endTimeSlot: plan.end,
    useUnavailable: plan.useUnavailable,
    needContract: plan.needContract,
    invitationStatus: plan.status,
    messageToCoach: plan.messageToCoach,
    messageToPlayers: plan.messageToPlayers,
    expiresAt: plan.expiresAt,
    responseTime: events.at(-1)?.at ?? plan.createdAt,
    confirmedAt: plan.confirmedAt,
    signedAt: plan.signedAt,
    completedAt: plan.completedAt,
    cancelledAt: cancelled?.at ?? null,
    cancelledBy: cancelled ? ids.of(cancelled.by) : null,
    cancelReason: cancelled?.reason ?? null,
    createdAt: plan.createdAt,
  }
}

function seatRow(plan: ClassPlan, { player, state, contract, attendance, joinedAt }: SeatPlan, ids: Ids) {
  const isLive = plan.status === 'PENDING' || plan.status === 'CONFIRMED'
  return {
    invitationId: ids.of(plan),
    userId: ids.of(player),
    state,
    contractId: contract && ids.of(contract),
    heldSessions: contract && isLive ? plan.consumedSessions : 0,
    attendance,
    lateCancelledAt: plan.cancelled?.isLate && plan.cancelled.by === player ? plan.cancelled.at : null,
    joinedAt,
  }
}

/** Writes the movements of lesson hours, and a record for each seat whose hours a completed class consumed. */
export async function writeLedgers(tx: Database, { ledgers }: World, ids: Ids): Promise<void> {
  const rows = ledgers.flatMap(({ contract, rows: movements }) =>
    movements.map(({ at, of, actor, ...row }) => ({
      ...row,
      contractId: ids.of(contract),
      invitationId: of ? ids.of(of.plan) : null,
      seatUserId: of ? ids.of(of.player) : null,
      round: of ? ROUND : null,
      classStartsAt: of ? instantOf(of.plan.day, of.plan.begin) : null,
      actorId: actor && ids.of(actor),
      unitPrice: contract.course.pricePerSession,
      createdAt: at,
    })),
  )
  await writeAll(rows, (batch) => tx.insert(lessonLedger).values(batch))

  const consumed = ledgers.flatMap(({ contract, rows: movements }) =>
    movements.flatMap(({ kind, of, at, remainingChange }) => {
      const attendance = of?.plan.seats.find(({ player }) => player === of.player)?.attendance
      if (kind !== 'CONSUME' || of?.plan.status !== 'COMPLETED' || !attendance || attendance === 'leave') return []
      return [
        {
          invitationId: ids.of(of.plan),
          userId: ids.of(of.player),
          contractId: ids.of(contract),
          coachId: ids.of(of.plan.coach),
          companyId: ids.of(contract.course.company),
          usedSessions: -remainingChange,
          attendance,
          createdAt: at,
        },
      ]
    }),
  )
  consumed.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  await writeAll(consumed, (batch) => tx.insert(usedRecords).values(batch))
}

/** Writes the likes. The rows of the people already contain their number. */
export async function writeLikes(tx: Database, { likes }: World, ids: Ids): Promise<void> {
  await writeAll(likes, (batch) =>
    tx.insert(likeRecords).values(
      batch.map(({ source, target, plan, at }) => ({
        sourceUserId: ids.of(source),
        targetUserId: ids.of(target),
        recordType: 'COURSE_INVITATION' as const,
        relatedId: ids.of(plan),
        likedAt: at,
      })),
    ),
  )
}

/** Writes the locks, and all claims of classes and locks. */
export async function writeLocksAndClaims(tx: Database, { classes, locks, now }: World, ids: Ids): Promise<void> {
  const ofCoaches = locks.flatMap((lock) => (lock.kind === 'coach' ? [lock] : []))
  const ofVenues = locks.flatMap((lock) => (lock.kind === 'venue' ? [lock] : []))
  const span = ({ day, begin, end, reason }: World['locks'][number]) => ({
    day,
    beginTimeSlot: begin,
    endTimeSlot: end,
    reason,
    createdAt: now,
  })
  await writeWithIds(ids, ofCoaches, (batch) =>
    tx
      .insert(coachLocks)
      .values(batch.map((lock) => ({ ...span(lock), coachId: ids.of(lock.coach) })))
      .returning({ id: coachLocks.id }),
  )
  // The locks of a coach are in the order of their days. The first one gives the series its id.
  for (const lock of ofCoaches.filter(({ isWeekly }) => isWeekly)) {
    const first = ofCoaches.find(({ isWeekly, coach }) => isWeekly && coach === lock.coach) ?? lock
    await tx
      .update(coachLocks)
      .set({ seriesId: ids.of(first) })
      .where(eq(coachLocks.id, ids.of(lock)))
  }
  await writeWithIds(ids, ofVenues, (batch) =>
    tx
      .insert(venueLocks)
      .values(batch.map((lock) => ({ ...span(lock), courtId: ids.of(lock.court), venueId: ids.of(lock.court.venue) })))
      .returning({ id: venueLocks.id }),
  )

  const claim = (kind: number, resource: object, holderKind: number, holder: World['locks'][number] | ClassPlan) =>
    halfHoursBetween(holder.begin, holder.end).map((halfHour) => ({
      kind,
      resourceId: ids.of(resource),
      day: holder.day,
      halfHour,
      holderKind,
      holderId: ids.of(holder),
    }))
  const claims = [
    ...classes.filter(holdsClaims).flatMap((plan) => {
      const joined = plan.seats.filter(({ state }) => state === 'JOINED')
      const ofPlayers = joined.flatMap(({ player }) => claim(CLAIM_KIND.PLAYER, player, HOLDER_KIND.INVITATION, plan))
      // A conflict-allowed request claims court and coach only on confirmation (decision "Half-hours, courts, claims").
      if (plan.useUnavailable && plan.status === 'PENDING') return ofPlayers
      return [
        ...claim(CLAIM_KIND.COURT, plan.court, HOLDER_KIND.INVITATION, plan),
        ...claim(CLAIM_KIND.COACH, plan.coach, HOLDER_KIND.INVITATION, plan),
        ...ofPlayers,
      ]
    }),
    ...ofCoaches.flatMap((lock) => claim(CLAIM_KIND.COACH, lock.coach, HOLDER_KIND.COACH_LOCK, lock)),
    ...ofVenues.flatMap((lock) => claim(CLAIM_KIND.COURT, lock.court, HOLDER_KIND.VENUE_LOCK, lock)),
  ]
  await writeAll(claims, (batch) => tx.insert(slotClaims).values(batch))
}

function latest(a: Date, b: Date): Date {
  return a > b ? a : b
}

const HOUR_MS = 3_600_000
const SILENT_MS = 9 * 24 * HOUR_MS
const WORDS = '那天下雨没有上课，请退回课时'

/**
 * Writes an objection of a student of coach3: a class did not take place. It is unanswered for a week, so operators see
 * it.
 */
export async function writeObjection(tx: Database, { people, classes, now }: World, ids: Ids): Promise<void> {
  const coach = people.named('coach3')
  const disputed = classes
    .flatMap((plan) => plan.seats.map((seat) => ({ plan, seat, completedAt: plan.completedAt })))
    .filter(
      ({ plan, seat, completedAt }) =>
        plan.coach === coach &&
        seat.contract !== null &&
        seat.attendance === 'present' &&
        completedAt !== null &&
        now.getTime() - completedAt.getTime() > SILENT_MS,
    )
    .at(-1)
  if (!disputed?.completedAt) throw new Error('coach3 has held no class')
  const { plan, seat } = disputed
  const at = new Date(disputed.completedAt.getTime() + 2 * HOUR_MS)
  const [invitationId, userId] = [ids.of(plan), ids.of(seat.player)]
  const id = await insertObjection(tx, { invitationId, userId, words: WORDS, createdAt: at })
  const status = { fromStatus: 'COMPLETED', toStatus: 'COMPLETED' } as const
  await insertEvent(tx, { invitationId, action: 'object', ...status, actorId: userId, reason: WORDS, now: at })
  const hours = lessonHoursText(plan.consumedSessions)
  await tx.insert(messages).values({
    receiverId: ids.of(coach),
    senderId: userId,
    category: 'classNotice',
    title: '扣课异议',
    content: `${seat.player.nickname} 对 ${monthDotDay(plan.day)} ${plan.course.courseName} 扣 ${hours} 课时有异议：${WORDS}`,
    objectKind: 'class_objection',
    objectId: id,
    approveStatus: 0,
    createdAt: at,
  })
}
