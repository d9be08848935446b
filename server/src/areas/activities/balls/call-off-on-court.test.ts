import * as courts from '@paidang/api/areas/activities/ball-courts'
import * as balls from '@paidang/api/areas/activities/balls'
import { suspendUser } from '@paidang/api/areas/desks/admin-users'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { messages } from '../../../tables/messages.ts'
import { venues } from '../../../tables/venues.ts'
import { ballMessagesAndTime } from '../../../testing/ball-messages-and-time.ts'
import { ballPlayers } from '../../../testing/ball-players.ts'
import { givenCoach, givenVenue } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, signedInAs, asStaff } = server
const { payer, publish, join, leave, cancel, detail } = ballPlayers(server)
const { at, told, balanceOf } = ballMessagesAndTime(server)

const reason = '球场漏水'

/** A paid game of two on the court of a venue that a coach manages, on Sunday from 18:00 to 20:00. */
async function givenGame() {
  const manager = await givenCoach(db)
  const { venueId: stadiumId } = await givenVenue(db, { coachIds: [await givenCoach(db)], managerIds: [manager] })
  const [initiator, player] = [await payer(), await payer()]
  const where = { stadiumId, selectedCourt: 0, place: undefined }
  const { id } = await publish(initiator, { ...where, activityDate: '2026-05-03', maxPlayers: 2 })
  await join(player, id)
  return { id, stadiumId, manager, initiator, player }
}

const callOff = (actorId: string, id: string, why = reason) =>
  signedInAs(actorId)(courts.callOffOnCourt, { params: { id }, body: { reason: why } })
const callOffGame = (id: string, why = reason, operator = asStaff('operator')) =>
  operator(courts.callOffGame, { params: { id }, body: { reason: why } })
const seenBy = (actorId: string, id: string) =>
  signedInAs(actorId)(courts.gamesOnCourts, { params: { id }, query: { current: 1, rows: 10 } })

test('a manager sees the games on the courts of the venue, the next first, public or not, and no others', async () => {
  const { id, stadiumId, manager, initiator } = await givenGame()
  const elsewhere = await givenGame()
  const later = { activityDate: '2026-05-04', stadiumId, selectedCourt: 0, place: undefined, isPublic: false }
  const hidden = await publish(initiator, later)
  await publish(initiator, { activityDate: '2026-05-05', stadiumId, selectedCourt: undefined, place: undefined })
  const { rows, total } = await seenBy(manager, stadiumId)
  expect([rows.map((row) => row.id), total]).toEqual([[id, hidden.id], 2])
  expect(rows[0]).toMatchObject({ initiator: { id: initiator.id }, seatsTaken: 2, maxPlayers: 2, status: 'FULL' })
  for (const [time, count] of [
    ['05-03T19:59:59', 2],
    ['05-03T20:00:00', 1],
  ] as const) {
    at(time)
    expect((await seenBy(manager, stadiumId)).total).toBe(count)
  }
  await expectRefusal(db, () => seenBy(elsewhere.manager, stadiumId), { status: 403, code: 'venue_not_managed' })
})

test('a manager calls a game off with a reason: everybody gets their money back and reads the reason, once', async () => {
  const { id, manager, initiator, player } = await givenGame()
  for (let time = 0; time < 2; time++) await callOff(manager, id)
  expect(await detail(initiator.id, id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'VENUE' })
  for (const person of [initiator, player]) {
    expect(await balanceOf(person)).toBe(80_000)
    expect(await told(person.id)).toEqual(expect.arrayContaining(['球局已取消']))
  }
})

test.each([
  ['before it begins', '05-03T17:59:59', undefined],
  ['once it has begun', '05-03T18:00:00', 'ball_started'],
])('the venue may call it off only before it begins: %s', async (_when, time, code) => {
  const { id, manager } = await givenGame()
  at(time)
  if (code) await expectRefusal(db, () => callOff(manager, id), { status: 409, code })
  else await callOff(manager, id)
})

test('a game cannot be called off without a reason, after it is over, or on courts of another venue', async () => {
  const { id, manager, initiator } = await givenGame()
  const other = await givenGame()
  const inText = await publish(initiator, { activityDate: '2026-05-06' })
  await expectRefusal(db, () => callOff(manager, id, '  '), { status: 400, code: 'cancel_reason_missing' })
  await expectRefusal(db, () => callOff(manager, other.id), { status: 403, code: 'venue_not_managed' })
  await expectRefusal(db, () => callOff(manager, inText.id), { status: 403, code: 'venue_not_managed' })
  await expectRefusal(db, () => callOff(manager, '987654321'), { status: 404, code: 'ball_not_found' })
  const operator = asStaff('operator')
  await callOffGame(other.id, reason, operator)
  const attempt = (ball: string, why: string) => () => callOffGame(ball, why, operator)
  await expectRefusal(db, attempt(id, ''), { status: 400, code: 'cancel_reason_missing' })
  await expectRefusal(db, attempt('987654321', reason), { status: 404, code: 'ball_not_found' })
})

test('an operator calls off an active game at any place, and the audit log records it once', async () => {
  const { id, player } = await givenGame()
  at('05-03T19:59:59')
  for (let time = 0; time < 2; time++) await callOffGame(id)
  expect(await detail(player.id, id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'PLATFORM' })
  expect(await balanceOf(player)).toBe(80_000)
  expect(await db.select().from(staffAuditEvents)).toMatchObject([{ action: 'ball.call-off', objectId: id }])
})

test('operators find games by title, initiator and venue; games that were called off are gone', async () => {
  const { id, initiator, stadiumId } = await givenGame()
  await givenGame()
  const find = async (query: object) =>
    (await asStaff('operator')(courts.queryGames, { query: { current: 1, rows: 10, ...query } })).rows.map(
      (row) => row.id,
    )
  expect(await find({})).toHaveLength(2)
  expect(await find({ stadiumId })).toEqual([id])
  expect(await find({ keyword: '%' })).toEqual([])
  await cancel(initiator.id, id)
  expect(await find({ stadiumId })).toEqual([])
  expect(await signedInAs(initiator.id)(balls.getBallDetail, { params: { id }, query: {} })).toMatchObject({
    cancelReason: 'INITIATOR',
  })
})

test.each(['initiator', 'venue'] as const)('late, a player leaves free once the %s is gone', async (who) => {
  const { id, stadiumId, initiator, player } = await givenGame()
  at('05-03T12:00:00')
  const terms = async () => (await detail(player.id, id)).viewer.leave
  expect(await terms()).toMatchObject({ isFree: false, refundFen: 0 })
  if (who === 'venue') await db.update(venues).set({ approveStatus: 2 }).where(eq(venues.id, stadiumId))
  else await asStaff('operator')(suspendUser, { params: { id: initiator.id }, body: { reason: '违规', lastDay: null } })
  expect(await terms()).toMatchObject({ isFree: true, refundFen: 5_000 })
  const toPlayer = await db.select().from(messages).where(eq(messages.receiverId, player.id)).orderBy(messages.id)
  if (who === 'initiator') expect(toPlayer.at(-1)?.content).toMatch(/的发起人账号已停用，.*开始前可免费退出/)
  await leave(player.id, id)
  expect(await balanceOf(player)).toBe(80_000)
})
