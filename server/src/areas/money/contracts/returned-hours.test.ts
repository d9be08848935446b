import * as adminApi from '@paidang/api/areas/activities/admin-classes'
import * as classActions from '@paidang/api/areas/activities/class-actions'
import { suspendUser } from '@paidang/api/areas/desks/admin-users'
import { addDays, dayOf, formatDotDay, instantOf } from '@paidang/domain/kernel/day'
import { and, eq, ne } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { seats } from '../../../tables/classes.ts'
import { companies } from '../../../tables/companies.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { venues } from '../../../tables/venues.ts'
import { givenContract, givenPlayer, givenScene, only, type Scene, TOMORROW } from '../../../testing/builders.ts'
import { givenInvitation, givenObjection, type InvitationInput } from '../../../testing/given-invitation.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { finishUnfinished } from '../../activities/classes/complete.ts'
import { expireStaleInvitations } from '../../activities/classes/expire-stale-invitations.ts'
import { expireContracts } from './expiry.ts'

const server = await startTestServer()
const { db, clock, signedInAs, asStaff } = server

/** Classes are tomorrow from 10:00 to 11:00, on the last day of the contract that pays. */
const LAST_DAY = TOMORROW
const NEXT_DAY = addDays(LAST_DAY, 1)
const at = (day: string, time: string) => clock.set(new Date(`${day}T${time}+08:00`))

type Given = Scene & { id: string; mate: string }
type Cause = {
  input?: Partial<InvitationInput> & { isGroup?: boolean }
  /** What returns the hours; it sets the clock. */
  act: (given: Given) => Promise<unknown>
}

const LEAVE = { input: { status: 'CONFIRMED', attendance: 'leave' } } as const
const CONFIRMED = { input: { status: 'CONFIRMED' } } as const
/** A class made by its coach, with a second player who pays too. */
const GROUP = { input: { status: 'CONFIRMED', isGroup: true } } as const
const COMPLETED = { input: { status: 'COMPLETED' } } as const

const markChanged = ({ id, playerId }: Given) =>
  db
    .update(seats)
    .set({ changedAt: clock.now() })
    .where(and(eq(seats.invitationId, id), eq(seats.userId, playerId)))
const object = async ({ id, playerId }: Given) => {
  const objectionId = await givenObjection(db, { invitationId: id, userId: playerId })
  at(NEXT_DAY, '10:00:00')
  return objectionId
}
const answerAs = (userId: string, id: string) =>
  signedInAs(userId)(classActions.answerObjection, { params: { id }, body: { isRefunded: true } })
const edit = (given: Given, actorId: string, courseDate: string) => {
  const { coachId, courseId: courseDesignId, venueId: stadiumId } = given
  const place = { coachId, courseDesignId, stadiumId, selectedCourt: 0, participantsCount: 2 }
  return signedInAs(actorId)(classActions.updateBySelf, {
    params: { id: given.id },
    body: { ...place, courseDate, beginTimeSlot: 20, endTimeSlot: 22 },
  })
}
const leave = ({ id, playerId }: Given) =>
  signedInAs(playerId)(classActions.cancelByPlayer, { params: { id }, body: {} })

const CAUSES: Record<string, Cause> = {
  'the clock completes a class from which the player was excused': {
    ...LEAVE,
    act: () => {
      at(NEXT_DAY, '11:00:00')
      return runJob(server, finishUnfinished)
    },
  },
  'the coach completes such a class': {
    ...LEAVE,
    act: ({ id, coachId }) => {
      at(LAST_DAY, '12:00:00')
      return signedInAs(coachId)(classActions.finishInvitation, { params: { id } })
    },
  },
  'the admin completes such a class after the contract has ended': {
    ...LEAVE,
    act: async ({ id, adminId }) => {
      at(NEXT_DAY, '00:30:00')
      await runJob(server, expireContracts)
      return signedInAs(adminId)(classActions.finishInvitation, { params: { id } })
    },
  },
  'an operator completes such a class': {
    ...LEAVE,
    act: ({ id }) => {
      at(NEXT_DAY, '00:30:00')
      return asStaff('operator')(adminApi.finishClass, { params: { id } })
    },
  },
  'the clock completes a class whose change the player did not agree to': {
    ...GROUP,
    act: async (given) => {
      await markChanged(given)
      at(NEXT_DAY, '11:00:00')
      return runJob(server, finishUnfinished)
    },
  },
  'the clock calls off a class of a suspended coach': {
    ...CONFIRMED,
    act: async ({ coachId }) => {
      await asStaff('operator')(suspendUser, { params: { id: coachId }, body: { reason: '违规', lastDay: null } })
      at(NEXT_DAY, '11:00:00')
      return runJob(server, finishUnfinished)
    },
  },
  'a request expires': {
    act: () => {
      at(LAST_DAY, '10:00:00')
      return runJob(server, expireStaleInvitations)
    },
  },
  'the coach calls the class off': {
    ...CONFIRMED,
    act: ({ id, coachId }) => {
      at(NEXT_DAY, '00:30:00')
      return signedInAs(coachId)(classActions.cancelByCoach, { params: { id }, body: {} })
    },
  },
  'the admin calls the class off': {
    ...CONFIRMED,
    act: ({ id, adminId }) => signedInAs(adminId)(classActions.cancelByCoach, { params: { id }, body: {} }),
  },
  'an operator calls the class off': {
    ...CONFIRMED,
    act: ({ id }) => asStaff('operator')(adminApi.callOffClass, { params: { id }, body: { reason: '场馆漏水' } }),
  },
  'the coach grants an objection': {
    ...COMPLETED,
    act: async (given) => answerAs(given.coachId, await object(given)),
  },
  'the admin grants an objection': {
    ...COMPLETED,
    act: async (given) => answerAs(given.adminId, await object(given)),
  },
  'an operator grants an objection': {
    ...COMPLETED,
    act: async (given) => {
      const id = await object(given)
      at(addDays(LAST_DAY, 7), '12:00:00')
      const body = { isRefunded: true, reason: '核对过签到' }
      return asStaff('operator')(adminApi.answerObjectionByOperator, { params: { id }, body })
    },
  },
  'the player declines what the coach changed, after the contract has ended': {
    ...GROUP,
    act: async (given) => {
      await markChanged(given)
      at(NEXT_DAY, '00:30:00')
      return signedInAs(given.playerId)(classActions.declineInvitation, { params: { id: given.id }, body: {} })
    },
  },
  'the player leaves a class that the coach changed': {
    ...GROUP,
    act: async (given) => {
      await markChanged(given)
      return leave(given)
    },
  },
  'the player calls off a class whose venue closed': {
    ...CONFIRMED,
    act: async (given) => {
      await db.update(venues).set({ approveStatus: 2 })
      return leave(given)
    },
  },
  'the coach moves a class to where another contract pays it': {
    ...GROUP,
    act: async (given) => {
      await givenContract(db, { userId: given.playerId, courseId: given.courseId, expiryDate: '2026-07-31' })
      return edit(given, given.coachId, addDays(LAST_DAY, 2))
    },
  },
  'the coach calls off a class that the player had left late': {
    ...GROUP,
    act: async (given) => {
      at(LAST_DAY, '09:00:00')
      await leave(given)
      return signedInAs(given.coachId)(classActions.cancelByCoach, { params: { id: given.id }, body: {} })
    },
  },
}

async function arrange({ input: { isGroup, ...input } = {} }: Pick<Cause, 'input'>): Promise<Given> {
  const scene = await givenScene(db, { sessions: 1 })
  await db.update(companies).set({ forgivenLateCancels: 0 })
  const mate = await givenPlayer(db)
  const mateContract = await givenContract(db, { userId: mate, courseId: scene.courseId, expiryDate: '2026-12-31' })
  const joiners = [
    { userId: scene.playerId, contractId: scene.contractId },
    { userId: mate, contractId: mateContract },
  ]
  const group = isGroup ? ({ madeBy: 'coach', participantsCount: 3, joiners } as const) : {}
  const id = await givenInvitation(db, { scene, ...group, ...input })
  await db.update(contracts).set({ expiryDate: LAST_DAY }).where(eq(contracts.id, scene.contractId))
  return { ...scene, id, mate }
}

/** The contract after the expiry job ran on a day, and the reasons of its last rows. */
async function contractOn(day: string, { contractId }: Scene) {
  clock.set(new Date(instantOf(day, 0).getTime() + 60_000))
  expect(await runJob(server, expireContracts)).toEqual([])
  const { remainingSessions, heldSessions, expiryDate } = only(
    await db.select().from(contracts).where(eq(contracts.id, contractId)),
  )
  return { free: remainingSessions - heldSessions, expiryDate }
}

describe('hours that come back can be used for 30 days, whatever returned them', () => {
  test.each(Object.keys(CAUSES))('%s', async (name) => {
    const cause = CAUSES[name] as Cause
    const given = await arrange(cause)
    await cause.act(given)
    const returnedOn = dayOf(clock.now())
    const lastDay = addDays(returnedOn, 30)
    const rows = await db
      .select()
      .from(lessonLedger)
      .where(and(eq(lessonLedger.contractId, given.contractId), ne(lessonLedger.kind, 'EXPIRE')))
      .orderBy(lessonLedger.seq)
    expect(rows.at(-1)?.reason).toContain(`，合同有效期延至 ${formatDotDay(lastDay)}`)
    for (const day of [addDays(returnedOn, 1), lastDay])
      expect(await contractOn(day, given)).toEqual({ free: 1, expiryDate: lastDay })
    expect(await contractOn(addDays(lastDay, 1), given)).toEqual({ free: 0, expiryDate: lastDay })
  })
})

describe('hours that players give back by their own choice end with the contract', () => {
  test.each([
    ['a request that waits', {}, leave],
    ['a confirmed class', { status: 'CONFIRMED' }, leave],
    ['a seat in a group', { status: 'CONFIRMED', isGroup: true }, leave],
    [
      'a class moved to another contract',
      {},
      async (given: Given) => {
        await givenContract(db, { userId: given.playerId, courseId: given.courseId, expiryDate: '2026-07-31' })
        return edit(given, given.playerId, addDays(LAST_DAY, 2))
      },
    ],
  ] as const)('%s', async (_what, input, act) => {
    const given = await arrange({ input })
    // Twenty-five hours before the class, so that it costs nothing.
    at('2026-05-01', '09:00:00')
    await act(given)
    expect(await contractOn(LAST_DAY, given)).toEqual({ free: 1, expiryDate: LAST_DAY })
    expect(await contractOn(NEXT_DAY, given)).toEqual({ free: 0, expiryDate: LAST_DAY })
  })
})
