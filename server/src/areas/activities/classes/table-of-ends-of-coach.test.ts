import { callOffClass } from '@paidang/api/areas/activities/admin-classes'
import * as calls from '@paidang/api/areas/activities/class-actions'
import { answerPast } from '@paidang/api/areas/activities/past-classes'
import { pastAnswerTimes } from '@paidang/domain/areas/activities/classes/answer-time'
import { instantOf } from '@paidang/domain/kernel/day'
import { and, eq, inArray } from 'drizzle-orm'
import { JOBS } from '../../../jobs-of-areas.ts'
import { loginSessions } from '../../../tables/auth.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { companies } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { givenContract, givenPlayer, givenScene, givenStaffLogin, only, type Scene } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runNamedJobs } from '../../../testing/run-job.ts'
import { checkEveryCell } from '../../../testing/table-of-ends.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Until when players accept or decline a class of its coach, who ends it, and what becomes of their hours:
// table-of-ends-of-coach.tsv.

const server = await startTestServer({ rows: 'kept' })
const { db, clientOf } = server

const DAY = '2026-05-04'
const STARTS = instantOf(DAY, 20)
const ENDS = instantOf(DAY, 22)
const HOUR_MS = 3_600_000
const from = (instant: Date, ms: number) => () => new Date(instant.getTime() + ms)
const MADE = from(STARTS, -26 * HOUR_MS)()
/** When the players of a class of the past that was entered at MADE have had their time to answer. */
const DUE = pastAnswerTimes(MADE).expiresAt

type Person = { userId: string; sessionId: string }
type GivenClass = Scene & { id: string; operator: string; people: Record<string, Person>; contractIds: string[] }

const live = {
  'too late to be free': from(STARTS, -24 * HOUR_MS + 2),
  'before the start': from(STARTS, -1),
  'the start': from(STARTS, 0),
  'before the clock completes': from(ENDS, 24 * HOUR_MS - 1),
  'the clock completes': from(ENDS, 24 * HOUR_MS),
}

/** A class of the scene's coach with one free seat. Each player has hours of their own, except the stranger. */
async function arrange(status: string): Promise<GivenClass> {
  const startedAt = server.clock.now()
  const scene = await givenScene(db)
  await db.update(companies).set({ forgivenLateCancels: 0 }).where(eq(companies.id, scene.companyId))
  const [changed, asked, stranger] = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db)]
  const { courseId, playerId: joiner } = scene
  const contractOf = (userId: string) => givenContract(db, { userId, courseId })
  const contractIds = [scene.contractId, await contractOf(changed), await contractOf(asked)]
  const joiners = [
    { userId: joiner, contractId: scene.contractId },
    { userId: changed, contractId: contractIds[1] as string },
  ]
  const isAsked = status === 'ASKED'
  const isPast = status === 'PAST'
  const id = await givenInvitation(db, {
    ...{ scene, madeBy: 'coach', courseDate: DAY, at: MADE, participantsCount: 4, invited: [asked] },
    ...(isPast && { courseDate: '2026-05-01', participantsCount: 2, invited: [] }),
    ...(isPast && { over: { pastReason: '当天手机没电', ...pastAnswerTimes(MADE) } }),
    status: isAsked ? 'PENDING' : status === 'COMPLETED' ? 'COMPLETED' : 'CONFIRMED',
    joiners: isAsked ? [] : joiners,
  })
  const people: Record<string, Person> = {}
  const ids = { asked, changed, joiner, stranger, coach: scene.coachId, admin: scene.adminId }
  for (const [actor, userId] of Object.entries(ids)) {
    const session = only(await db.insert(loginSessions).values({ userId }).returning({ id: loginSessions.id }))
    people[actor] = { userId, sessionId: session.id }
  }
  const operator = (await givenStaffLogin(db, { kind: 'operator' })).staffId
  const given = { ...scene, id, operator, people, contractIds }
  if (status === 'CHANGED' || status === 'HANDED') {
    const own = and(eq(seats.invitationId, id), eq(seats.userId, changed))
    await db.update(seats).set({ changedAt: MADE }).where(own)
  }
  if (isPast) {
    server.clock.set(MADE)
    await answer(given, 'changed', true)
    server.clock.set(startedAt)
  }
  if (status === 'HANDED') {
    server.clock.set(from(STARTS, -24 * HOUR_MS + 1)())
    await (await clientOfActor(given, 'coach'))(calls.changeCoach, { params: { a: id, b: scene.adminId } })
    server.clock.set(startedAt)
  }
  return given
}

const clientOfActor = async ({ operator, people }: GivenClass, actor: string) =>
  clientOf(
    actor === 'operator' ? await server.tokenOfStaff(operator) : server.app.sessions.sign(people[actor] as Person),
  )

const answer = async ({ id, ...given }: GivenClass, actor: string, agree: boolean) =>
  (await clientOfActor({ id, ...given }, actor))(answerPast, { params: { id }, body: { agree, words: '那天没有上课' } })

checkEveryCell<GivenClass>(server, {
  file: new URL('./table-of-ends-of-coach.tsv', import.meta.url),
  arrange,
  moments: {
    ASKED: { 'before it expires': from(MADE, 24 * HOUR_MS - 1), 'it expires': from(MADE, 24 * HOUR_MS) },
    CHANGED: live,
    HANDED: live,
    COMPLETED: { 'the clock completes': live['the clock completes'] },
    PAST: { 'before it is due': from(DUE, -1), 'it is due': from(DUE, 0), 'after it is due': from(DUE, HOUR_MS) },
  },
  actors: ['asked', 'changed', 'joiner', 'stranger', 'coach', 'admin', 'operator'],
  actions: {
    join: async (given, actor) => {
      const { userId: b } = given.people[actor] ?? { userId: given.operator }
      const body = actor === 'stranger' ? { share: server.app.shareTokens.of(given.id) } : {}
      return (await clientOfActor(given, actor))(calls.joinInvitation, { params: { a: given.id, b }, body })
    },
    decline: async (given, actor) =>
      (await clientOfActor(given, actor))(calls.declineInvitation, { params: { id: given.id }, body: {} }),
    'call off': async ({ id, ...given }, actor) => {
      const by = await clientOfActor({ id, ...given }, actor)
      const call = { params: { id }, body: { reason: '场馆停电' } }
      return actor === 'operator' ? by(callOffClass, call) : by(calls.cancelByCoach, call)
    },
    agree: (given, actor) => answer(given, actor, true),
    object: (given, actor) => answer(given, actor, false),
    leave: async (given, actor) =>
      (await clientOfActor(given, actor))(calls.cancelByPlayer, { params: { id: given.id }, body: {} }),
  },
  runJobs: () => runNamedJobs(server, JOBS, ['expire-invitations', 'finish-classes']),
  async stateOf({ id, contractIds }) {
    const row = only(await db.select().from(invitations).where(eq(invitations.id, id)))
    const all = await db.select().from(contracts).where(inArray(contracts.id, contractIds)).orderBy(contracts.id)
    const held = all.reduce((sum, { heldSessions }) => sum + heldSessions, 0)
    const hours = all.reduce((sum, { remainingSessions }) => sum + remainingSessions, 0)
    return { status: row.invitationStatus, sums: { held, hours, seats: row.seatsTaken } }
  },
})
