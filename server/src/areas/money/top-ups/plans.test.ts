import { createPlan, queryPlans, readPlan, updatePlan } from '@paidang/api/areas/money/admin-top-ups'
import { topUpCard, topUpPlans } from '@paidang/api/areas/money/cards'
import type { Call } from '@paidang/api/client'
import { beforeEach, expect, test } from 'vitest'
import { topUpPlans as planRows } from '../../../tables/cards.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { CARD_EFFECTS, cardLife } from '../../../testing/card-life.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer({ orderEffects: CARD_EFFECTS })
const { db, signedInAs, asStaff } = server
const { begin, play, orderTopUp, card } = cardLife(server)

let senior: Call
beforeEach(async () => {
  senior = asStaff('senior')
  await list()
})

const list = async (query: object = {}) =>
  (await senior(queryPlans, { query: { current: 1, rows: 10, ...query } })).rows.map(({ id }) => id)
const PLAN = { principalFen: 30_000, giftFen: 1_000, isOnSale: true }
const create = (over: object = {}) => senior(createPlan, { body: { ...PLAN, ...over } })
const update = (id: string, body: Partial<typeof PLAN> & { revision?: number }) =>
  senior(updatePlan, { params: { id }, body: { principalFen: 50_000, giftFen: 2_000, isOnSale: true, ...body } })
const offered = async () =>
  (await signedInAs(await givenPlayer(db))(topUpPlans, {})).map(({ principalFen, giftFen }) => [principalFen, giftFen])

test('a new plan is offered between the others, and one that is off sale to nobody', async () => {
  const { id, auditEvents } = await create()
  expect(auditEvents).toMatchObject([{ action: 'top-up-plan.create', summary: '新建充值方案：充 ¥300 赠 ¥10，在售' }])
  expect(await update('500', { isOnSale: false })).toMatchObject({
    isOnSale: false,
    auditEvents: [{ summary: '修改充值方案：充 ¥500 赠 ¥20，在售 → 充 ¥500 赠 ¥20，停售' }],
  })
  expect(await offered()).toEqual([
    [20_000, 0],
    [30_000, 1_000],
    [100_000, 6_000],
    [200_000, 16_000],
  ])
  expect(await list()).toEqual(['200', id, '1000', '2000', '500'])
  expect(await list({ isOnSale: false })).toEqual(['500'])
  const userId = await givenPlayer(db)
  await expectRefusal(db, () => orderTopUp(userId, '500'), { code: 'card_plan_unknown' })
})

test('an order keeps the amounts with which it was made, whatever becomes of its plan', async () => {
  const userId = await givenPlayer(db)
  const { id } = await orderTopUp(userId, '500')
  await update('500', { principalFen: 60_000, giftFen: 0, isOnSale: false })
  await play(userId, await begin(userId, id))
  expect(await card(userId)).toMatchObject({ principalFen: 50_000, giftFen: 2_000 })
})

test('who saw other amounts than the plan has orders nothing', async () => {
  const as = signedInAs(await givenPlayer(db))
  const order = (giftFen: number) => as(topUpCard, { body: { planId: '500', principalFen: 50_000, giftFen } })
  await expect(order(2_000)).resolves.toMatchObject({ amountFen: 50_000 })
  await update('500', { giftFen: 1_000 })
  await expectRefusal(db, () => order(2_000), { status: 409, code: 'card_plan_changed' })
})

test('a plan is not offered with too much gift, beyond the limit of a card, or twice', async () => {
  for (const over of [{ principalFen: 99 }, { giftFen: 6_001 }, { principalFen: 500_000, giftFen: 1 }])
    await expectRefusal(db, () => create(over), { status: 400, code: 'top_up_plan_invalid' })
  const taken = { status: 409, code: 'top_up_plan_taken' }
  await expectRefusal(db, () => create({ principalFen: 50_000 }), taken)
  const { id } = await create({ principalFen: 50_000, isOnSale: false })
  await expectRefusal(db, () => update(id, {}), taken)
  await expectRefusal(db, () => update('987654321987', {}), { status: 404, code: 'top_up_plan_not_found' })
})

test('of the same amount added twice at once one plan is made', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => create()))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers)
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'top_up_plan_taken' })
  expect(await db.$count(planRows)).toBe(5)
})

test('a change over an older revision says what changed; the same content changes and records nothing', async () => {
  const { revision } = await senior(readPlan, { params: { id: '500' } })
  const { auditEvents } = await update('500', { revision })
  expect(auditEvents).toEqual([])
  await update('500', { giftFen: 1_000, revision })
  await expectRefusal(db, () => update('500', { giftFen: 0, revision }), {
    status: 409,
    code: 'revision_outdated',
    data: { changes: ['赠金已改为 ¥10'] },
  })
})

test('an operator reads plans, and only a senior one changes them', async () => {
  const operator = asStaff('operator')
  await expect(operator(readPlan, { params: { id: '500' } })).resolves.toMatchObject({ principalFen: 50_000 })
  await expectRefusal(db, () => operator(createPlan, { body: PLAN }), { status: 403 })
})
