import * as ballChanges from '@paidang/api/areas/activities/ball-changes'
import * as balls from '@paidang/api/areas/activities/balls'
import { closeOrder } from '@paidang/api/areas/money/payments'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ballProposals } from '../../../tables/balls.ts'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { orders, refunds } from '../../../tables/payments.ts'
import { slotClaims } from '../../../tables/schedule.ts'
import { ballMessagesAndTime } from '../../../testing/ball-messages-and-time.ts'
import { ballPlayers, type Payer } from '../../../testing/ball-players.ts'
import { givenCoach, givenPlayer } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, signedInAs } = server
const { payer, pay, publish, join, enroll, leave, cancel, detail } = ballPlayers(server)
const { at, tick, told, verdicts, agree, refuse, balanceOf } = ballMessagesAndTime(server)

const swap = (actorId: string, id: string, outUserId: string, inUserId: string) =>
  signedInAs(actorId)(ballChanges.swapPlayer, { body: { id, outUserId, inUserId } })
const requestBall = (actorId: string, id: string) => signedInAs(actorId)(balls.requestBall, { body: { id, note: '' } })
const states = async () => (await db.select().from(ballProposals).orderBy(ballProposals.id)).map(({ state }) => state)
const seatsOf = async (id: string, actorId: string) =>
  (await detail(actorId, id)).seats.map(({ user, state }) => [user.id, state])
const claimsOf = async (userId: string) =>
  (await db.select().from(slotClaims)).filter(({ resourceId }) => resourceId === userId).length

/** A game tomorrow at 18:00 with two players, and a user who is asked to take the second player's place. */
async function givenSwap(over: Partial<balls.BallForm> = {}) {
  const [initiator, out, incoming] = [await payer(), await payer(), await payer({ level: 6 })]
  const { id } = await publish(initiator, over)
  await join(out, id)
  await swap(initiator.id, id, out.id, incoming.id)
  return { id, initiator, out, incoming }
}

/** Both agree, and the new player has an order. @returns its id */
async function agreed({ id, out, incoming }: { id: string; out: Payer; incoming: Payer }): Promise<string> {
  await agree(out.id)
  await agree(incoming.id)
  const [proposal] = (await detail(incoming.id, id)).proposals
  return proposal?.order?.id ?? ''
}

test('once the game has begun nobody is asked any more for an answer that is refused', async () => {
  const given = await givenSwap()
  const { id, initiator, out, incoming } = given
  const other = await givenSwap({ activityDate: '2026-05-03' })
  await requestBall(await givenPlayer(db, { level: 6 }), id)
  at('05-02T17:59:59')
  expect(await tick()).toEqual([])
  expect(await verdicts(incoming.id)).toEqual([0])
  expect(await verdicts(initiator.id)).toEqual([0])
  at('05-02T18:00:00')
  for (let run = 0; run < 2; run++) expect(await tick()).toEqual([])
  // Neither an answer that is refused is offered, nor anything of a game that is to come ended.
  expect(await Promise.all([initiator, out, incoming].map((person) => verdicts(person.id)))).toEqual([[2], [2], [2]])
  expect(await verdicts(other.incoming.id)).toEqual([0])
  expect(await states()).toEqual(['EXPIRED', 'OPEN'])
  expect((await detail(initiator.id, id)).proposals).toEqual([])
})

test('the initiator withdraws a proposal, and nobody is asked or pays any more', async () => {
  const given = await givenSwap()
  const { id, initiator, out, incoming } = given
  const orderId = await agreed(given)
  const [proposal] = (await detail(initiator.id, id)).proposals
  const withdraw = (actorId: string, proposalId = proposal?.id ?? '', ballId = id) =>
    signedInAs(actorId)(ballChanges.withdrawBallProposal, { body: { id: ballId, proposalId } })
  await expectRefusal(db, () => withdraw(out.id), { status: 403, code: 'action_forbidden' })
  const other = await publish(initiator, { activityDate: '2026-05-03' })
  await expectRefusal(db, () => withdraw(initiator.id, proposal?.id, other.id), { code: 'ball_proposal_unknown' })

  for (let time = 0; time < 2; time++) expect((await withdraw(initiator.id)).proposals).toEqual([])
  expect(await states()).toEqual(['WITHDRAWN'])
  for (const { id: userId } of [out, incoming]) expect((await told(userId)).at(-1)).toBe('更换球友已撤回')
  await expectRefusal(db, () => pay(incoming, orderId), { status: 409, code: 'order_closed' })
  expect(await balanceOf(incoming)).toBe(80_000)

  await swap(initiator.id, id, out.id, incoming.id)
  await refuse(out.id)
  await swap(initiator.id, id, out.id, incoming.id)
  await refuse(incoming.id)
  await expectRefusal(db, () => swap(initiator.id, id, out.id, incoming.id), { code: 'ball_proposal_used_up' })
  const isRefused = eq(ballProposals.state, 'REFUSED')
  const [refused] = await db.select().from(ballProposals).where(isRefused).orderBy(ballProposals.id)
  await expectRefusal(db, () => withdraw(initiator.id, refused?.id), { status: 409, code: 'ball_settled' })
})

test('both agree, the new player pays, and place, money and half-hours change hands at once', async () => {
  const given = await givenSwap()
  const { id, initiator, out, incoming } = given
  expect(await verdicts(out.id)).toEqual([0])
  await agree(out.id)
  // The verdict of one does not answer for the other.
  expect(await verdicts(incoming.id)).toEqual([0])
  expect((await detail(incoming.id, id)).proposals).toMatchObject([
    { kind: 'SWAP', hasOutAgreed: true, hasInAgreed: false, order: null },
  ])
  await agree(incoming.id)
  const [proposal] = (await detail(incoming.id, id)).proposals
  expect(proposal?.order).toMatchObject({
    kind: 'BALL_SWAP',
    amountFen: 5_000,
    state: 'UNPAID',
    expiresAt: new Date('2026-05-01T12:15:00+08:00').toISOString(),
  })
  expect((await detail(out.id, id)).proposals).toMatchObject([{ order: null }])
  expect(await seatsOf(id, out.id)).toEqual([
    [initiator.id, 'CONFIRMED'],
    [out.id, 'CONFIRMED'],
  ])

  await pay(incoming, proposal?.order?.id ?? '')
  expect(await seatsOf(id, initiator.id)).toEqual([
    [initiator.id, 'CONFIRMED'],
    [incoming.id, 'CONFIRMED'],
  ])
  expect([await balanceOf(out), await balanceOf(incoming)]).toEqual([80_000, 75_000])
  expect([await claimsOf(out.id), await claimsOf(incoming.id)]).toEqual([0, 4])
  expect(await states()).toEqual(['DONE'])
  expect(await db.select().from(refunds)).toMatchObject([{ cause: 'swapped', amountFen: 5_000 }])
  for (const { id: userId } of [initiator, out]) {
    expect((await told(userId)).at(-1)).toMatch(/^球员\d+ 接替了 球员\d+$/)
  }
})

test('a player who is swapped out late also gets all money back, since the place is taken', async () => {
  const given = await givenSwap()
  at('05-02T10:00:00')
  await pay(given.incoming, await agreed(given))
  expect(await balanceOf(given.out)).toBe(80_000)
})

test('in a game that costs nothing the swap takes effect with the second yes', async () => {
  const { id, initiator, out, incoming } = await givenSwap({ courtFeeFen: 0, extrasFen: 0 })
  await agree(incoming.id)
  await agree(out.id)
  expect(await seatsOf(id, initiator.id)).toEqual([
    [initiator.id, 'CONFIRMED'],
    [incoming.id, 'CONFIRMED'],
  ])
  expect(await db.$count(orders)).toBe(3)
})

test('one refusal ends the proposal, and the request to the other is settled', async () => {
  const { id, initiator, out, incoming } = await givenSwap()
  await agree(incoming.id)
  await refuse(out.id)
  expect([await states(), await verdicts(out.id), await verdicts(incoming.id)]).toEqual([['REFUSED'], [2], [1]])
  expect(await told(incoming.id)).toContain('更换球友未获同意')
  expect((await detail(initiator.id, id)).proposals).toEqual([])
  await swap(initiator.id, id, out.id, incoming.id)
  expect(await states()).toEqual(['REFUSED', 'OPEN'])
})

test('a swap that is not paid in time, or abandoned, changes nothing', async () => {
  const given = await givenSwap()
  const { id, initiator, out, incoming } = given
  const orderId = await agreed(given)
  at('05-01T12:15:00')
  expect(await tick()).toEqual([])
  expect(await states()).toEqual(['EXPIRED'])
  await expectRefusal(db, () => pay(incoming, orderId), { status: 409, code: 'order_closed' })
  await swap(initiator.id, id, out.id, incoming.id)
  await signedInAs(incoming.id)(closeOrder, { params: { id: await agreed(given) } })
  expect(await states()).toEqual(['EXPIRED', 'EXPIRED'])
  expect(await seatsOf(id, out.id)).toEqual([
    [initiator.id, 'CONFIRMED'],
    [out.id, 'CONFIRMED'],
  ])
  expect((await told(out.id)).filter((title) => title === '更换球友已失效')).toHaveLength(2)
})

test('a player who leaves on their own ends the swap, and the new player is not charged', async () => {
  const given = await givenSwap()
  const { id, initiator, out, incoming } = given
  const orderId = await agreed(given)
  await leave(out.id, id)
  expect(await states()).toEqual(['EXPIRED'])
  await expectRefusal(db, () => pay(incoming, orderId), { status: 409, code: 'order_closed' })
  expect(await seatsOf(id, initiator.id)).toEqual([[initiator.id, 'CONFIRMED']])
})

test('a new player who is busy or has a seat by then gets their money back, and nothing changes', async () => {
  const busy = await givenSwap()
  const busyOrder = await agreed(busy)
  await publish(busy.incoming, { courtFeeFen: 0, extrasFen: 0, beginTimeSlot: 39, endTimeSlot: 41 })
  await pay(busy.incoming, busyOrder)
  expect(await balanceOf(busy.incoming)).toBe(80_000)
  expect(await seatsOf(busy.id, busy.out.id)).toContainEqual([busy.out.id, 'CONFIRMED'])

  const seated = await givenSwap({ levelTo: 7, beginTimeSlot: 20, endTimeSlot: 22 })
  const seatedOrder = await agreed(seated)
  await join(seated.incoming, seated.id)
  await pay(seated.incoming, seatedOrder)
  expect(await balanceOf(seated.incoming)).toBe(75_000)
  expect(await seatsOf(seated.id, seated.out.id)).toHaveLength(3)
  expect(await states()).toEqual(['EXPIRED', 'EXPIRED'])
})

test('a user who may not play, plays already, is busy or is blocked from the initiator cannot be proposed', async () => {
  const [initiator, out] = [await payer({ gender: 0 }), await payer({ gender: 0 })]
  const { id } = await publish(initiator, { genderRule: 'FEMALE' })
  await join(out, id)
  const propose = (outUserId: string, inUserId: string) => () => swap(initiator.id, id, outUserId, inUserId)
  const [man, hidden, coach] = [await givenPlayer(db, { gender: 1 }), await givenPlayer(db), await givenCoach(db)]
  await db.insert(blacklistEntries).values({ ownerId: hidden, targetId: initiator.id })
  const busy = await payer({ gender: 0 })
  await publish(busy, { courtFeeFen: 0, extrasFen: 0 })

  await expectRefusal(db, propose(out.id, man), { status: 409, code: 'ball_gender_unfit' })
  // Who never said a gender is no man and no woman, and the initiator cannot say it for them.
  const unsaid = await givenPlayer(db)
  const message = '该球局限定参与者性别，对方还没有填写性别'
  await expectRefusal(db, propose(out.id, unsaid), { status: 409, code: 'ball_gender_unsaid', message })
  await expectRefusal(db, propose(out.id, hidden), { status: 404, code: 'user_not_found' })
  await expectRefusal(db, propose(out.id, '987654321'), { status: 404, code: 'user_not_found' })
  await expectRefusal(db, propose(out.id, initiator.id), { status: 409, code: 'ball_swap_invalid' })
  await expectRefusal(db, propose(out.id, busy.id), { status: 409, code: 'participant_busy' })
  await expectRefusal(db, propose(initiator.id, coach), { status: 409, code: 'ball_initiator_stays' })
  await expectRefusal(db, propose(coach, busy.id), { status: 404, code: 'ball_player_unknown' })
  await expectRefusal(db, () => swap(out.id, id, out.id, coach), { status: 403, code: 'action_forbidden' })
})

test('a user who is asked twice keeps the first proposal; a stranger to the game sees it once asked', async () => {
  const { id, initiator, out, incoming } = await givenSwap()
  await signedInAs(initiator.id)(balls.setBallPublic, { body: { id, isPublic: false } })
  expect((await detail(incoming.id, id)).proposals).toHaveLength(1)
  await swap(initiator.id, id, out.id, incoming.id)
  expect(await states()).toEqual(['OPEN'])
  const other = await givenPlayer(db)
  await expectRefusal(db, () => swap(initiator.id, id, out.id, other), { status: 409, code: 'ball_proposal_open' })
  await expectRefusal(db, () => enroll(incoming.id, id), { status: 409, code: 'ball_level_unfit' })
  await expectRefusal(db, () => detail(other, id), { status: 404, code: 'ball_not_found' })
})

test('a swap paid while the game is called off or the player leaves is complete or has no effect, ten times', async () => {
  for (let round = 0; round < 10; round++) {
    const given = await givenSwap({ beginTimeSlot: 36, endTimeSlot: 38 })
    const { id, initiator, out, incoming } = given
    const orderId = await agreed(given)
    const actions = [pay(incoming, orderId), round % 2 ? cancel(initiator.id, id) : leave(out.id, id)]
    await Promise.allSettled(actions)
    if (round % 2 === 0) await cancel(initiator.id, id)
    const cards = [await balanceOf(initiator), await balanceOf(out), await balanceOf(incoming)]
    expect(cards).toEqual([80_000, 80_000, 80_000])
    expect([await claimsOf(out.id), await claimsOf(incoming.id)]).toEqual([0, 0])
  }
})
