import { callOffClass, finishClass, signClass } from '@paidang/api/areas/admin-classes'
import * as calls from '@paidang/api/areas/class-actions'
import { instantOf } from '@paidang/domain/kernel/day'
import { eq } from 'drizzle-orm'
import { JOBS } from '../../jobs-of-areas.ts'
import { givenCoach, givenPlayer, givenScene, givenStaffLogin, only, type Scene } from '../../testing/builders.ts'
import { givenInvitation } from '../../testing/given-invitation.ts'
import { runNamedJobs } from '../../testing/run-job.ts'
import { walkEnds } from '../../testing/table-of-ends.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { companies } from '../companies/tables.ts'
import { contracts } from '../contracts/tables.ts'
import { invitations } from './tables.ts'

// How a class that a player made ends, who ends it until when, and what becomes of its hour: table-of-ends.tsv.

const server = await startTestServer({ rows: 'kept' })
const { db, clientOf } = server

const DAY = '2026-05-04'
const STARTS = instantOf(DAY, 20)
const ENDS = instantOf(DAY, 22)
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const from = (instant: Date, ms: number) => () => new Date(instant.getTime() + ms)

/** A request was made 30 hours before the class, and so waits until six before it. */
const MADE = from(STARTS, -30 * HOUR_MS)()

type GivenClass = Scene & { id: string; joiner: string; stranger: string; otherCoach: string; operator: string }

/** A class of the scene's player, with one who joined; who leaves late pays, since nothing is forgiven. */
async function arrange(status: string): Promise<GivenClass> {
  const scene = await givenScene(db)
  const forgiven = status === 'FORGIVEN' ? 1 : 0
  await db.update(companies).set({ forgivenLateCancels: forgiven }).where(eq(companies.id, scene.companyId))
  const joiner = await givenPlayer(db)
  const isSigned = status === 'SIGNED'
  const id = await givenInvitation(db, {
    scene,
    status: isSigned || status === 'FORGIVEN' ? 'CONFIRMED' : (status as 'PENDING'),
    courseDate: DAY,
    at: MADE,
    joiners: [{ userId: joiner, ...(isSigned && { attendance: 'present' as const }) }],
    ...(isSigned && { attendance: 'present' as const }),
  })
  return {
    ...scene,
    id,
    joiner,
    stranger: await givenPlayer(db),
    otherCoach: await givenCoach(db),
    operator: (await givenStaffLogin(db, { kind: 'operator' })).staffId,
  }
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
const someTime = { 'the next day': after['the next day'] }

const clientOfActor = async (given: GivenClass, actor: string) => {
  if (actor === 'operator') return clientOf(await server.tokenOfStaff(given.operator))
  const people: Record<string, string> = {
    initiator: given.playerId,
    joiner: given.joiner,
    stranger: given.stranger,
    coach: given.coachId,
    admin: given.adminId,
    'other coach': given.otherCoach,
  }
  return clientOf(await server.tokenOf(people[actor] as string))
}
const isPlayer = (actor: string) => ['initiator', 'joiner', 'stranger'].includes(actor)

walkEnds<GivenClass>(server, {
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
    COMPLETED: someTime,
    CANCELLED: { 'before the start': before['before the start'], ...someTime },
    EXPIRED: { 'before the start': before['before the start'], ...someTime },
  },
  actors: ['initiator', 'joiner', 'stranger', 'coach', 'admin', 'other coach', 'operator'],
  actions: {
    cancel: async (given, actor) => {
      const by = await clientOfActor(given, actor)
      const params = { id: given.id }
      if (actor === 'operator') return by(callOffClass, { params, body: { reason: '场馆停电' } })
      return by(isPlayer(actor) ? calls.cancelByPlayer : calls.cancelByCoach, { params, body: { reason: '有事' } })
    },
    confirm: async (given, actor) =>
      (await clientOfActor(given, actor))(calls.confirmInvitation, { params: { id: given.id } }),
    sign: async (given, actor) => {
      const by = await clientOfActor(given, actor)
      const call = { params: { id: given.id }, body: { attendances: [] } }
      return actor === 'operator' ? by(signClass, call) : by(calls.signInvitation, call)
    },
    finish: async (given, actor) => {
      const by = await clientOfActor(given, actor)
      const call = { params: { id: given.id } }
      return actor === 'operator' ? by(finishClass, call) : by(calls.finishInvitation, call)
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
