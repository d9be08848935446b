import { exportTransactions } from '@paidang/api/areas/money/cards'
import readWorkbook from 'read-excel-file/node'
import { beforeEach, expect, test } from 'vitest'
import { givenPlayer, TEST_NOW } from '../../../testing/builders.ts'
import { CARD_EFFECTS, cardLife } from '../../../testing/card-life.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCard, givenOrder } from '../../../testing/given-money.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer({ orderEffects: CARD_EFFECTS })
const { db, clock, signedInAs } = server
const { payWithCard } = cardLife(server)

let owner: string
let cardId: string
let topUpId: string
let gameId: string
beforeEach(async () => {
  owner = await givenPlayer(db)
  const given = await givenCard(db, { userId: owner, principalFen: 10_000, giftFen: 2_000 })
  cardId = given.cardId
  topUpId = given.orderId
  gameId = await givenOrder(db, {
    userId: owner,
    title: '=HYPERLINK("http://x","双打")',
    lines: [{ label: '报名费', quantity: 1, unitFen: 11_050 }],
  })
  await payWithCard(owner, gameId, cardId)
})

const file = (query: { format: 'xlsx' | 'csv'; month?: string; direction?: 'IN' | 'OUT' }, actorId = owner) =>
  signedInAs(actorId)(exportTransactions, { params: { cardId }, query })
const bytesOf = ({ base64 }: { base64: string }) => Buffer.from(base64, 'base64')

const HEADINGS =
  '时间,类型,说明,订单,订单号,金额（元）,其中本金（元）,其中赠送（元）,余额（元）,本金余额（元）,赠送余额（元）'

test('the CSV file has one line per movement, latest first, and a title never becomes a formula', async () => {
  const answer = await file({ format: 'csv' })
  expect(answer).toMatchObject({
    fileName: expect.stringMatching(/^储值卡流水-\d{4}-2026-05-01\.csv$/),
    contentType: 'text/csv; charset=utf-8',
  })
  const title = `"'=HYPERLINK(""http://x"",""双打"")"`
  expect(bytesOf(answer).toString().split('\r\n')).toEqual([
    `\uFEFF${HEADINGS}`,
    `2026-05-01 12:00:00,消费,${title},${title},${gameId},-110.50,-100.00,-10.50,9.50,0.00,9.50`,
    `2026-04-30 12:00:00,充值,充值,储值卡充值,${topUpId},120.00,100.00,20.00,120.00,100.00,20.00`,
    '',
  ])
})

test('in the workbook texts are texts and amounts are numbers', async () => {
  const [sheet] = await readWorkbook(bytesOf(await file({ format: 'xlsx' })))
  const [headings, paid, toppedUp] = sheet?.data ?? []
  expect(headings).toEqual(HEADINGS.split(','))
  expect(paid?.slice(1)).toEqual([
    '消费',
    '=HYPERLINK("http://x","双打")',
    '=HYPERLINK("http://x","双打")',
    gameId,
    -110.5,
    -100,
    -10.5,
    9.5,
    0,
    9.5,
  ])
  expect(toppedUp?.[5]).toBe(120)
})

test('a month and a direction narrow the file, and its name contains the month', async () => {
  clock.set(new Date(TEST_NOW.getTime() + 40 * 86_400_000))
  const april = await file({ format: 'csv', month: '2026-04' })
  expect(april.fileName).toMatch(/-2026-04\.csv$/)
  expect(bytesOf(april).toString().split('\r\n')).toHaveLength(3)
  const spent = bytesOf(await file({ format: 'csv', direction: 'OUT' })).toString()
  expect([spent.includes('消费'), spent.includes('充值,')]).toEqual([true, false])
})

test('nobody gets the file of another person’s card', async () => {
  const other = await givenPlayer(db)
  await expectRefusal(db, () => file({ format: 'csv' }, other), { code: 'card_not_found', status: 404 })
})
