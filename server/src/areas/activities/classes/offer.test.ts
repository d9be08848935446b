import * as calls from '@paidang/api/areas/activities/class-actions'
import { offerTimes } from '@paidang/api/areas/activities/classes'
import { coachBoard } from '@paidang/api/areas/views/coach-board'
import { ApiError } from '@paidang/api/catalogue/errors'
import { addDays, instantOf } from '@paidang/domain/kernel/day'
import { and, asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { JOBS } from '../../../jobs-of-areas.ts'
import { invitationEvents, invitations } from '../../../tables/classes.ts'
import { contracts } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { slotClaims } from '../../../tables/schedule.ts'
import { givenCoachLock, givenPlayer, givenScene, only, type Scene, TOMORROW } from '../../../testing/builders.ts'
import { givenInvitation, type InvitationInput } from '../../../testing/given-invitation.ts'
import { countDeadlocks, race } from '../../../testing/race.ts'
import { runNamedJobs } from '../../../testing/run-job.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, signedInAs, clock } = server

const DAY = addDays(TOMORROW, 2)
/** A request of the scene's player for an hour from 18:00. */
const givenRequest = (scene: Scene, over: Partial<InvitationInput> = {}) =>
  givenInvitation(db, { scene, courseDate: DAY, beginTimeSlot: 36, at: clock.now(), ...over })

const bodyOf = ({ venueId }: Scene, beginTimeSlot: number, selectedCourt = 0, courseDate = DAY) => ({
  stadiumId: venueId,
  selectedCourt,
  courseDate,
  beginTimeSlot,
})
const offer = (scene: Scene, id: string, beginTimeSlot: number, selectedCourt = 0) =>
  signedInAs(scene.coachId)(calls.offerTime, { params: { id }, body: bodyOf(scene, beginTimeSlot, selectedCourt) })
const accept = ({ playerId }: Scene, id: string) => signedInAs(playerId)(calls.acceptOffer, { params: { id } })
/** The code of the refusal; undefined when the call succeeds. */
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.code : Promise.reject(error)),
  )
const rowOf = async (id: string) => only(await db.select().from(invitations).where(eq(invitations.id, id)))
const heldOf = async ({ contractId }: Scene) =>
  only(await db.select().from(contracts).where(eq(contracts.id, contractId))).heldSessions
const halfHoursOf = async (id: string) => {
  const rows = await db.select().from(slotClaims).where(eq(slotClaims.holderId, id))
  return [...new Set(rows.map(({ kind, day, halfHour }) => `${kind} ${day} ${halfHour}`))].sort()
}
const saidTo = async (receiverId: string) => {
  const rows = await db.select().from(messages).where(eq(messages.receiverId, receiverId)).orderBy(asc(messages.id))
  return rows.map(({ title, content }) => `${title}：${content}`)
}

test('an offer holds its time and no second hour, waits for the player, and stands when the player agrees', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId } = scene
  const id = await givenRequest(scene)
  const figures = async () => {
    const board = await signedInAs(coachId)(coachBoard, { query: { date: DAY, from: DAY, days: 1 } })
    return [board.figures.waitingConfirm, board.marks[0]?.waiting]
  }
  expect(await figures()).toEqual([1, 1])

  const shown = await offer(scene, id, 39, 1)
  expect(shown).toMatchObject({
    ...{ invitationStatus: 'PENDING', beginTimeSlot: 39, endTimeSlot: 41, selectedCourt: 1, useUnavailable: false },
    offeredAt: clock.now().toISOString(),
    askedStartsAt: instantOf(DAY, 36).toISOString(),
  })
  expect(await halfHoursOf(id)).toEqual([1, 2, 3].flatMap((kind) => [39, 40].map((half) => `${kind} ${DAY} ${half}`)))
  expect([await heldOf(scene), await figures()]).toEqual([1, [0, 0]])
  expect((await saidTo(playerId)).at(-1)).toMatch(/^教练建议改约：.*18:00–19:00.*改到.*19:30–20:30.*超时自动取消$/)
  expect(await refusalOf(signedInAs(coachId)(calls.confirmInvitation, { params: { id } }))).toBe('invitation_offered')

  // Another offer keeps what was asked; the same again changes nothing.
  expect((await offer(scene, id, 40)).askedStartsAt).toBe(instantOf(DAY, 36).toISOString())
  const again = await offer(scene, id, 40)
  expect(again.revision).toBe((await rowOf(id)).revision)

  const agreed = { invitationStatus: 'CONFIRMED', beginTimeSlot: 40, offeredAt: null }
  const presses = await Promise.all(Array.from({ length: 20 }, () => accept(scene, id)))
  for (const press of presses) expect(press).toMatchObject(agreed)
  expect((await saidTo(coachId)).at(-1)).toMatch(/^约课已确认：.*接受改到.*20:00–21:00/)
  const trail = await db.select().from(invitationEvents).where(eq(invitationEvents.invitationId, id))
  expect(trail.map(({ action }) => action).filter((action) => action !== 'create')).toEqual([
    'offer',
    'offer',
    'accept',
  ])
  expect(await server.brokenInvariants()).toEqual([])
})

test('what was asked for is confirmed, not offered, and what was seen is what is agreed to', async () => {
  const scene = await givenScene(db)
  const id = await givenRequest(scene)
  expect(await refusalOf(offer(scene, id, 36))).toBe('input_invalid')
  const { revision } = await rowOf(id)
  await offer(scene, id, 39)
  const old = signedInAs(scene.playerId)(calls.acceptOffer, { params: { id }, body: { revision } })
  expect(await refusalOf(old)).toBe('revision_outdated')
})

test('a request that may conflict wins the offered time over a lock of its coach, never over another class', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId } = scene
  await givenRequest({ ...scene, playerId: await givenPlayer(db) }, { needContract: true })
  await givenCoachLock(db, { coachId, day: DAY, beginTimeSlot: 38, endTimeSlot: 40 })
  const id = await givenRequest(scene, { useUnavailable: true })
  expect(await refusalOf(offer(scene, id, 35, 1))).toBe('slot_mine')
  await offer(scene, id, 38)
  // The player turns it down: the lock has its half-hours back.
  await signedInAs(playerId)(calls.cancelByPlayer, { params: { id }, body: { lostSessions: 0 } })
  const locked = and(eq(slotClaims.day, DAY), eq(slotClaims.resourceId, coachId), eq(slotClaims.halfHour, 38))
  expect(await db.$count(slotClaims, locked)).toBe(1)
  expect([await heldOf(scene), await halfHoursOf(id)]).toEqual([0, []])
  expect(await server.brokenInvariants()).toEqual([])
})

test('without a contract the player agrees first, and the coach makes one and confirms', async () => {
  const scene = { ...(await givenScene(db)), playerId: await givenPlayer(db) }
  const id = await givenRequest(scene, { needContract: true })
  await offer(scene, id, 39)
  expect(await accept(scene, id)).toMatchObject({
    ...{ invitationStatus: 'PENDING', needContract: true, offeredAt: null },
    changed: '接受了改约',
  })
  const by = signedInAs(scene.coachId)
  expect(await refusalOf(by(calls.confirmInvitation, { params: { id } }))).toBe('invitation_needs_contract')
  const terms = { sessions: 2, expiryDate: '2026-12-31', isPhoneChecked: true }
  await by(calls.contractInvitation, { params: { id }, body: terms })
  expect(await by(calls.confirmInvitation, { params: { id } })).toMatchObject({ invitationStatus: 'CONFIRMED' })
})

test('a change by the player ends the offer, and the class waits for its coach again', async () => {
  const scene = await givenScene(db)
  const { coachId, courseId: courseDesignId } = scene
  const id = await givenRequest(scene)
  await offer(scene, id, 39)
  const { stadiumId, ...time } = bodyOf(scene, 30)
  const body = { coachId, courseDesignId, stadiumId, ...time, endTimeSlot: 32 }
  await signedInAs(scene.playerId)(calls.updateBySelf, { params: { id }, body })
  expect(await rowOf(id)).toMatchObject({ offeredAt: null, askedStartsAt: null, beginTimeSlot: 30 })
  expect(await refusalOf(accept(scene, id))).toBe('invitation_settled')
})

test('nobody’s answer gives the hour back, and both read that the offer was not answered', async () => {
  const scene = await givenScene(db)
  const id = await givenRequest(scene)
  const unpaid = { ...scene, playerId: await givenPlayer(db) }
  const other = await givenRequest(unpaid, { beginTimeSlot: 30, needContract: true })
  await offer(scene, id, 39)
  await offer(unpaid, other, 32, 1)
  const began = clock.now()
  clock.set((await rowOf(id)).expiresAt)
  expect(await refusalOf(accept(scene, id))).toBe('invitation_expired')
  await runNamedJobs(server, JOBS, ['expire-invitations'])
  expect(await rowOf(id)).toMatchObject({ invitationStatus: 'EXPIRED' })
  expect([await heldOf(scene), await halfHoursOf(id)]).toEqual([0, []])
  for (const userId of [scene.coachId, scene.playerId])
    expect(await saidTo(userId)).toContainEqual(expect.stringMatching(/没有得到答复，已自动取消，课时已退回$/))
  expect((await saidTo(unpaid.playerId)).at(-1)).toMatch(/没有得到答复，已自动取消$/)
  clock.set(began)
})

test('the times to offer lie on several days, and each of them is taken as it is', async () => {
  const scene = await givenScene(db)
  const { coachId, playerId, venueId } = scene
  // The coach is away on the day of the class and the next evening; the player on the third.
  await givenCoachLock(db, { coachId, day: DAY, beginTimeSlot: 12, endTimeSlot: 45 })
  await givenCoachLock(db, { coachId, day: addDays(DAY, 1), beginTimeSlot: 35, endTimeSlot: 45 })
  const elsewhere = { ...(await givenScene(db)), playerId }
  await givenRequest(elsewhere, { courseDate: addDays(DAY, 2), needContract: true })
  const id = await givenRequest(scene, { useUnavailable: true })
  const by = signedInAs(coachId)
  const times = await by(offerTimes, { params: { id } })
  expect(times.map(({ courseDate, beginTimeSlot }) => [courseDate, beginTimeSlot])).toEqual([
    [addDays(DAY, 1), 33],
    [addDays(DAY, 2), 34],
    [addDays(DAY, 3), 36],
  ])
  expect(times.map(({ classes }) => classes)).toEqual([0, 0, 0])
  for (const { selectedCourt, courseDate, beginTimeSlot } of times)
    await by(calls.offerTime, {
      params: { id },
      body: { stadiumId: venueId, selectedCourt, courseDate, beginTimeSlot },
    })
  expect(await refusalOf(signedInAs(playerId)(offerTimes, { params: { id } }))).toBe('invitation_not_yours')
  expect(await server.brokenInvariants()).toEqual([])
})

test('the class’s own hour is proposed on another court only where the class does not hold it', async () => {
  const begins = async (over: { useUnavailable?: boolean }) => {
    const scene = await givenScene(db)
    const id = await givenRequest(scene, over)
    const by = signedInAs(scene.coachId)
    const times = [
      ...(await by(offerTimes, { params: { id } })),
      ...(await by(offerTimes, { params: { id }, query: { date: DAY } })),
    ]
    return times.filter(({ courseDate }) => courseDate === DAY).map(({ beginTimeSlot }) => beginTimeSlot)
  }
  const held = await begins({})
  expect(held).toContain(35)
  expect(held).toContain(37)
  expect(held).not.toContain(36)
  expect(await begins({ useUnavailable: true })).toContain(36)
})

/** What happens at the same moment as an offer, and how the class may stand afterwards. */
const RIVALS: [string, (scene: Scene, id: string) => () => Promise<unknown>][] = [
  ['another offer', (scene, id) => () => offer(scene, id, 41, 1)],
  ['the coach’s own yes', (scene, id) => () => signedInAs(scene.coachId)(calls.confirmInvitation, { params: { id } })],
  [
    'the player’s cancellation',
    (scene, id) => () => signedInAs(scene.playerId)(calls.cancelByPlayer, { params: { id }, body: {} }),
  ],
  ['the player’s yes', (scene, id) => () => accept(scene, id)],
]

const ROUNDS = raceRounds(8)

test.each(RIVALS)(
  `an offer against %s, ${ROUNDS} times: whoever comes second is refused or acts on what stands`,
  async (_name, rivalOf) => {
    const deadlocks = await countDeadlocks(db)
    for (let round = 0; round < ROUNDS; round++) {
      const scene = await givenScene(db)
      const id = await givenRequest(scene)
      const isAfterOffer = rivalOf === RIVALS[3]?.[1]
      if (isAfterOffer) await offer(scene, id, 38)
      const results = await race(db, [() => offer(scene, id, 39), rivalOf(scene, id)], round - ROUNDS / 2)
      for (const result of results)
        if (result.status === 'rejected' && !(result.reason instanceof ApiError)) throw result.reason
      const { invitationStatus, offeredAt, beginTimeSlot } = await rowOf(id)
      const held = invitationStatus === 'CANCELLED' ? 0 : 1
      expect([await heldOf(scene), (await halfHoursOf(id)).length], `round ${round}`).toEqual([held, held * 6])
      if (invitationStatus === 'CONFIRMED') expect(offeredAt).toBeNull()
      if (invitationStatus === 'PENDING') expect([offeredAt !== null, beginTimeSlot > 36]).toEqual([true, true])
    }
    expect(await server.brokenInvariants()).toEqual([])
    expect((await countDeadlocks(db)) - deadlocks, 'deadlocks').toBe(0)
  },
)

test('agreeing in the very millisecond of expiry, with the clean-up at the same moment, gives the hour back', async () => {
  const scene = await givenScene(db)
  const id = await givenRequest(scene)
  await offer(scene, id, 39)
  clock.set((await rowOf(id)).expiresAt)
  const [agreed] = await race(
    db,
    [() => accept(scene, id), () => runNamedJobs(server, JOBS, ['expire-invitations'])],
    0,
  )
  expect(agreed.status).toBe('rejected')
  // A class that an action holds is left to the next run.
  await runNamedJobs(server, JOBS, ['expire-invitations'])
  expect([(await rowOf(id)).invitationStatus, await heldOf(scene)]).toEqual(['EXPIRED', 0])
})
