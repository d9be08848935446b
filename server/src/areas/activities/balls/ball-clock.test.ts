import * as ballChanges from '@paidang/api/areas/activities/ball-changes'
import * as balls from '@paidang/api/areas/activities/balls'
import { enterOfflinePayment, saveOfflineSettings } from '@paidang/api/areas/money/admin-offline'
import { payOrder, playSimulatedPayment } from '@paidang/api/areas/money/payments'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { messages } from '../../../tables/messages.ts'
import { orders, refunds } from '../../../tables/payments.ts'
import { slotClaims } from '../../../tables/schedule.ts'
import { ballMessagesAndTime } from '../../../testing/ball-messages-and-time.ts'
import { ballPlayers, FORM, type Payer } from '../../../testing/ball-players.ts'
import { givenPlayer, givenVenue } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { pollPayments } from '../../money/payments/ask-provider.ts'
import { closeBalls, finishBalls, settleSeats } from './clock.ts'

const server = await startTestServer()
const { db, signedInAs } = server
const { payer, pay, publish, join, enroll, leave, cancel, detail } = ballPlayers(server)
const { at, tick, told, balanceOf } = ballMessagesAndTime(server)

const balancesOf = async (...people: Payer[]) => Promise.all(people.map(balanceOf))
const CLOSING = '05-02T14:00:00'
const END = '05-02T20:00:00'

test('at its closing time a game with too few players is called off by the clock, and everybody gets their money back', async () => {
  const [initiator, player] = [await payer(), await payer()]
  const [waiting, host] = [await payer(), await payer()]
  const { id } = await publish(initiator, { minPlayers: 3 })
  await publish(host, { courtFeeFen: 0, extrasFen: 0 })
  await join(player, id)
  await enroll(waiting.id, id)
  at('05-02T13:59:59')
  expect(await tick()).toEqual([])
  expect((await detail(player.id, id)).status).toBe('OPEN')
  at(CLOSING)
  for (let run = 0; run < 2; run++) expect(await tick()).toEqual([])
  expect(await detail(player.id, id)).toMatchObject({ status: 'CANCELLED', cancelReason: 'TOO_FEW' })
  expect(await balancesOf(initiator, player, waiting)).toEqual([80_000, 80_000, 80_000])
  const sayingSo = await db.select().from(messages).where(eq(messages.title, '球局已取消')).orderBy(messages.id)
  const texts = sayingSo.map(({ receiverId, content }) => [receiverId, content.split('：').at(-1)])
  expect(texts.sort()).toEqual(
    [
      ...[initiator, player].map(({ id: userId }) => [userId, '未达最少 3 人，自动取消，费用全额退回']),
      [host.id, '未达最少 2 人，自动取消'],
    ].sort(),
  )
  expect((await db.select().from(refunds).orderBy(refunds.id)).map(({ cause }) => cause)).toEqual([
    'cancelled',
    'cancelled',
  ])
  expect(await db.$count(slotClaims)).toBe(0)
})

test('a game in the morning is decided the evening before, unless its initiator chooses otherwise', async () => {
  const initiator = await payer()
  const morning = { activityDate: '2026-05-03', beginTimeSlot: 14, endTimeSlot: 18 }
  const { id, closesAt, closingHours } = await publish(initiator, morning)
  expect([closesAt, closingHours]).toEqual([new Date('2026-05-02T20:00:00+08:00').toISOString(), 11])
  at('05-02T19:59:59')
  expect(await tick()).toEqual([])
  expect((await detail(initiator.id, id)).status).toBe('OPEN')
  at('05-02T20:00:00')
  expect(await tick()).toEqual([])
  expect((await detail(initiator.id, id)).cancelReason).toBe('TOO_FEW')
  const told = await publish(initiator, { ...morning, closingHours: 4 })
  expect(told.closesAt).toBe(new Date('2026-05-03T03:00:00+08:00').toISOString())
})

test('at the closing time a game waits for players who are paying, as long as they could be enough', async () => {
  const [initiator, player] = [await payer(), await payer()]
  const { id } = await publish(initiator)
  at('05-02T13:50:00')
  const held = await enroll(player.id, id)
  at(CLOSING)
  expect(await tick()).toEqual([])
  expect((await detail(player.id, id)).status).toBe('OPEN')
  at('05-02T14:04:00')
  await pay(player, held.viewer.order?.id ?? '')
  at('05-02T14:06:00')
  expect(await tick()).toEqual([])
  expect((await detail(player.id, id)).status).toBe('OPEN')

  const other = await publish(await payer(), { minPlayers: 3, activityDate: '2026-05-03' })
  at('05-03T13:50:00')
  await enroll((await payer()).id, other.id)
  at('05-03T14:00:00')
  expect(await tick()).toEqual([])
  expect((await detail(initiator.id, other.id)).status).toBe('CANCELLED')
})

test('a game that was confirmed at its closing time goes on when somebody leaves later', async () => {
  const [initiator, player] = [await payer(), await payer()]
  const { id } = await publish(initiator)
  await join(player, id)
  at(CLOSING)
  expect(await tick()).toEqual([])
  at('05-02T14:00:01')
  await leave(player.id, id)
  expect(await tick()).toEqual([])
  expect((await detail(initiator.id, id)).status).toBe('OPEN')
  at(END)
  expect(await tick()).toEqual([])
  const over = await detail(initiator.id, id)
  // A late leaver whose place nobody took bears a share.
  expect(over).toMatchObject({ status: 'FINISHED', sharesFen: [5_000, 5_000] })
  expect(await balancesOf(initiator, player)).toEqual([75_000, 75_000])
})

test('a late leaver who was replaced counts no more, also once the replacement is gone with their money', async () => {
  const [initiator, late, next] = [await payer(), await payer(), await payer()]
  const { id } = await publish(initiator, { closingHours: 8 })
  await join(late, id)
  at('05-02T10:00:00')
  expect(await tick()).toEqual([])
  at('05-02T11:00:00')
  await leave(late.id, id)
  await join(next, id)
  await signedInAs(initiator.id)(balls.updateBall, { body: { ...FORM, id, closingHours: 8, place: '滨江球场' } })
  await leave(next.id, id)
  expect(await balancesOf(initiator, late, next)).toEqual([75_000, 80_000, 80_000])
  // One would bear the cost of two, of which they paid half.
  expect(await tick()).toEqual([])
  expect((await detail(initiator.id, id)).cancelReason).toBe('TOO_FEW')
  expect(await balanceOf(initiator)).toBe(80_000)
})

test('a player who left late before the closing time does not count for the minimum', async () => {
  const [initiator, player] = [await payer(), await payer()]
  const { id } = await publish(initiator)
  await join(player, id)
  at('05-02T13:00:00')
  await leave(player.id, id)
  at(CLOSING)
  expect(await tick()).toEqual([])
  expect((await detail(initiator.id, id)).cancelReason).toBe('TOO_FEW')
  expect(await balancesOf(initiator, player)).toEqual([80_000, 80_000])
})

test('when the clock job stood still for the whole game, a game with too few players is still called off', async () => {
  const initiator = await payer()
  const { id } = await publish(initiator)
  at(END)
  expect(await runJob(server, finishBalls)).toEqual([])
  expect((await detail(initiator.id, id)).status).toBe('OPEN')
  expect(await tick()).toEqual([])
  expect((await detail(initiator.id, id)).status).toBe('CANCELLED')
  expect(await balanceOf(initiator)).toBe(80_000)
})

test('a game whose end has passed is over, and its cost is split to the fen, the odd fen on the first players', async () => {
  const players = [await payer(), await payer(), await payer(), await payer()]
  const [initiator, first, second, third] = players as [Payer, Payer, Payer, Payer]
  // 10,003 fen. Each of at least three players pays 3,335 beforehand. Of four, the first three bear 2,501 and the last
  // 2,500.
  const { id } = await publish(initiator, { courtFeeFen: 8_003, extrasFen: 2_000, minPlayers: 3, maxPlayers: 5 })
  for (const player of [first, second, third]) await join(player, id)
  at('05-02T19:59:59')
  expect(await tick()).toEqual([])
  expect(await detail(first.id, id)).toMatchObject({ status: 'OPEN', sharesFen: null })
  at(END)
  for (let run = 0; run < 2; run++) expect(await tick()).toEqual([])
  expect(await detail(first.id, id)).toMatchObject({ status: 'FINISHED', sharesFen: [2_501, 2_501, 2_501, 2_500] })
  expect(await balancesOf(...players)).toEqual([77_499, 77_499, 77_499, 77_500])
  const rows = await db.select().from(refunds).orderBy(refunds.id)
  expect(rows.map(({ cause, amountFen }) => [cause, amountFen])).toEqual(
    [834, 834, 834, 835].map((fen) => ['settled', fen]),
  )
  for (const { id: userId } of players) expect((await told(userId)).at(-1)).toBe('球局已结束')
})

test('a replaced player bears nothing, and a game whose initiator pays splits nothing', async () => {
  const [initiator, late, next] = [await payer(), await payer(), await payer()]
  const { id } = await publish(initiator, { maxPlayers: 2 })
  await join(late, id)
  at('05-02T09:00:00')
  await leave(late.id, id)
  await join(next, id)
  const host = await payer()
  const { venueId: stadiumId } = await givenVenue(db)
  const treat = { feeMode: 'INITIATOR' as const, stadiumId, selectedCourt: 0 }
  const treated = await publish(host, { ...treat, beginTimeSlot: 28, endTimeSlot: 30 })
  await join(await payer(), treated.id)
  at(END)
  expect(await tick()).toEqual([])
  expect((await detail(next.id, id)).sharesFen).toEqual([5_000, 5_000])
  expect(await balancesOf(initiator, late, next)).toEqual([75_000, 80_000, 75_000])
  expect(await detail(host.id, treated.id)).toMatchObject({ status: 'FINISHED', sharesFen: null })
  expect(await balanceOf(host)).toBe(70_000)
})

test('after a hand-over the new initiator bears the odd fen', async () => {
  const [former, next] = [await payer(), await payer()]
  const { id } = await publish(former, { courtFeeFen: 5_001, extrasFen: 0 })
  await join(next, id)
  await signedInAs(former.id)(ballChanges.handOverBall, { body: { id, userId: next.id } })
  await ballMessagesAndTime(server).agree(next.id)
  at(END)
  expect(await tick()).toEqual([])
  expect((await detail(next.id, id)).sharesFen).toEqual([2_501, 2_500])
  expect(await balancesOf(former, next)).toEqual([77_500, 77_499])
})

test('who paid at the front desk reads that their money has to be fetched there, when a game ends or is called off', async () => {
  const senior = server.clientOf(await server.staffTokenOf('senior'))
  await senior(saveOfflineSettings, { body: { limitFen: 200_000, isAllowed: true, transferNote: '', revision: 0 } })
  const atDesk = await givenPlayer(db)
  const joinAtDesk = async (id: string) => {
    const { order } = (await enroll(atDesk, id)).viewer
    const body = { amountFen: 5_000, way: 'CASH' as const, receiptNo: `SJ-${order?.id}`, reason: '到店付现金' }
    await senior(enterOfflinePayment, { params: { id: order?.id ?? '' }, body })
  }
  const last = async (userId: string) => {
    const rows = await db.select().from(messages).where(eq(messages.receiverId, userId)).orderBy(messages.id)
    return rows.at(-1)?.content.split('：').at(-1)
  }
  const [initiator, player] = [await payer(), await payer()]
  const ended = await publish(initiator)
  await join(player, ended.id)
  await joinAtDesk(ended.id)
  const off = await publish(initiator, { activityDate: '2026-05-03' })
  await join(player, off.id)
  await joinAtDesk(off.id)
  await signedInAs(initiator.id)(balls.cancelBall, { body: { id: off.id, reason: '下雨' } })
  expect([await last(player.id), await last(atDesk)]).toEqual([
    '下雨，费用全额退回',
    '下雨，费用全额退回，请到前台领取',
  ])
  at(END)
  expect(await tick()).toEqual([])
  expect([await last(player.id), await last(atDesk)]).toEqual([
    '您分摊 ¥33.33，退回 ¥16.67',
    '您分摊 ¥33.33，退回 ¥16.67，请到前台领取',
  ])
})

test('everything open when a game ends is settled with it, and no action is possible any more', async () => {
  const [initiator, player, held] = [await payer(), await payer(), await payer()]
  const { id } = await publish(initiator)
  await join(player, id)
  const asker = await givenPlayer(db, { level: 1 })
  await signedInAs(asker)(balls.requestBall, { body: { id } })
  at('05-02T17:55:00')
  const { viewer } = await enroll(held.id, id)
  at(END)
  // Runs before the job that closes unpaid orders.
  expect(await runJob(server, finishBalls)).toEqual([])
  expect(await detail(initiator.id, id)).toMatchObject({ status: 'FINISHED', seatsTaken: 2, sharesFen: [5_000, 5_000] })
  expect((await detail(asker, id)).viewer.requestStatus).toBe(2)
  await expectRefusal(db, () => pay(held, viewer.order?.id ?? ''), { status: 409, code: 'order_closed' })
  await expectRefusal(db, () => cancel(initiator.id, id), { status: 409, code: 'ball_settled' })
  await expectRefusal(db, () => leave(player.id, id), { status: 409, code: 'ball_settled' })
})

test('money that arrives from the provider after a game is over is refunded in full', async () => {
  const [initiator, player] = [await payer(), await payer()]
  const { id } = await publish(initiator)
  await join(player, id)
  const late = await givenPlayer(db)
  at('05-02T17:50:00')
  const { viewer } = await enroll(late, id)
  const body = { orderId: viewer.order?.id ?? '', method: 'WECHAT' as const, channel: 'NATIVE' as const }
  const { step } = await signedInAs(late)(payOrder, { body })
  const params = { outTradeNo: step?.kind === 'simulator' ? step.outTradeNo : '' }
  await signedInAs(late)(playSimulatedPayment, { params, body: { action: 'PAY', notify: { times: 0 } } })
  at(END)
  expect(await runJob(server, finishBalls)).toEqual([])
  expect(await tick()).toEqual([])
  expect(await runJob(server, pollPayments)).toEqual([])
  const surplus = (await db.select().from(refunds).orderBy(refunds.id)).filter(({ cause }) => cause === 'surplus')
  expect(surplus).toMatchObject([{ amountFen: 5_000 }])
})

test('jobs of two processes at once have each effect once', async () => {
  const people = [await payer(), await payer(), await payer()]
  const [initiator, player, waiter] = people as [Payer, Payer, Payer]
  const ended = await publish(initiator, { maxPlayers: 2, courtFeeFen: 9_001, extrasFen: 0 })
  await join(player, ended.id)
  await signedInAs(waiter.id)(balls.waitForBall, { body: { id: ended.id } })
  const few = await publish(await payer(), { beginTimeSlot: 42, endTimeSlot: 44 })
  at(END)
  const jobs = [settleSeats, closeBalls, finishBalls].flatMap((run) => [run, run, run])
  const faults = await Promise.all(jobs.map((run) => runJob(server, run)))
  expect(faults.flat()).toEqual([])
  expect((await db.select().from(refunds).orderBy(refunds.id)).map(({ cause }) => cause).sort()).toEqual([
    'cancelled',
    'settled',
  ])
  for (const { id: userId } of [initiator, player]) {
    expect((await told(userId)).filter((title) => title === '球局已结束')).toHaveLength(1)
  }
  expect((await detail(few.initiatorId, few.id)).status).toBe('CANCELLED')
})

test('a game that closes while the last player pays is either played or refunded, never both, ten times in a row', async () => {
  for (let round = 0; round < 10; round++) {
    at('05-01T12:00:00')
    const [initiator, player] = [await payer(), await payer()]
    const { id } = await publish(initiator, { beginTimeSlot: 36, endTimeSlot: 38 })
    at('05-02T13:45:00')
    const { viewer } = await enroll(player.id, id)
    at(CLOSING)
    await Promise.allSettled([
      pay(player, viewer.order?.id ?? ''),
      runJob(server, closeBalls),
      runJob(server, settleSeats),
      runJob(server, closeBalls),
    ])
    const { status } = await detail(initiator.id, id)
    const left = await balancesOf(initiator, player)
    expect(left).toEqual(status === 'CANCELLED' ? [80_000, 80_000] : [75_000, 75_000])
    if (status !== 'CANCELLED') await cancel(initiator.id, id)
  }
  expect((await db.select().from(orders)).filter(({ state }) => state === 'UNPAID')).toEqual([])
})
