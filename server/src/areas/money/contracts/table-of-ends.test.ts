import { cancelByCoach, createByPlayer } from '@paidang/api/areas/activities/class-actions'
import { type SessionsItem, updateSessions } from '@paidang/api/areas/money/contracts'
import type { Call } from '@paidang/api/client'
import { addDays, daysBetween, instantOf } from '@paidang/domain/kernel/day'
import { eq } from 'drizzle-orm'
import { JOBS } from '../../../jobs-of-areas.ts'
import { contracts } from '../../../tables/contracts.ts'
import { givenCoach, givenPlayer, givenScene, givenStaffLogin, only, type Scene } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { runNamedJobs } from '../../../testing/run-job.ts'
import { checkEveryCell } from '../../../testing/table-of-ends.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Tests table-of-ends.tsv: who sets, uses and returns the hours of a contract until when, and what expires.

const server = await startTestServer({ rows: 'kept' })
const { db, clock, clientOf } = server

const LAST_DAY = '2026-05-10'
const endOf = (day: string, ms: number) => () => new Date(instantOf(addDays(day, 1), 0).getTime() + ms)

/** An id without a row. */
const NO_ID = '987654321987'

type GivenContract = Scene & { classId: string; people: Record<string, string>; operator: string }

/** A contract of ten hours. In the state HELD, a class on the day before its last day holds one of them. */
async function arrange(name: string): Promise<GivenContract> {
  const scene = await givenScene(db)
  await db.update(contracts).set({ expiryDate: LAST_DAY }).where(eq(contracts.id, scene.contractId))
  const isHeld = name === 'HELD'
  const classId = isHeld
    ? await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: addDays(LAST_DAY, -1) })
    : NO_ID
  if (name === 'EXPIRED') {
    const now = clock.now()
    clock.set(endOf(LAST_DAY, 0)())
    await runNamedJobs(server, JOBS, ['expire-contracts'])
    clock.set(now)
  }
  return {
    ...scene,
    classId,
    people: {
      player: scene.playerId,
      'other player': await givenPlayer(db),
      coach: scene.coachId,
      admin: scene.adminId,
      'other coach': await givenCoach(db),
    },
    operator: (await givenStaffLogin(db, { kind: 'operator' })).staffId,
  }
}

async function clientOfActor({ people, operator }: GivenContract, actor: string): Promise<Call> {
  const person = people[actor]
  return clientOf(person ? await server.tokenOf(person) : await server.tokenOfStaff(operator))
}

const set =
  (over: Pick<SessionsItem, 'settingSessions' | 'expiryDate'>) => async (given: GivenContract, actor: string) => {
    const { contractId: id, playerId: userId, courseId: courseDesignId } = given
    const body = { items: [{ id, userId, courseDesignId, isPhoneChecked: true, ...over }], reason: '补课' }
    return (await clientOfActor(given, actor))(updateSessions, { body })
  }

const book = (courseDate: string) => async (given: GivenContract, actor: string) => {
  const { coachId, courseId: courseDesignId, venueId: stadiumId } = given
  const slot = { selectedCourt: 0, courseDate, beginTimeSlot: 30, endTimeSlot: 32 }
  return (await clientOfActor(given, actor))(createByPlayer, { body: { coachId, courseDesignId, stadiumId, ...slot } })
}

const early = { 'days before': endOf(LAST_DAY, -4 * 86_400_000) }
const border = { 'the last moment': endOf(LAST_DAY, -1), 'the day after': endOf(LAST_DAY, 0) }

checkEveryCell<GivenContract>(server, {
  file: new URL('./table-of-ends.tsv', import.meta.url),
  arrange,
  moments: {
    // This state comes first, because its expiry job would also expire the contracts of the other states.
    EXPIRED: { 'the day after': border['the day after'] },
    FREE: { ...early, ...border },
    HELD: { ...early, ...border },
  },
  actors: ['player', 'other player', 'coach', 'other coach', 'admin', 'operator'],
  actions: {
    raise: set({ settingSessions: 12, expiryDate: LAST_DAY }),
    lower: set({ settingSessions: 1, expiryDate: LAST_DAY }),
    empty: set({ settingSessions: 0, expiryDate: LAST_DAY }),
    extend: set({ settingSessions: 10, expiryDate: '2026-05-31' }),
    shorten: set({ settingSessions: 10, expiryDate: '2026-05-08' }),
    'book within it': book(LAST_DAY),
    'book after it': book('2026-05-12'),
    'call off its class': async (given, actor) =>
      (await clientOfActor(given, actor))(cancelByCoach, {
        params: { id: given.classId },
        body: { reason: '教练生病' },
      }),
  },
  runJobs: () => runNamedJobs(server, JOBS, ['expire-contracts']),
  async stateOf({ contractId }) {
    const row = only(await db.select().from(contracts).where(eq(contracts.id, contractId)))
    const { remainingSessions: hours, heldSessions: held, expiryDate } = row
    return { status: '', sums: { hours, held, days: daysBetween(LAST_DAY, expiryDate) } }
  },
})
