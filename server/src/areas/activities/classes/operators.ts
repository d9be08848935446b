import * as api from '@paidang/api/areas/activities/admin-classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { operatorAnswersFrom } from '@paidang/domain/areas/activities/classes/objection'
import { and, asc, desc, eq, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { accountStateAt } from '../../../tables/auth.ts'
import {
  classObjections,
  hasEndedUnfinished,
  hasStatus,
  idsOfClassesOf,
  invitations,
  operatorsMayAnswer,
} from '../../../tables/classes.ts'
import { companies } from '../../../tables/companies.ts'
import { usedRecords } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { courts, venues } from '../../../tables/venues.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { cancelClass } from './cancel.ts'
import { lessonOf, listEvents, presentEvent } from './class-row.ts'
import { findView, presentInvitation } from './class-view.ts'
import { completeClass, signClass } from './complete.ts'
import { answerAsOperator, listObjections, presentObjection, readUses } from './objections.ts'
import { assertClassSeen, type OpenClass, openClassAsOperator } from './open-class.ts'
import { hasToAgree, listSeats, type SeatRow } from './seats.ts'

/** SQL condition: a class waits for its answer or is active. Each of the two cases has its own index. */
const isStanding = (now: Date): SQL => sql`(${invitations.invitationStatus} = 'CONFIRMED'
  or ${invitations.invitationStatus} = 'PENDING' and ${invitations.expiresAt} > ${now})`

/** Those that wait or are active, the earliest first; of one person in every status, the latest first. */
async function pageActiveClasses({ query, db, now }: Handled<typeof api.queryActiveClasses>) {
  const { stadiumId, userId, coachId, isUnfinished, keyword } = query
  const { courseDate, beginTimeSlot, id } = invitations
  const hasEnded = hasEndedUnfinished(now)
  const typed = keyword?.trim()
  const named = [invitations.courseDesignName, users.nickname, companies.companyName, venues.name]
  const isOfPerson = userId !== undefined || coachId !== undefined
  const inOrder = isOfPerson ? desc : asc
  const select = db
    .select({
      id,
      courseDesignName: invitations.courseDesignName,
      coach: { id: users.id, nickname: users.nickname, avatar: users.avatar },
      companyName: companies.companyName,
      stadiumId: invitations.stadiumId,
      stadiumName: venues.name,
      courtName: courts.name,
      courseDate,
      beginTimeSlot,
      endTimeSlot: invitations.endTimeSlot,
      invitationStatus: sql<api.ActiveClass['invitationStatus']>`case when ${hasStatus(['EXPIRED'], now)} then 'EXPIRED'
        else ${invitations.invitationStatus} end`,
      signedAt: invitations.signedAt,
      isUnfinished: sql<boolean>`${hasEnded}`,
      revision: invitations.revision,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.coachId))
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .innerJoin(courts, eq(courts.id, invitations.courtId))
    .$dynamic()
  const { rows, total } = await pageOf(db, select, {
    where: and(
      isOfPerson ? undefined : isStanding(now),
      userId === undefined ? undefined : sql`${invitations.id} in ${idsOfClassesOf(userId)}`,
      coachId === undefined ? undefined : eq(invitations.coachId, coachId),
      stadiumId === undefined ? undefined : eq(invitations.stadiumId, stadiumId),
      isUnfinished === undefined ? undefined : isUnfinished ? hasEnded : not(hasEnded),
      typed ? or(...named.map((column) => contains(column, typed))) : undefined,
    ),
    order: [inOrder(courseDate), inOrder(beginTimeSlot), inOrder(id)],
    query,
    present: (row) => row,
  })
  const ids = rows.map((row) => row.id)
  const seats = (await listSeats(db, ids)).filter(({ state }) => state === 'JOINED')
  return {
    rows: rows.map(({ signedAt, ...row }) => ({
      ...row,
      signedAt: signedAt?.toISOString() ?? null,
      players: seats.filter(({ invitationId }) => invitationId === row.id).map(presentSeated),
    })),
    total,
  }
}

/** A player with a seat. */
function presentSeated(seat: SeatRow): api.ActiveClass['players'][number] {
  const { userId: id, nickname, avatar, attendance } = seat
  return { id, nickname, avatar, attendance, mustAgree: hasToAgree(seat) }
}

/** The condition of a stage of objections. Without a stage, all waiting ones. */
function isInStage(stage: api.ObjectionStage | undefined, now: Date): SQL | undefined {
  const { state } = classObjections
  if (stage === 'answered') return ne(state, 'OPEN')
  const condition = operatorsMayAnswer(now)
  return and(eq(state, 'OPEN'), stage && (stage === 'platform' ? condition : not(condition)))
}

/** Waiting ones are the oldest first, answered ones the latest first. */
async function pageObjections({ query, db, now }: Handled<typeof api.queryObjections>) {
  const player = alias(users, 'player')
  const { id, words, coachAbsent, createdAt, invitationId, userId, state, answer, answeredAt, answeredBy } =
    classObjections
  const select = db
    .select({
      id,
      invitationId,
      words,
      coachAbsent,
      createdAt,
      state,
      answer,
      answeredAt,
      answeredBy,
      player: { id: player.id, nickname: player.nickname, avatar: player.avatar },
      coach: { id: users.id, nickname: users.nickname, avatar: users.avatar },
      coachState: accountStateAt(now),
      companyName: companies.companyName,
      courseDesignName: invitations.courseDesignName,
      courseDate: invitations.courseDate,
      beginTimeSlot: invitations.beginTimeSlot,
      endTimeSlot: invitations.endTimeSlot,
      usedSessions: usedRecords.usedSessions,
    })
    .from(classObjections)
    .innerJoin(invitations, eq(invitations.id, invitationId))
    .innerJoin(users, eq(users.id, invitations.coachId))
    .innerJoin(player, eq(player.id, userId))
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .innerJoin(usedRecords, and(eq(usedRecords.invitationId, invitationId), eq(usedRecords.userId, userId)))
    .$dynamic()
  return pageOf(db, select, {
    where: isInStage(query.stage, now),
    order: query.stage === 'answered' ? [desc(answeredAt), desc(id)] : [asc(createdAt), asc(id)],
    query,
    present: ({ createdAt: madeAt, answeredAt, answeredBy, coachAbsent: isAbsent, words: said, ...row }) => ({
      ...row,
      words: isAbsent ? `教练没来：${said}` : said,
      at: madeAt.toISOString(),
      operatorsFrom: operatorAnswersFrom({ madeAt, isCoachLockedOut: row.coachState !== 'NORMAL' }).toISOString(),
      answeredAt: answeredAt?.toISOString() ?? null,
      isByPlatform: answeredAt !== null && answeredBy === null,
    }),
  })
}

const nameOf = ({ view: { invitation, coachName } }: OpenClass) =>
  lessonOf({ ...invitation, courseDesignName: `${coachName} 的「${invitation.courseDesignName}」` })

/**
 * Acts on a class where neither its coach nor its company can, and records it in the audit log.
 *
 * @param act answers what follows the name of the class in the log, or nothing when it is a repeat
 */
async function operate(
  { params: { id }, staff, db, now }: Pick<Handled<typeof api.finishClass>, 'params' | 'staff' | 'db' | 'now'>,
  { action, verb }: { action: 'class.call-off' | 'class.attend' | 'class.complete'; verb: string },
  act: (tx: Database, opened: OpenClass) => Promise<string | undefined>,
): Promise<null> {
  await db.transaction(async (tx) => {
    const opened = await openClassAsOperator(tx, id)
    const result = await act(tx, opened)
    if (result === undefined) return
    const summary = `${verb} ${nameOf(opened)}${result}`
    await recordAuditEvent(tx, { actorId: staff.id, action, objectId: id, summary, now })
  })
  return null
}

export default plugin([
  handle(api.queryActiveClasses, pageActiveClasses),

  handle(api.getManagedClass, async ({ params: { id }, db, now }) => {
    const view = await findView(db, id)
    if (!view) throw new ApiError('invitation_not_found')
    const [seats, uses, objections, events] = await Promise.all([
      listSeats(db, [id]),
      readUses(db, id),
      listObjections(db, { invitationId: id }),
      listEvents(db, id),
    ])
    return {
      invitation: presentInvitation(view, now, { isStranger: true }),
      companyName: view.companyName,
      seats: seats.map((seat) => ({
        ...presentSeated(seat),
        state: seat.state,
        heldSessions: seat.heldSessions,
        usedSessions: uses.get(seat.userId) ?? 0,
      })),
      objections: objections.map((one) => presentObjection(one, view.invitation.coachId)),
      events: events.map(presentEvent),
    }
  }),

  // Until it is completed. Everything is given back, hours in every case.
  handle(api.callOffClass, async (call) => {
    const { now } = call
    const why = call.body.reason.trim()
    if (why === '') throw new ApiError('cancel_reason_missing')
    return operate(call, { action: 'class.call-off', verb: '取消' }, async (tx, opened) => {
      const { invitationStatus, cancelledBy } = opened.view.invitation
      if (invitationStatus === 'CANCELLED' && cancelledBy === null) return undefined
      await assertClassSeen(tx, opened, { seen: call.body.revision, now })
      await cancelClass(tx, opened, { actorId: null, now, reason: `平台取消：${why}`, byClub: true })
      return `：${why}`
    })
  }),

  // Players who are not named keep what was signed, else count as present.
  handle(api.signClass, (call) =>
    operate(call, { action: 'class.attend', verb: '签到' }, async (tx, opened) => {
      const { attendances, revision: seen } = call.body
      await assertClassSeen(tx, opened, { seen, now: call.now })
      return `：${await signClass(tx, opened, { actorId: null, now: call.now, attendances })}`
    }),
  ),

  handle(api.finishClass, (call) =>
    operate(call, { action: 'class.complete', verb: '完成' }, async (tx, opened) => {
      if (opened.view.invitation.invitationStatus === 'COMPLETED') return undefined
      await assertClassSeen(tx, opened, { seen: call.body.revision, now: call.now })
      await completeClass(tx, opened, { actorId: null, now: call.now })
      return ''
    }),
  ),

  handle(api.queryObjections, pageObjections),

  // Where the coach's side cannot or does not. The same answer again changes nothing.
  handle(api.answerObjectionByOperator, async ({ params, body: { isRefunded, reason }, staff, db, now }) => {
    const answer = reason.trim()
    if (answer === '') throw new ApiError('objection_answer_missing')
    await db.transaction(async (tx) => {
      const answered = await answerAsOperator(tx, { objectionId: params.id, isRefunded, answer, now })
      if (!answered) return
      const { opened, words } = answered
      const objectId = opened.view.invitation.id
      const summary = `答复 ${nameOf(opened)} 的扣课异议：${words}`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'class.settle-objection', objectId, summary, now })
    })
    return null
  }),
])
