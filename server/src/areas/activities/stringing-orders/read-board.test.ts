import {
  boardOfMerchant,
  dueWorkOfMerchant,
  racketHistoryOfMerchant,
} from '@paidang/api/areas/activities/merchant-board'
import { getStringingOrderOfMerchant } from '@paidang/api/areas/activities/stringing-orders'
import { addDays, dayOf } from '@paidang/domain/kernel/day'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { users } from '../../../tables/identities.ts'
import { rackets } from '../../../tables/stringing.ts'
import { TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenRacket } from '../../../testing/given-stringing.ts'
import { givenStringingOrder } from '../../../testing/given-stringing-order.ts'
import { type RacketOwner, SHOP_ACTIONS, type StaffedShop, stringingLife } from '../../../testing/stringing-life.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db } = server
const life = stringingLife(server)

const HOUR_MS = 3_600_000
const hoursOn = (hours: number) => new Date(TEST_NOW.getTime() + hours * HOUR_MS)
const TODAY = dayOf(TEST_NOW)
const DAY_MS = 24 * HOUR_MS
/** An instant: so many days from today, at this hour. */
const at = (days: number, hour: number) =>
  new Date(Date.parse(`${TODAY}T00:00:00+08:00`) + days * DAY_MS + hour * HOUR_MS)

let owner: RacketOwner
let shop: StaffedShop
beforeEach(async () => {
  owner = await life.racketOwner()
  shop = await life.staffedShop()
})

const given = async (over: Partial<Parameters<typeof givenStringingOrder>[1]>) =>
  (await givenStringingOrder(db, { ...owner, merchantId: shop.shop.merchantId, ...over })).id
/** Creates a job handed over at an instant, 26 hours after it was ordered. */
const givenDone = (handedOverAt: Date) =>
  given({ status: 'COMPLETED', createdAt: new Date(handedOverAt.getTime() - 26 * HOUR_MS) })
const board = (query: object = {}) => shop.staff(boardOfMerchant, { query })
const cardsOf = async (query: object = {}) =>
  Object.fromEntries((await board(query)).map(({ column, cards }) => [column, cards.map(({ id }) => id)]))
const due = (day?: string) => shop.staff(dueWorkOfMerchant, { query: { ...(day && { day }) } })

test('each paid job is in the column of its next action for the shop, the earliest due first', async () => {
  const ids = {
    late: await given({ status: 'PAID', dueAt: hoursOn(60) }),
    soon: await given({ status: 'PAID', dueAt: hoursOn(30) }),
    open: await given({ status: 'PAID' }),
    accepted: await given({ status: 'PAID', expectedAt: hoursOn(5) }),
    wished: await given({ status: 'PAID', expectedAt: hoursOn(1), dueAt: hoursOn(9) }),
    here: await given({ status: 'RECEIVED' }),
    begun: await given({ status: 'STRINGING' }),
    ready: await given({ status: 'READY' }),
    first: await givenDone(at(0, 0)),
    last: await givenDone(new Date(at(0, 0).getTime() + 1_000)),
  }
  for (const id of [ids.accepted, ids.wished]) await SHOP_ACTIONS.accept(shop.staff, id)
  await given({ status: 'SUBMITTED' })
  await givenDone(new Date(at(0, 0).getTime() - 1))
  await given({ status: 'CANCELLED', cancelReason: 'PLAYER' })
  const waiting = await given({ status: 'CANCELLED', wasReceived: true })
  const longer = await given({
    status: 'CANCELLED',
    wasReceived: true,
    cancelReason: 'MERCHANT',
    createdAt: hoursOn(-72),
    dueAt: hoursOn(5),
  })
  const rival = await life.staffedShop()
  await givenStringingOrder(db, { ...owner, merchantId: rival.shop.merchantId, status: 'PAID' })
  expect(await cardsOf()).toEqual({
    NEW: [ids.soon, ids.late, ids.open],
    AWAITED: [ids.accepted, ids.wished],
    RECEIVED: [ids.here],
    STRINGING: [ids.begun],
    READY: [ids.ready],
    DONE: [ids.last, ids.first],
    RETURN: [longer, waiting],
  })
})

test('a card names the extras of its job, and nothing else that was paid for', async () => {
  const extras = [
    { name: '加急（2 小时内）', priceFen: 3_000 },
    { name: '换护线管', priceFen: 2_000 },
  ]
  const urgent = await given({ status: 'PAID', handIn: 'COURIER', extras })
  const plain = await given({ status: 'PAID', handIn: 'COURIER' })
  const cards = (await board()).flatMap((column) => column.cards)
  const named = new Map([
    [urgent, ['加急（2 小时内）', '换护线管']],
    [plain, []],
  ])
  expect(new Map(cards.map((card) => [card.id, card.extras]))).toEqual(named)
  expect(new Map((await due()).undated.map((card) => [card.id, card.extras]))).toEqual(named)
})

test('a column shows as many cards as requested, and counts them all', async () => {
  for (const hours of [3, 1, 2]) await given({ status: 'RECEIVED', dueAt: hoursOn(hours) })
  await given({ status: 'STRINGING' })
  const columns = await board({ cards: 2 })
  expect(columns.map(({ column, total, cards }) => [column, total, cards.length])).toEqual([
    ['NEW', 0, 0],
    ['AWAITED', 0, 0],
    ['RECEIVED', 3, 2],
    ['STRINGING', 1, 1],
    ['READY', 0, 0],
    ['DONE', 0, 0],
    ['RETURN', 0, 0],
  ])
  expect(columns[2]?.cards.map(({ dueAt }) => dueAt)).toEqual([hoursOn(1), hoursOn(2)].map((due) => due.toISOString()))
})

test('a job is found by number, racket, player and the last four phone digits, the only ones shown', async () => {
  const id = await given({ status: 'RECEIVED' })
  const done = await givenDone(TEST_NOW)
  await db.update(users).set({ nickname: '周子墨', phone: '13812345678' }).where(eq(users.id, owner.userId))
  const [card] = (await board()).find(({ column }) => column === 'RECEIVED')?.cards ?? []
  expect(card?.customer).toEqual({ nickname: '周子墨', phoneTail: '5678' })
  const found = async (keyword: string) => Object.values(await cardsOf({ keyword })).flat()
  expect(await found(card?.orderNo ?? '')).toEqual([id])
  for (const keyword of ['周子', ' 5678 ', 'mp']) expect(await found(keyword)).toEqual([id, done])
  for (const keyword of ['5679', '345678', '13812345678', '678']) expect(await found(keyword)).toEqual([])
  const [over] = (await board()).find(({ column }) => column === 'DONE')?.cards ?? []
  expect(over?.customer).toEqual({ nickname: '周子墨', phoneTail: null })
})

test('the list of today has jobs that are late, due, undated or due tomorrow, until they are strung', async () => {
  const late = await given({ status: 'STRINGING', dueAt: hoursOn(-1) })
  const today = await given({ status: 'RECEIVED', expectedAt: at(0, 23.5) })
  const undated = await given({ status: 'RECEIVED' })
  const tomorrow = await given({ status: 'PAID', dueAt: at(1, 0) })
  const after = await given({ status: 'PAID', dueAt: at(2, 0) })
  await given({ status: 'READY', dueAt: hoursOn(-1) })
  await given({ status: 'SUBMITTED', dueAt: at(0, 23) })
  const waiting = await given({ status: 'CANCELLED', wasReceived: true, dueAt: hoursOn(-1) })
  await given({ status: 'CANCELLED', dueAt: hoursOn(-1) })
  const listed = async (day?: string) => {
    const { overdue, due: ofDay, undated: open, next, returns } = await due(day)
    return [overdue, ofDay, open, next, returns].map((jobs) => jobs.map(({ id }) => id))
  }
  expect(await listed()).toEqual([[late], [today], [undated], [tomorrow], [waiting]])
  expect(await listed(TODAY)).toEqual(await listed())
  expect(await listed(addDays(TODAY, 1))).toEqual([[], [tomorrow], [], [after], []])
})

test('the string needed on a day is that of jobs not begun, next to the stock of the shop', async () => {
  const { polyId, multiId } = shop.shop
  const both = { mains: { stringId: polyId }, crosses: { stringId: polyId } }
  await given({ status: 'RECEIVED', dueAt: hoursOn(-1), ...both })
  await given({ status: 'PAID', dueAt: at(0, 23), mains: { stringId: multiId }, crosses: { stringId: polyId } })
  await given({ status: 'RECEIVED', mains: { stringId: polyId } })
  await given({ status: 'STRINGING', dueAt: at(0, 23), ...both })
  await given({ status: 'PAID', dueAt: at(1, 12), ...both })
  const needs = async (day?: string) =>
    Object.fromEntries(
      (await due(day)).strings.map(({ stringId, jobs, neededMetres, stockMetres }) => [
        stringId,
        [jobs, neededMetres, stockMetres],
      ]),
    )
  // 12 + 5.5 + 6.5 of the polyester. The begun job has already taken 12.
  expect(await needs()).toMatchObject({ [polyId]: [3, 24, 88], [multiId]: [1, 6.5, expect.any(Number)] })
  expect(await needs(addDays(TODAY, 1))).toEqual({ [polyId]: [1, 12, 88] })
  expect(await needs(addDays(TODAY, 5))).toEqual({})
})

test('a shop reads how it strung a racket before, and who did it; it cannot read jobs of others', async () => {
  const older = await given({ status: 'COMPLETED', createdAt: hoursOn(-400), notes: '四点结' })
  const newer = await given({ status: 'PAID', pickupCode: '0042' })
  for (const action of ['receive', 'start', 'ready'] as const) await SHOP_ACTIONS[action](shop.staff, newer)
  await SHOP_ACTIONS.handOver(shop.staff, newer, '0042')
  const running = await given({ status: 'RECEIVED' })
  await given({ status: 'COMPLETED', racketId: await givenRacket(db, { userId: owner.userId, isMain: false }) })
  const rival = await life.staffedShop()
  await givenStringingOrder(db, { ...owner, merchantId: rival.shop.merchantId, createdAt: hoursOn(-100) })
  const params = { id: owner.racketId }
  const history = await shop.staff(racketHistoryOfMerchant, { params })
  expect(history).toMatchObject({ id: owner.racketId, total: 2 })
  expect(history.jobs).toMatchObject([
    { orderId: newer, condition: '拍框完好' },
    { orderId: older, notes: '四点结' },
  ])
  const { steps } = await shop.staff(getStringingOrderOfMerchant, { params: { id: running } })
  const received = steps.find(({ action }) => action === 'receive')
  expect(received?.staffName).toBe(history.jobs[0]?.stringerName)
  expect((await life.read(owner, running)).steps.some((step) => 'staffName' in step)).toBe(false)
})

test('a shop reads the wear of the strings only while it has an order of the racket', async () => {
  const params = { id: owner.racketId }
  await given({ status: 'COMPLETED' })
  expect((await shop.staff(racketHistoryOfMerchant, { params })).wear).toBeNull()
  await given({ status: 'RECEIVED' })
  expect((await shop.staff(racketHistoryOfMerchant, { params })).wear).toMatchObject({ hours: 0, isDue: false })
})

test('a shop cannot read a racket that it was never paid for', async () => {
  await given({ status: 'SUBMITTED' })
  const hidden = { code: 'racket_not_found', status: 404 }
  const read = (id: string) => () => shop.staff(racketHistoryOfMerchant, { params: { id } })
  await expectRefusal(db, read(owner.racketId), hidden)
  await expectRefusal(db, read('999999'), hidden)
  const rival = await life.staffedShop()
  await givenStringingOrder(db, { ...owner, merchantId: rival.shop.merchantId })
  await expectRefusal(db, read(owner.racketId), hidden)
})

test('a shop still reads its jobs of a racket that its player has retired', async () => {
  await given({ status: 'COMPLETED' })
  await db.update(rackets).set({ retiredAt: TEST_NOW, isMain: false })
  const history = await shop.staff(racketHistoryOfMerchant, { params: { id: owner.racketId } })
  expect(history).toMatchObject({ total: 1, wear: null })
})
