import * as adminApi from '@paidang/api/areas/activities/admin-classes'
import * as calls from '@paidang/api/areas/activities/class-actions'
import { suspendUser } from '@paidang/api/areas/desks/admin-users'
import { OBJECTION_WITHIN_MS } from '@paidang/domain/areas/activities/classes/invitation'
import { ANSWERED_BY_CLUB_WITHIN_MS } from '@paidang/domain/areas/activities/classes/objection'
import { instantOf } from '@paidang/domain/kernel/day'
import { eq } from 'drizzle-orm'
import { JOBS } from '../../../jobs-of-areas.ts'
import { loginSessions } from '../../../tables/auth.ts'
import { invitations } from '../../../tables/classes.ts'
import { companies } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { givenCoach, givenPlayer, givenScene, givenStaffLogin, only, type Scene } from '../../../testing/builders.ts'
import { givenInvitation, givenObjection } from '../../../testing/given-invitation.ts'
import { runNamedJobs } from '../../../testing/run-job.ts'
import { checkEveryCell } from '../../../testing/table-of-ends.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// How a player's class ends, who ends it until when, and what becomes of its hour: table-of-ends.tsv.

const server = await startTestServer({ rows: 'kept' })
const { db, clientOf } = server

const DAY = '2026-05-04'
const STARTS = instantOf(DAY, 20)
const ENDS = instantOf(DAY, 22)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const from = (instant: Date, ms: number) => () => new Date(instant.getTime() + ms)

/** A request made 26 hours before the class waits until two hours before it. */
const MADE = from(STARTS, -26 * HOUR_MS)()

/** The people of the scene, with one session each. Operators log in again, since their session is shorter. */
type GivenClass = Scene & {
  id: string
  operator: string
  objectionId: string
  people: Record<string, Person>
  /** The present coach of the class, and to whom it could go. */
  presentCoach: string
  nextCoach: string
}
type Person = { userId: string; sessionId: string }

/** The stored status of each status name of the table. */
const STORED: Record<string, 'PENDING' | 'CONFIRMED' | 'COMPLETED'> = {
  ...{
    NEEDY: 'PENDING',
    OFFERED: 'PENDING',
    FORGIVEN: 'CONFIRMED',
    SIGNED: 'CONFIRMED',
    SUSPENDED: 'CONFIRMED',
    HANDED: 'CONFIRMED',
  },
  ...{ OBJECTED: 'COMPLETED', SILENCED: 'COMPLETED' },
}

/**
 * A class of the scene's player, with one joined player and a free seat. Late leavers pay, since nothing is forgiven.
 */
async function arrange(status: string): Promise<GivenClass> {
  const startedAt = server.clock.now()
  const scene = await givenScene(db)
  const forgiven = status === 'FORGIVEN' ? 1 : 0
  await db.update(companies).set({ forgivenLateCancels: forgiven }).where(eq(companies.id, scene.companyId))
  const joiner = await givenPlayer(db)
  const isSigned = status === 'SIGNED'
  const id = await givenInvitation(db, {
    scene,
    status: STORED[status] ?? (status as 'PENDING'),
    courseDate: DAY,
    at: MADE,
    participantsCount: 3,
    needContract: status === 'NEEDY',
    joiners: [{ userId: joiner, ...(isSigned && { attendance: 'present' as const }) }],
    ...(isSigned && { attendance: 'present' as const }),
  })
  const ids = {
    ...{ initiator: scene.playerId, joiner, stranger: await givenPlayer(db), coach: scene.coachId },
    ...{ admin: scene.adminId, 'other coach': await givenCoach(db) },
  }
  const people: Record<string, Person> = {}
  for (const [actor, userId] of Object.entries(ids)) {
    const session = only(await db.insert(loginSessions).values({ userId }).returning({ id: loginSessions.id }))
    people[actor] = { userId, sessionId: session.id }
  }
  const operator = (await givenStaffLogin(db, { kind: 'operator' })).staffId
  const isObjected = status === 'OBJECTED' || status === 'SILENCED'
  const objected = { invitationId: id, userId: scene.playerId, at: ENDS }
  const objectionId = isObjected ? await givenObjection(db, objected) : '987654321'
  const { coachId, adminId } = scene
  const [presentCoach, nextCoach] = status === 'HANDED' ? [adminId, coachId] : [coachId, adminId]
  const given = { ...scene, id, operator, objectionId, people, presentCoach, nextCoach }
  if (status === 'OFFERED') {
    server.clock.set(MADE)
    await offer(given, 24)
  }
  server.clock.set(before['too late to be free']())
  if (status === 'SUSPENDED' || status === 'SILENCED') {
    const body = { reason: '违规', lastDay: null }
    await (await clientOfActor(given, 'operator'))(suspendUser, { params: { id: coachId }, body })
  }
  if (status === 'HANDED')
    await (await clientOfActor(given, 'coach'))(calls.changeCoach, { params: { a: id, b: adminId } })
  server.clock.set(startedAt)
  return given
}

const before = {
  'free until': from(STARTS, -24 * HOUR_MS),
  'too late to be free': from(STARTS, -24 * HOUR_MS + 1),
  'before signing opens': from(STARTS, -30 * MINUTE_MS - 1),
  'signing opens': from(STARTS, -30 * MINUTE_MS),
  'before the start': from(STARTS, -1),
}
const during = { 'the start': from(STARTS, 0), 'the end': from(ENDS, 0) }
const after = {
  'last of the day': from(instantOf(DAY, 48), -1),
  'the next day': from(instantOf(DAY, 48), 0),
  'before the clock completes': from(ENDS, 24 * HOUR_MS - 1),
  'the clock completes': from(ENDS, 24 * HOUR_MS),
}
/** When players may still object, when no longer, and when operators may answer. */
const objecting = {
  'last to object': from(ENDS, OBJECTION_WITHIN_MS),
  'too late to object': from(ENDS, OBJECTION_WITHIN_MS + 1),
}
const answering = {
  'before 7 days': from(ENDS, ANSWERED_BY_CLUB_WITHIN_MS - 1),
  '7 days': from(ENDS, ANSWERED_BY_CLUB_WITHIN_MS),
}
const someTime = { 'the next day': after['the next day'] }

const clientOfActor = async ({ operator, people }: GivenClass, actor: string) =>
  clientOf(
    actor === 'operator' ? await server.tokenOfStaff(operator) : server.app.sessions.sign(people[actor] as Person),
  )
const offer = async (given: GivenClass, beginTimeSlot: number, actor = 'coach') =>
  (await clientOfActor(given, actor))(calls.offerTime, {
    params: { id: given.id },
    body: { stadiumId: given.venueId, selectedCourt: 0, courseDate: DAY, beginTimeSlot },
  })
const isPlayer = (actor: string) => ['initiator', 'joiner', 'stranger'].includes(actor)

checkEveryCell<GivenClass>(server, {
  file: new URL('./table-of-ends.tsv', import.meta.url),
  arrange,
  moments: {
    PENDING: {
      'free until': before['free until'],
      'before it expires': from(MADE, 24 * HOUR_MS - 1),
      'it expires': from(MADE, 24 * HOUR_MS),
      'the start': during['the start'],
    },
    CONFIRMED: { ...before, ...during, ...after },
    FORGIVEN: { 'too late to be free': before['too late to be free'] },
    SIGNED: { 'before the start': before['before the start'], ...during, ...after },
    OFFERED: {
      'free until': before['free until'],
      'before it expires': from(MADE, 24 * HOUR_MS - 1),
      'it expires': from(MADE, 24 * HOUR_MS),
    },
    NEEDY: { 'free until': before['free until'], 'it expires': from(MADE, 24 * HOUR_MS) },
    SUSPENDED: {
      'too late to be free': from(STARTS, -24 * HOUR_MS + 2),
      'before the start': before['before the start'],
      'the start': during['the start'],
      'the clock completes': after['the clock completes'],
    },
    HANDED: {
      'just handed over': from(STARTS, -24 * HOUR_MS + 2),
      'before the start': before['before the start'],
      'the start': during['the start'],
      'before the clock completes': after['before the clock completes'],
      'the clock completes': after['the clock completes'],
    },
    COMPLETED: { ...someTime, ...objecting },
    OBJECTED: { ...someTime, ...answering },
    SILENCED: someTime,
    CANCELLED: { 'before the start': before['before the start'], ...someTime },
    EXPIRED: { 'before the start': before['before the start'], ...someTime },
  },
  actors: ['initiator', 'joiner', 'stranger', 'coach', 'admin', 'other coach', 'operator'],
  actions: {
    cancel: async (given, actor) => {
      const by = await clientOfActor(given, actor)
      const params = { id: given.id }
      if (actor === 'operator') return by(adminApi.callOffClass, { params, body: { reason: '场馆停电' } })
      return by(isPlayer(actor) ? calls.cancelByPlayer : calls.cancelByCoach, { params, body: { reason: '有事' } })
    },
    confirm: async (given, actor) =>
      (await clientOfActor(given, actor))(calls.confirmInvitation, { params: { id: given.id } }),
    offer: (given, actor) => offer(given, 22, actor),
    accept: async (given, actor) =>
      (await clientOfActor(given, actor))(calls.acceptOffer, { params: { id: given.id } }),
    sign: async (given, actor) => {
      const by = await clientOfActor(given, actor)
      const call = { params: { id: given.id }, body: { attendances: [] } }
      return actor === 'operator' ? by(adminApi.signClass, call) : by(calls.signInvitation, call)
    },
    finish: async (given, actor) => {
      const by = await clientOfActor(given, actor)
      const call = { params: { id: given.id } }
      return actor === 'operator' ? by(adminApi.finishClass, call) : by(calls.finishInvitation, call)
    },
    edit: async (given, actor) =>
      (await clientOfActor(given, actor))(calls.updateBySelf, {
        params: { id: given.id },
        body: {
          ...{ coachId: given.presentCoach, courseDesignId: given.courseId, stadiumId: given.venueId },
          ...{ courseDate: DAY, beginTimeSlot: 22, endTimeSlot: 24, participantsCount: 3 },
        },
      }),
    join: async (given, actor) => {
      const { userId: b = '' } = given.people[actor] ?? { userId: given.operator }
      const body = actor === 'stranger' ? { share: server.app.shareTokens.of(given.id) } : {}
      return (await clientOfActor(given, actor))(calls.joinInvitation, { params: { a: given.id, b }, body })
    },
    decline: async (given, actor) =>
      (await clientOfActor(given, actor))(calls.declineInvitation, { params: { id: given.id }, body: {} }),
    'change coach': async (given, actor) =>
      (await clientOfActor(given, actor))(calls.changeCoach, { params: { a: given.id, b: given.nextCoach } }),
    contract: async (given, actor) =>
      (await clientOfActor(given, actor))(calls.contractInvitation, {
        params: { id: given.id },
        body: { contractId: given.contractId, sessions: 5, expiryDate: '2026-12-31', isPhoneChecked: true },
      }),
    object: async (given, actor) =>
      (await clientOfActor(given, actor))(calls.objectToClass, {
        params: { id: given.id },
        body: { words: '那天没有上课' },
      }),
    grant: async (given, actor) => {
      const by = await clientOfActor(given, actor)
      const params = { id: given.objectionId }
      if (actor === 'operator')
        return by(adminApi.answerObjectionByOperator, { params, body: { isRefunded: true, reason: '属实' } })
      return by(calls.answerObjection, { params, body: { isRefunded: true } })
    },
  },
  runJobs: () => runNamedJobs(server, JOBS, ['expire-invitations', 'finish-classes']),
  async stateOf({ id, contractId }) {
    const row = only(await db.select().from(invitations).where(eq(invitations.id, id)))
    const contract = only(await db.select().from(contracts).where(eq(contracts.id, contractId)))
    return {
      status: row.invitationStatus,
      sums: { held: contract.heldSessions, hours: contract.remainingSessions, seats: row.seatsTaken },
    }
  },
})
