import { closeAccount } from '@paidang/api/areas/desks/accounts'
import { staffLogin } from '@paidang/api/areas/desks/staff'
import { changeStaffPassword, createStaff, resetStaff } from '@paidang/api/areas/desks/staff-accounts'
import * as calls from '@paidang/api/areas/money/admin-cards'
import type { Call } from '@paidang/api/client'
import { MAX_CARD_FEN } from '@paidang/domain/areas/money/cards/stored-card'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { staffAuditEvents } from '../../../tables/audit-log.ts'
import { storedCards } from '../../../tables/cards.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { givenPlayer, givenStaffLogin } from '../../../testing/builders.ts'
import { CARD_EFFECTS, cardLife } from '../../../testing/card-life.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenCard } from '../../../testing/given-money.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Moving the money of a card needs two people: one who requests and one who approves.

const server = await startTestServer({ orderEffects: CARD_EFFECTS })
const { db, call, clientOf, signedInAs, staffTokenOf } = server
const { card, cards, movements, orderGame, payWithCard } = cardLife(server)

const ROUNDS = raceRounds(20)

/** The fields of a closed account. */
const FORGOTTEN = { nickname: '已注销用户', phone: null, openId: null }

let userId: string
let cardId: string
let operator: Call
let seniorId: string
let senior: Call
let otherOperator: Call
let otherSenior: Call
beforeEach(async () => {
  userId = await givenPlayer(db, { phone: '13800001234' })
  ;({ cardId } = await givenCard(db, { userId, principalFen: 10_000, giftFen: 500 }))
  // These accounts must exist before a refused call is compared with the database.
  operator = clientOf(await staffTokenOf('operator'))
  seniorId = (await givenStaffLogin(db, { kind: 'operator', isLead: true })).staffId
  senior = clientOf(await server.tokenOfStaff(seniorId))
  otherOperator = clientOf(await staffTokenOf('operator'))
  otherSenior = clientOf(await staffTokenOf('senior'))
})

const ask = (over: Partial<{ principalChange: number; giftChange: number; reason: string }> = {}, by = operator) =>
  by(calls.adjustCard, {
    params: { id: cardId },
    body: { principalChange: -1_000, giftChange: 200, reason: '场地停电补偿', ...over },
  })
const decide = (id: string, approve: boolean, by = senior) =>
  by(calls.decideCardAdjustment, { params: { id }, body: { approve, note: '已核对' } })
const withdraw = (id: string, by = operator) => by(calls.withdrawCardAdjustment, { params: { id } })
const stateOf = async (id: string) => {
  const { rows } = await operator(calls.listCardAdjustments, { query: { current: 1, rows: 20 } })
  return rows.find((row) => row.id === id)?.state
}

test('a request moves no money; an approval moves the card by one row, and its owner is notified', async () => {
  const { id } = await ask()
  expect(await card(userId)).toMatchObject({ principalFen: 10_000, giftFen: 500 })
  expect(await decide(id, true)).toMatchObject({ state: 'DONE', card: { principalFen: 9_000, giftFen: 700 } })
  expect(await card(userId)).toMatchObject({ principalFen: 9_000, giftFen: 700 })
  expect(await movements(userId, cardId)).toEqual([
    ['ADJUST', -800],
    ['TOP_UP', 10_500],
  ])
  expect(await db.select().from(messages).orderBy(messages.id)).toMatchObject([
    { receiverId: userId, content: '余额调整：本金 -¥10，赠送 +¥2。原因：场地停电补偿' },
  ])
  expect((await db.select().from(staffAuditEvents).orderBy(staffAuditEvents.id)).map(({ action }) => action)).toEqual([
    'card-adjustment.ask',
    'card-adjustment.approve',
  ])
})

test('a card is issued once a second person approves, with or without a gift', async () => {
  for (const giftFen of [0, 3_000]) {
    const player = await givenPlayer(db)
    const { id } = await operator(calls.issueCard, { body: { userId: player, giftFen, reason: '会员日' } })
    expect(await cards(player)).toEqual([])
    expect(await decide(id, true)).toMatchObject({ state: 'DONE', isNewCard: true })
    expect(await card(player)).toMatchObject({ principalFen: 0, giftFen })
  }
})

test('a refused or withdrawn request moves no money, and another one can be made', async () => {
  const first = await ask()
  await expectRefusal(db, () => ask(), { code: 'money_request_waits', status: 409 })
  expect(await decide(first.id, false)).toMatchObject({ state: 'REFUSED', note: '已核对' })
  const second = await ask()
  expect(await withdraw(second.id)).toMatchObject({ state: 'WITHDRAWN', decidedBy: null })
  await ask()
  expect(await card(userId)).toMatchObject({ principalFen: 10_000, giftFen: 500 })
})

test('nobody approves their own request, including a senior, and an operator cannot approve', async () => {
  const { id } = await ask({}, senior)
  await expectRefusal(db, () => decide(id, true), { code: 'money_request_own', status: 403 })
  await expectRefusal(db, () => decide(id, true, operator), { code: 'action_forbidden', status: 403 })
  expect(await decide(id, true, otherSenior)).toMatchObject({ state: 'DONE' })
})

describe('a person who knows a colleague’s password does not count as two people', () => {
  const given = { code: 'staff_password_given', status: 403 } as const
  const oneHand = { code: 'money_request_one_hand', status: 403 } as const
  const DAY_MS = 86_400_000
  const PASSWORD = 'my0wn4ever'
  const logIn = async (username: string, password: string) => {
    const { token, staff } = await call(staffLogin, { body: { username, password } })
    return { as: clientOf(token), staff }
  }
  const choose = (by: Call, oldPassword: string) =>
    by(changeStaffPassword, { body: { oldPassword, newPassword: PASSWORD } })
  /** Creates a staff account with the senior. */
  const hire = (isLead: boolean) =>
    senior(createStaff, { body: { username: isLead ? 'new_lead' : 'new_one', nickname: '新人', isLead } })

  test('a staff member with a password given by a colleague cannot request anything until they set their own', async () => {
    const { account, password } = await hire(false)
    const { as, staff } = await logIn(account.username, password)
    expect(staff.isPasswordGiven).toBe(true)
    await expectRefusal(db, () => ask({}, as), given)
    const body = { userId, giftFen: 0, reason: '会员日' }
    await expectRefusal(db, () => as(calls.issueCard, { body }), given)
    await choose(as, password)
    expect(await ask({}, as)).toMatchObject({ state: 'WAITING' })
    expect((await logIn(account.username, PASSWORD)).staff.isPasswordGiven).toBe(false)
  })

  test('they cannot decide either, until they set their own', async () => {
    const { account, password } = await hire(true)
    const { as } = await logIn(account.username, password)
    const { id } = await ask()
    for (const approve of [true, false]) await expectRefusal(db, () => decide(id, approve, as), given)
    await choose(as, password)
    expect(await decide(id, true, as)).toMatchObject({ state: 'DONE' })
  })

  test('a senior who gave out the requester’s password within seven days cannot decide, and neither can the reverse', async () => {
    const [first, lead] = [await hire(false), await hire(true)]
    const [asker, boss] = [
      (await logIn(first.account.username, first.password)).as,
      (await logIn(lead.account.username, lead.password)).as,
    ]
    await choose(asker, first.password)
    await choose(boss, lead.password)
    const { id } = await ask({}, asker)
    for (const approve of [true, false]) await expectRefusal(db, () => decide(id, approve), oneHand)
    expect(await decide(id, true, otherSenior)).toMatchObject({ state: 'DONE' })
    const own = await ask({}, senior)
    await expectRefusal(db, () => decide(own.id, true, boss), oneHand)
    await withdraw(own.id, senior)

    // The time of the request decides, not the time of the decision.
    server.clock.set(new Date(server.app.now().getTime() + 7 * DAY_MS))
    const later = clientOf(await server.tokenOfStaff(first.account.id))
    const seniorLater = clientOf(await server.tokenOfStaff(seniorId))
    const second = await ask({}, later)
    await seniorLater(resetStaff, { params: { id: first.account.id } })
    await expectRefusal(db, () => decide(second.id, true, seniorLater), oneHand)
    await decide(second.id, false, clientOf(await server.staffTokenOf('senior')))
  })

  test('after seven days the senior can decide', async () => {
    const { account, password } = await hire(false)
    await choose((await logIn(account.username, password)).as, password)
    server.clock.set(new Date(server.app.now().getTime() + 7 * DAY_MS))
    const { id } = await ask({}, clientOf(await server.tokenOfStaff(account.id)))
    expect(await decide(id, true, clientOf(await server.tokenOfStaff(seniorId)))).toMatchObject({ state: 'DONE' })
  })
})

test('only the requester can withdraw a request', async () => {
  const { id } = await ask()
  await expectRefusal(db, () => withdraw(id, otherOperator), { code: 'money_request_not_own', status: 403 })
})

test('a decision is final, and the same verdict again returns it', async () => {
  const { id } = await ask()
  await decide(id, true)
  expect(await decide(id, true)).toMatchObject({ state: 'DONE' })
  expect(await movements(userId, cardId)).toHaveLength(2)
  const ended = { code: 'money_request_ended', status: 409 } as const
  await expectRefusal(db, () => decide(id, false), ended)
  await expectRefusal(db, () => decide(id, true, otherSenior), ended)
  await expectRefusal(db, () => withdraw(id), ended)
})

test.each([
  ['nothing', { principalChange: 0, giftChange: 0 }, 'card_adjustment_nothing', 400],
  ['more principal away than there is', { principalChange: -10_001 }, 'card_balance_too_low', 409],
  [
    'more gift away than there is, though principal comes',
    { principalChange: 900, giftChange: -501 },
    'card_balance_too_low',
    409,
  ],
  ['more than a card may hold', { principalChange: MAX_CARD_FEN - 9_999 }, 'card_too_full', 409],
  ['without a reason', { reason: '  ' }, 'money_request_reason_missing', 400],
] as const)('a request for %s is refused', async (_case, over, code, status) => {
  await expectRefusal(db, () => ask(over), { code, status })
})

test('a request that a payment made impossible cannot be approved, and still waits', async () => {
  const { id } = await ask({ principalChange: -9_000, giftChange: 0 })
  await payWithCard(userId, await orderGame(userId, 2_000), cardId)
  await expectRefusal(db, () => decide(id, true), { code: 'card_balance_too_low', status: 409 })
  expect(await stateOf(id)).toBe('WAITING')
})

describe('after the owner of the card closed their account', () => {
  const closed = { code: 'account_closed', status: 400, message: '账号已注销' } as const
  const close = (owner: string) => signedInAs(owner)(closeAccount, { body: { confirm: '注销' } })
  const issue = (owner: string, giftFen = 3_000) =>
    operator(calls.issueCard, { body: { userId: owner, giftFen, reason: '会员日' } })
  const moneyOf = (owner: string) => db.$count(storedCards, eq(storedCards.userId, owner))

  test('a waiting request is withdrawn automatically, and no more requests are possible', async () => {
    const owner = await givenPlayer(db)
    const issued = await decide((await issue(owner, 0)).id, true)
    const params = { id: issued.card?.id ?? '' }
    const body = { principalChange: 100, giftChange: 0, reason: '更正' }
    const { id } = await operator(calls.adjustCard, { params, body })
    await close(owner)
    const { rows } = await operator(calls.listCardAdjustments, { query: { current: 1, rows: 20 } })
    const ended = { state: 'WITHDRAWN', decidedBy: null, note: '持卡人已注销，申请自动撤回' }
    expect(rows.find((row) => row.id === id)).toMatchObject({ ...ended, endTime: server.app.now().toISOString() })
    await expectRefusal(db, () => issue(owner), closed)
    await expectRefusal(db, () => operator(calls.adjustCard, { params, body }), closed)
    await expectRefusal(db, () => decide(id, true), closed)
  })

  test('a request that still waits cannot be approved, but may be refused or withdrawn', async () => {
    for (const end of [(id: string) => decide(id, false), (id: string) => withdraw(id)]) {
      const owner = await givenPlayer(db)
      const { id } = await issue(owner)
      const gone = { ...FORGOTTEN, closedAt: server.app.now() }
      await db.update(users).set(gone).where(eq(users.id, owner))
      await expect(decide(id, true)).rejects.toMatchObject(closed)
      await end(id)
      expect(await stateOf(id)).not.toBe('WAITING')
    }
  })

  test('closing and approving at once never leave money on a closed account', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const owner = await givenPlayer(db)
      const { id } = await issue(owner)
      const [closing, approval] = await Promise.allSettled([close(owner), decide(id, true)])
      expect([closing.status, approval.status].sort()).toEqual(['fulfilled', 'rejected'])
      expect([await moneyOf(owner), await stateOf(id)]).toEqual(
        closing.status === 'fulfilled' ? [0, 'WITHDRAWN'] : [1, 'DONE'],
      )
    }
  })

  test('closing and requesting at once never leave a waiting request for a closed account', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const owner = await givenPlayer(db)
      const [closing] = await Promise.allSettled([close(owner), issue(owner)])
      expect(closing.status).toBe('fulfilled')
      const { rows } = await operator(calls.listCardAdjustments, { query: { current: 1, rows: 20, state: 'WAITING' } })
      expect(rows).toEqual([])
    }
  })
})

test('of two seniors who approve at once, one succeeds', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await ask({ principalChange: -100, giftChange: 0 })
    const answers = await Promise.allSettled([decide(id, true), decide(id, true, otherSenior)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  }
  expect(await card(userId)).toMatchObject({ principalFen: 10_000 - ROUNDS * 100 })
})

test('of approving and withdrawing at once one succeeds, and only an approval moves the card', async () => {
  let approved = 0
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await ask({ principalChange: -100, giftChange: 0 })
    const answers = await Promise.allSettled([decide(id, true), withdraw(id)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    if ((await stateOf(id)) === 'DONE') approved++
  }
  expect(await card(userId)).toMatchObject({ principalFen: 10_000 - approved * 100 })
})

test('of an approval and a payment of the same money, one gets it', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const payer = await givenPlayer(db)
    const own = await givenCard(db, { userId: payer, principalFen: 1_000 })
    const game = await orderGame(payer, 800)
    const { id } = await operator(calls.adjustCard, {
      params: { id: own.cardId },
      body: { principalChange: -500, giftChange: 0, reason: '更正' },
    })
    const answers = await Promise.allSettled([decide(id, true), payWithCard(payer, game, own.cardId)])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await card(payer)).principalFen).toBe((await stateOf(id)) === 'DONE' ? 500 : 200)
  }
})

test('a card has only one waiting request, even with concurrent requests', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => ask()))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('cards are found by number and by owner, ordered by balance', async () => {
  const rich = await givenPlayer(db)
  const other = await givenCard(db, { userId: rich, principalFen: 90_000 })
  const found = async (keyword?: string) => {
    const query = { current: 1, rows: 20, sort: 'balance' as const, sord: 'asc' as const, ...(keyword && { keyword }) }
    return (await operator(calls.queryCards, { query })).rows.map((row) => row.card.id)
  }
  const { cardNo } = await card(userId)
  expect(await found()).toEqual([cardId, other.cardId])
  expect(await found(cardNo)).toEqual([cardId])
  expect(await found('13800001234')).toEqual([cardId])
  expect(await found(rich)).toContain(other.cardId)
  expect(await found('没有这个人')).toEqual([])
})

test('the movements of a card are listed by kind and exported to a file', async () => {
  await decide((await ask()).id, true)
  const query = { current: 1, rows: 20, kind: 'ADJUST' as const }
  const { rows, total } = await operator(calls.transactionsOfManagedCard, { params: { id: cardId }, query })
  expect([rows.map(({ amountFen }) => amountFen), total]).toEqual([[-800], 1])
  const file = await operator(calls.exportManagedCard, { params: { id: cardId }, query: { format: 'csv' } })
  expect(Buffer.from(file.base64, 'base64').toString()).toContain('场地停电补偿')
})
