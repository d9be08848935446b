import * as classActions from '@paidang/api/areas/activities/class-actions'
import { contractsOfUser } from '@paidang/api/areas/money/contracts'
import { courtStatusForPlayer } from '@paidang/api/areas/time/schedule'
import { eq } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import { invitations } from '../../../tables/classes.ts'
import { courses } from '../../../tables/companies.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { slotClaims } from '../../../tables/schedule.ts'
import {
  givenCoachLock,
  givenContract,
  givenPlayer,
  givenRelation,
  givenScene,
  givenVenueLock,
  type Scene,
  TOMORROW,
} from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { POOL_SIZE } from '../../../testing/test-database.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, request, tokenOf, clock } = await startTestServer()

/** Tomorrow, 10:00 to 11:30 on the first court. */
function booking(scene: Scene, over: Partial<classActions.CreateByPlayer> = {}): classActions.CreateByPlayer {
  const { coachId, courseId: courseDesignId, venueId: stadiumId } = scene
  return {
    coachId,
    courseDesignId,
    stadiumId,
    selectedCourt: 0,
    courseDate: TOMORROW,
    beginTimeSlot: 20,
    endTimeSlot: 23,
    ...over,
  }
}

const book = (scene: Scene, over: Partial<classActions.CreateByPlayer> = {}, actorId = scene.playerId) =>
  signedInAs(actorId)(classActions.createByPlayer, { body: booking(scene, over) })

const contractRows = () => db.select().from(contracts)

describe('a booking', () => {
  test('is three messages to the database: what it refers to with its key, itself, and what follows with the commit', async () => {
    const scene = await givenScene(db)
    const key = (beginTimeSlot: number) => ({ 'idempotency-key': `booking-at-${beginTimeSlot}` })
    const authorization = `Bearer ${await tokenOf(scene.playerId)}`
    const keyed = async (beginTimeSlot: number) => {
      const payload = booking(scene, { beginTimeSlot, endTimeSlot: beginTimeSlot + 2 })
      const url = '/aaapi/course-invitation/create/by-player'
      const answer = await request({ method: 'POST', url, headers: { authorization, ...key(beginTimeSlot) }, payload })
      expect(answer.statusCode).toBe(200)
    }
    // Each connection learns the texts for itself, so all bookings take the same one.
    let free: (() => void) | undefined
    const until = new Promise<void>((resolve) => {
      free = resolve
    })
    const others = Array.from({ length: POOL_SIZE - 1 }, () => db.transaction(() => until))
    await keyed(20)
    await keyed(24)
    const sent = vi.spyOn(pg.Client.prototype, 'query')
    await keyed(28)
    const byPool = sent.mock.contexts.filter(
      (client) => client instanceof pg.Client && client.constructor !== pg.Client,
    )
    expect(byPool).toHaveLength(3)
    sent.mockRestore()
    free?.()
    await Promise.all(others)
  })

  test('claims court, coach and player, holds the hours and notifies the coach', async () => {
    const scene = await givenScene(db)
    const made = await book(scene, { messageToCoach: '想练发球' })
    expect(made).toMatchObject({
      invitationStatus: 'PENDING',
      needContract: false,
      initiatorId: scene.playerId,
      courseDate: TOMORROW,
      weekday: 6,
      consumedSessions: 1.5,
      messageToCoach: '想练发球',
    })
    expect(await db.$count(slotClaims)).toBe(9)
    expect(await contractRows()).toMatchObject([{ remainingSessions: 10, heldSessions: 1.5, seq: 2 }])
    expect(await db.select().from(lessonLedger).where(eq(lessonLedger.kind, 'HOLD'))).toMatchObject([
      { heldChange: 1.5, invitationId: made.id, actorId: scene.playerId },
    ])
    expect(await db.select().from(messages)).toMatchObject([{ receiverId: scene.coachId, category: 'invitation' }])
  })

  test('shows at once on the grid: as own to its player, as occupied to others, without the id', async () => {
    const scene = await givenScene(db)
    const other = await givenPlayer(db)
    const readGrid = (userId: string) =>
      signedInAs(userId)(courtStatusForPlayer, {
        body: { coachId: scene.coachId, stadiumId: scene.venueId, date: TOMORROW },
      })
    expect(await readGrid(scene.playerId)).toEqual([])
    expect(await readGrid(other)).toEqual([])
    const made = await book(scene)
    const mine = (await readGrid(scene.playerId)).filter(({ courtCode }) => courtCode === made.courtCode)
    expect(mine.map(({ status, timeIndex, inviteId }) => ({ status, timeIndex, inviteId }))).toEqual(
      [20, 21, 22].map((timeIndex) => ({ status: 'MY_INVITING', timeIndex, inviteId: made.id })),
    )
    const seen = await readGrid(other)
    expect(new Set(seen.map(({ status }) => status))).toEqual(new Set(['COACH_OCCUPIED']))
    expect(seen.every(({ inviteId }) => inviteId === null)).toBe(true)
  })

  test('takes the contract that expires first, and never one that ends before the class', async () => {
    const scene = await givenScene(db)
    const { playerId: userId, courseId } = scene
    await givenContract(db, { userId, courseId, expiryDate: '2026-05-01' })
    const soon = await givenContract(db, { userId, courseId, expiryDate: '2026-05-02', sessions: 1.5 })
    await book(scene)
    expect(await contractRows()).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: soon, heldSessions: 1.5 })]),
    )
  })

  test('without a contract that can pay waits for one', async () => {
    const scene = await givenScene(db, { sessions: 1 })
    const made = await book(scene)
    expect(made.needContract).toBe(true)
    expect(await contractRows()).toMatchObject([{ heldSessions: 0 }])
  })

  test('is refused where the player saw hours that pay, and they are gone', async () => {
    const scene = await givenScene(db, { sessions: 1 })
    await expectRefusal(db, () => book(scene, { paysByContract: true }), { status: 409, code: 'revision_outdated' })
  })

  test('computes the hours itself, whatever the body says', async () => {
    const scene = await givenScene(db)
    const made = await book(scene, { consumedSessions: 0, initiatorRole: 'admin' })
    expect(made).toMatchObject({ consumedSessions: 1.5, initiatorRole: 'player', courseDesignPrice: 30_000 })
  })

  test('at the price that the player saw: another one is refused with the present price', async () => {
    const scene = await givenScene(db)
    await db.update(courses).set({ pricePerSession: 32_050 }).where(eq(courses.id, scene.courseId))
    await expectRefusal(db, () => book(scene, { courseDesignPrice: 30_000 }), {
      code: 'revision_outdated',
      status: 409,
      message: '价格已改为 ¥320.50/课时，请核对后再操作',
    })
    expect(await book(scene, { courseDesignPrice: 32_050 })).toMatchObject({ courseDesignPrice: 32_050 })
  })
})

describe('is refused and leaves no trace', () => {
  const refusals: [string, Partial<classActions.CreateInvitation>, string][] = [
    ['in the past', { courseDate: '2026-04-30' }, 'invitation_in_past'],
    ['earlier today', { courseDate: '2026-05-01', beginTimeSlot: 24, endTimeSlot: 25 }, 'invitation_in_past'],
    ['beyond the fourteen days', { courseDate: '2026-05-15' }, 'invitation_outside_window'],
    ['before the venue opens', { beginTimeSlot: 10, endTimeSlot: 12 }, 'invitation_time_invalid'],
    ['after it closes', { beginTimeSlot: 44, endTimeSlot: 46 }, 'invitation_time_invalid'],
    ['with its end before its begin', { beginTimeSlot: 22, endTimeSlot: 22 }, 'invitation_time_invalid'],
    ['for more than three hours', { beginTimeSlot: 20, endTimeSlot: 27 }, 'invitation_too_long'],
    ['on a court that is not there', { selectedCourt: 59 }, 'court_not_found'],
    ['at a venue that is not there', { stadiumId: '987654321' }, 'venue_not_found'],
    ['with a coach who is not there', { coachId: '987654321' }, 'coach_not_found'],
    ['for a course that is not there', { courseDesignId: '987654321' }, 'course_not_found'],
    ['for more people than the course takes', { participantsCount: 20 }, 'participants_invalid'],
    ['in somebody else’s name', { initiatorId: '987654321' }, 'data_of_others'],
  ]
  test.each(refusals)('%s', async (_case, over, code) => {
    const scene = await givenScene(db)
    await expect(book(scene, over)).rejects.toMatchObject({ code })
    expect(await db.$count(invitations)).toBe(0)
    expect(await db.$count(slotClaims)).toBe(0)
  })

  test('for a coach who books themselves', async () => {
    const scene = await givenScene(db)
    await expect(book(scene, {}, scene.coachId)).rejects.toMatchObject({ code: 'invitation_with_oneself', status: 400 })
  })

  test('when the court is taken: names it and offers three free alternatives nearby', async () => {
    const scene = await givenScene(db)
    await givenVenueLock(db, { courtId: scene.courtIds[0] ?? '', beginTimeSlot: 20, endTimeSlot: 22 })
    const refused = await book(scene).catch((error) => error)
    expect(refused).toMatchObject({
      code: 'slot_taken',
      status: 409,
      message: '该时段已被占用，不能选择',
      data: { clash: 'COURT' },
    })
    expect(refused.data.alternatives).toHaveLength(3)
    const [first] = refused.data.alternatives
    expect(first).toMatchObject({ courseDate: TOMORROW, beginTimeSlot: 20, endTimeSlot: 23 })
    const again = await book(scene, { selectedCourt: 1 })
    expect(again.courtCode).toBe(first.courtCode)
    expect(await contractRows()).toMatchObject([{ heldSessions: 1.5 }])
  })

  test('no alternative overlaps a class that the player has elsewhere', async () => {
    const scene = await givenScene(db)
    const elsewhere = await givenScene(db)
    await givenRelation(db, elsewhere.coachId, scene.playerId)
    await book(elsewhere, { beginTimeSlot: 23, endTimeSlot: 26 }, scene.playerId)
    await givenCoachLock(db, { coachId: scene.coachId, beginTimeSlot: 20, endTimeSlot: 23 })
    const refused = await book(scene).catch((error) => error)
    const begins = refused.data.alternatives.map(({ beginTimeSlot }: { beginTimeSlot: number }) => beginTimeSlot)
    expect(begins).toEqual([17, 16, 15])
  })

  test('a booking that the player has made already is named, also under another key', async () => {
    const scene = await givenScene(db)
    const { id } = await book(scene)
    const refusal = { status: 409, code: 'slot_mine', data: { clash: 'PLAYER', bookedId: id } }
    await expect(book(scene)).rejects.toMatchObject(refusal)
    const other = await book(scene, { selectedCourt: 1 }).catch((error) => error)
    expect(other).toMatchObject({ code: 'slot_mine' })
    expect(other.data.bookedId).toBeUndefined()
  })

  test('when the coach or the player is busy', async () => {
    const scene = await givenScene(db)
    await givenCoachLock(db, { coachId: scene.coachId })
    await expect(book(scene)).rejects.toMatchObject({ code: 'slot_taken', data: { clash: 'COACH' } })
    await book(scene, { useUnavailable: true })
    for (const selectedCourt of [0, 1])
      await expect(book(scene, { selectedCourt, useUnavailable: true })).rejects.toMatchObject({
        code: 'slot_mine',
        message: '该时段已有您的约课，不能重复预约',
        data: { clash: 'PLAYER' },
      })
  })
})

test('a request that nobody answered in time gives its half-hours to the next', async () => {
  const scene = await givenScene(db)
  await givenInvitation(db, { scene, courseDate: '2026-05-03', at: clock.now() })
  clock.set(new Date('2026-05-02T12:00:01+08:00'))
  const next = await givenPlayer(db)
  await givenRelation(db, scene.coachId, next)
  await givenContract(db, { userId: next, courseId: scene.courseId })
  const made = await book(scene, { courseDate: '2026-05-03', endTimeSlot: 22 }, next)
  expect(made.invitationStatus).toBe('PENDING')
  expect((await contractRows()).map(({ heldSessions }) => heldSessions).sort()).toEqual([0, 1])
})

test('one idempotency key, fifty times at once, makes one invitation and fifty equal answers', async () => {
  const scene = await givenScene(db)
  const authorization = `Bearer ${await tokenOf(scene.playerId)}`
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      request({
        method: 'POST',
        url: '/aaapi/course-invitation/create/by-player',
        headers: { authorization, 'idempotency-key': 'one-press-of-one-button' },
        payload: booking(scene),
      }),
    ),
  )
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
  expect(await db.$count(invitations)).toBe(1)
  const [contract] = await signedInAs(scene.playerId)(contractsOfUser, { params: { userId: scene.playerId } })
  expect(contract).toMatchObject({ availableSessions: 8.5, heldSessions: 1.5, totalSessions: 10, contractStatus: 1 })
})
