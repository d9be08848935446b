import * as ballChanges from '@paidang/api/areas/activities/ball-changes'
import type { BallDetail } from '@paidang/api/areas/activities/balls'
import * as balls from '@paidang/api/areas/activities/balls'
import { approveMessage, rejectMessage } from '@paidang/api/areas/ground/messages'
import * as cards from '@paidang/api/areas/money/cards'
import * as payments from '@paidang/api/areas/money/payments'
import { ApiError } from '@paidang/api/catalogue/errors'
import { desc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JOBS } from '../../../jobs-of-areas.ts'
import { messages } from '../../../tables/messages.ts'
import { orders } from '../../../tables/payments.ts'
import { emptyTables } from '../../../testing/all-rows.ts'
import { FORM } from '../../../testing/ball-players.ts'
import { givenPlayer, givenVenue, TEST_NOW } from '../../../testing/builders.ts'
import { BALL_PEOPLE, type BallAction, ballAction } from '../../../testing/model/ball-actions.ts'
import { booksOf } from '../../../testing/model/ball-books.ts'
import { isExploring, modelRuns } from '../../../testing/model/model-runs.ts'
import { runJob } from '../../../testing/run-job.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Random lives of ball games over the HTTP API, among few people with little money. The model predicts each answer from
// the state of the game before and the clock. At the end every fen must be accounted for. A failure prints the seed and
// the shortest list of actions that shows it. MODEL_RUNS=1000 runs longer. MODEL_SEED=… repeats one run.

const RUNS = { usual: 4, long: 40 }
const ACTIONS_PER_RUN = 80
/** What a normal run must contain; otherwise its success proves nothing. */
const ENOUGH_ACTIONS = 200
const COURTS = 4
const MINUTE_MS = 60_000

const server = await startTestServer({ rows: 'kept' })
const { app, db, clock, maintenance } = server

/** A person with a card. They log in anew for each call, since the clock passes the end of a session. */
class Person {
  readonly id: string
  readonly cardId: string
  constructor(id: string, cardId: string) {
    this.id = id
    this.cardId = cardId
  }
  get as() {
    return server.signedInAs(this.id)
  }
}
type World = { people: Person[]; gameIds: string[]; stadiumId: string }

const at = <Item>(list: readonly Item[], n: number): Item | undefined => list[n % Math.max(list.length, 1)]

/** The code of a refusal, or `done`. */
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof ApiError && error.status < 500) return error.code
      throw error
    },
  )

const isOver = ({ status }: BallDetail) => status === 'CANCELLED' || status === 'FINISHED'
/** Seats exist only while a game is active. Until the initiator has paid, only the initiator sees it. */
const hasNoSeats = (game: BallDetail) => isOver(game) || game.status === 'UNPAID'
const hasBegun = ({ startsAt }: BallDetail) => new Date(startsAt) <= clock.now()
const isKept = (heldUntil: string | null) => heldUntil === null || new Date(heldUntil) > clock.now()

/**
 * Seats for a user who does not wait yet, or for one in the queue. These are the free seats less those reserved for
 * people ahead.
 */
function seatsFor({ maxPlayers, seats, waiting }: BallDetail, userId: string): number {
  const place = waiting.findIndex(({ id }) => id === userId)
  const taken = seats.filter(({ heldUntil }) => isKept(heldUntil)).length
  return maxPlayers - taken - (place < 0 ? waiting.length : place)
}

/** The answers that enrolling may give. Other games are not checked, so the player may also be busy. */
function enrollAnswers(game: BallDetail, { id }: Person): string[] {
  const { seat } = game.viewer
  const isSeated = seat !== null && isKept(seat.heldUntil)
  if (isSeated && seat.state !== 'OFFERED') return ['done']
  if (hasNoSeats(game)) return ['ball_settled']
  if (hasBegun(game)) return ['ball_started']
  return isSeated || seatsFor(game, id) > 0 ? ['done', 'ball_player_busy'] : ['ball_full']
}

function waitAnswers(game: BallDetail, { id }: Person): string[] {
  const { seat, waitingPlace } = game.viewer
  if (waitingPlace !== null || (seat !== null && isKept(seat.heldUntil))) return ['done']
  if (hasNoSeats(game)) return ['ball_settled']
  if (hasBegun(game)) return ['ball_started']
  return [seatsFor(game, id) > 0 ? 'ball_has_seats' : 'done']
}

/** What leaving answers, and how much of the order is refunded then. */
function leaveAnswers(game: BallDetail, { id }: Person): string[] {
  const { seat, waitingPlace, role } = game.viewer
  if (role === 'initiator') return ['ball_initiator_stays']
  if (seat === null) return waitingPlace !== null ? ['done'] : ['done', 'ball_player_unknown']
  if (isOver(game)) return ['ball_settled']
  if (hasBegun(game)) return ['ball_started']
  const isBearer = game.feeMode === 'INITIATOR' && game.viewer.order?.kind === 'BALL_PUBLISH'
  return [isBearer && id !== game.initiatorId && seat.state === 'CONFIRMED' ? 'ball_bearer_stays' : 'done']
}

function cancelAnswers(game: BallDetail): string[] {
  if (game.viewer.role !== 'initiator') return ['action_forbidden']
  if (game.status === 'CANCELLED') return ['done']
  return [isOver(game) ? 'ball_settled' : hasBegun(game) ? 'ball_started' : 'done']
}

/** A game as a person sees it; undefined while only the initiator sees it. */
async function look(person: Person, id: string): Promise<BallDetail | undefined> {
  return person.as(balls.getBallDetail, { params: { id }, query: {} }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'ball_not_found') return undefined
    throw error
  })
}

const GAME_ACTIONS = {
  enroll: [balls.enrollBall, enrollAnswers],
  wait: [balls.waitForBall, waitAnswers],
  leave: [balls.leaveBall, leaveAnswers],
  cancel: [balls.cancelBall, cancelAnswers],
} as const

async function playInGame(person: Person, todo: 'enroll' | 'wait' | 'leave' | 'cancel', id: string): Promise<string> {
  const before = await look(person, id)
  const [endpoint, answersOf] = GAME_ACTIONS[todo]
  const code = await codeOf(person.as(endpoint, { body: { id } }))
  expect(before ? answersOf(before, person) : ['ball_not_found'], `${todo} of ${id}`).toContain(code)
  const after = before && (await look(person, id))
  if (code !== 'done' || !before || !after) return code
  if (todo === 'leave' && before.viewer.leave) {
    const { leave, order } = before.viewer
    expect((after.viewer.order?.refundedFen ?? 0) - (order?.refundedFen ?? 0)).toBe(leave.refundFen)
  }
  // A user who was on the list already is not overtaken by a later one.
  const waitedBefore = before.waiting.map((it) => it.id).filter((it) => after.waiting.some((one) => one.id === it))
  expect(after.waiting.map((it) => it.id).slice(0, waitedBefore.length)).toEqual(waitedBefore)
  return code
}

/** One of the orders that wait for payment, with its payer; the latest first. */
async function findUnpaid(world: World, which: number) {
  const rows = await db.select().from(orders).where(eq(orders.state, 'UNPAID')).orderBy(desc(orders.id))
  const order = at(rows, which)
  const person = world.people.find(({ id }) => id === order?.userId)
  return order && person ? { order, person } : undefined
}

async function pay(world: World, which: number, how: (BallAction & { do: 'pay' })['how']): Promise<string> {
  const found = await findUnpaid(world, which)
  if (!found) return 'nothing'
  const { order, person } = found
  const isLate = order.expiresAt <= clock.now()
  if (how === 'card') {
    const body = { orderId: order.id, method: 'CARD' as const, cardId: person.cardId }
    const code = await codeOf(person.as(payments.payOrder, { body }))
    const allowed = isLate ? ['order_closed'] : ['done', 'card_balance_too_low', 'order_kind_without_card']
    expect(allowed).toContain(code)
    return code
  }
  const body = { orderId: order.id, method: 'WECHAT' as const, channel: 'NATIVE' as const }
  if (isLate) {
    expect(await codeOf(person.as(payments.payOrder, { body }))).toBe('order_closed')
    return 'too late'
  }
  const { step } = await person.as(payments.payOrder, { body })
  if (step?.kind !== 'simulator') throw new Error(`order ${order.id} has no payment to be made`)
  const travel = {
    pay: { times: 1 },
    fail: undefined,
    lost: { times: 0 },
    late: { delaySeconds: 1_200 },
    repeated: { times: 3 },
  }
  const notify = travel[how]
  const action = { action: how === 'fail' ? ('FAIL' as const) : ('PAY' as const), ...(notify && { notify }) }
  await person.as(payments.playSimulatedPayment, { params: { outTradeNo: step.outTradeNo }, body: action })
  return how
}

async function decide(world: World, which: number, isYes: boolean): Promise<string> {
  const rows = await db.select().from(messages).where(eq(messages.approveStatus, 0)).orderBy(desc(messages.id))
  const message = at(rows, which)
  const person = world.people.find(({ id }) => id === message?.receiverId)
  if (!message || !person) return 'nothing'
  // Who takes a game over may have as many already.
  const mayBeFull = (await countOnCourts(world, person)) >= MOST_FREE
  const code = await codeOf(person.as(isYes ? approveMessage : rejectMessage, { params: { id: message.id } }))
  const refusals = ['ball_settled', 'ball_started', 'ball_player_unknown', 'ball_player_busy', 'ball_swap_invalid']
  const ofCourts = mayBeFull ? ['ball_free_limit'] : []
  expect(['done', 'participant_busy', 'ball_initiator_stays', ...refusals, ...ofCourts]).toContain(code)
  return code
}

async function topUp({ id, as, cardId }: Pick<Person, 'id' | 'as'> & { cardId?: string }): Promise<string> {
  const order = await as(cards.topUpCard, { body: { planId: '200', ...(cardId && { cardId }) } })
  const body = { orderId: order.id, method: 'WECHAT' as const, channel: 'NATIVE' as const }
  const { step } = await as(payments.payOrder, { body })
  if (step?.kind !== 'simulator') throw new Error(`${id} has no payment to be made`)
  const params = { outTradeNo: step.outTradeNo }
  await as(payments.playSimulatedPayment, { params, body: { action: 'PAY' } })
  return order.object.id
}

async function withdraw({ as, cardId }: Person): Promise<string> {
  const [offer] = await as(cards.withdrawalsOfCard, { params: { cardId } })
  if (!offer) return 'nothing'
  const { orderId, refundFen } = offer
  return codeOf(as(cards.withdrawTopUp, { body: { cardId, orderId, refundFen } }))
}

/** The jobs of the server, once each. */
async function runJobs(): Promise<void> {
  for (const { run } of JOBS) expect(await runJob(server, run)).toEqual([])
}

async function step(minutes: number, isWatched: boolean): Promise<string> {
  clock.set(new Date(clock.now().getTime() + minutes * MINUTE_MS))
  if (isWatched) await runJobs()
  return 'done'
}

const personOf = ({ people }: World, n: number): Person => {
  const person = at(people, n)
  if (!person) throw new Error('a world without people')
  return person
}

/** The most games on courts of one venue that nobody has paid, of one person. */
const MOST_FREE = 2

/** A person's games on courts that are not over: so many may be unpaid. */
async function countOnCourts({ gameIds }: World, person: Person): Promise<number> {
  const games = await Promise.all(gameIds.map((id) => look(person, id)))
  return games.filter((game) => game && game.initiatorId === person.id && game.stadiumId !== null && !isOver(game))
    .length
}

async function publish(world: World, { who, begin, costFen, isTreat, ...numbers }: BallAction & { do: 'publish' }) {
  const person = personOf(world, who)
  const { maxPlayers, minPlayers } = numbers
  const mayBeFull = (await countOnCourts(world, person)) >= MOST_FREE
  const body = {
    ...FORM,
    activityDate: '2026-05-03',
    beginTimeSlot: begin,
    endTimeSlot: begin + 2,
    courtFeeFen: costFen,
    extrasFen: 0,
    feeMode: isTreat ? ('INITIATOR' as const) : ('AA' as const),
    maxPlayers,
    minPlayers: Math.min(minPlayers, maxPlayers),
    levelFrom: 1,
    levelTo: 7,
    // A treat costs something only on a court of the platform.
    ...(isTreat && { stadiumId: world.stadiumId, selectedCourt: who % COURTS }),
  }
  const code = await codeOf(person.as(balls.createBall, { body }).then(({ id }) => world.gameIds.push(id)))
  const ofCourts = isTreat ? ['slot_taken', ...(mayBeFull ? ['ball_free_limit'] : [])] : []
  expect(['done', 'ball_player_busy', 'ball_in_past', ...ofCourts]).toContain(code)
  return code
}

async function propose(world: World, id: string, todo: BallAction & { do: 'swap' | 'handOver' }): Promise<string> {
  const seen = await look(personOf(world, 0), id)
  const initiator = world.people.find((person) => person.id === seen?.initiatorId)
  if (!initiator) return 'nothing'
  const call =
    todo.do === 'handOver'
      ? initiator.as(ballChanges.handOverBall, { body: { id, userId: personOf(world, todo.to).id } })
      : initiator.as(ballChanges.swapPlayer, {
          body: { id, outUserId: personOf(world, todo.out).id, inUserId: personOf(world, todo.in).id },
        })
  const code = await codeOf(call)
  const refusals = ['ball_player_unknown', 'ball_proposal_open', 'ball_initiator_stays', 'ball_bearer_stays']
  const asked = ['done', 'participant_busy', 'ball_swap_invalid', 'ball_settled', 'ball_started']
  expect([...asked, ...refusals]).toContain(code)
  return code
}

async function perform(world: World, todo: BallAction): Promise<string> {
  if (todo.do === 'publish') return publish(world, todo)
  if (todo.do === 'step') return step(todo.minutes, todo.isWatched)
  if (todo.do === 'swap' || todo.do === 'handOver') {
    const id = at(world.gameIds, todo.game)
    return id === undefined ? 'nothing' : propose(world, id, todo)
  }
  if (todo.do === 'pay') return pay(world, todo.which, todo.how)
  if (todo.do === 'decide') return decide(world, todo.which, todo.isYes)
  if (todo.do === 'giveUp') {
    const found = await findUnpaid(world, todo.which)
    return found ? codeOf(found.person.as(payments.closeOrder, { params: { id: found.order.id } })) : 'nothing'
  }
  const person = personOf(world, todo.who)
  if (todo.do === 'topUp') return codeOf(topUp(person))
  if (todo.do === 'withdraw') return withdraw(person)
  const id = at(world.gameIds, todo.game)
  return id === undefined ? 'nothing' : playInGame(person, todo.do, id)
}

async function begun(): Promise<World> {
  await emptyTables(maintenance)
  app.sessions.forgetAll()
  app.gridCache.clear()
  clock.set(TEST_NOW)
  const people: Person[] = []
  for (let n = 0; n < BALL_PEOPLE; n++) {
    const id = await givenPlayer(db)
    people.push(new Person(id, await topUp({ id, as: server.signedInAs(id) })))
  }
  const { venueId: stadiumId } = await givenVenue(db, { courts: COURTS })
  const world: World = { people, gameIds: [], stadiumId }
  const game = { do: 'publish' as const, begin: 36, isTreat: false, minPlayers: 2, maxPlayers: 3 }
  await publish(world, { ...game, who: 0, costFen: 10_003 })
  await publish(world, { ...game, who: 1, costFen: 0, begin: 20, maxPlayers: 2 })
  return world
}

/** Moves the clock some days on, until every game is over and every refund is done. */
async function settled(): Promise<void> {
  clock.set(new Date('2026-05-04T12:00:00+08:00'))
  for (let round = 0; round < 4; round++) await step(60, true)
}

test('whatever people do with games and money, every answer matches the model and every fen is accounted for', async () => {
  const tally = new Map<string, number>()
  const life = fc.asyncProperty(
    fc.array(ballAction, { minLength: 40, maxLength: ACTIONS_PER_RUN, size: 'max' }),
    async (actions) => {
      const world = await begun()
      for (const todo of actions) {
        const answer = await perform(world, todo)
        const name = `${todo.do} ${answer}`
        tally.set(name, (tally.get(name) ?? 0) + 1)
      }
      expect(await server.brokenInvariants(), 'broken invariants').toEqual([])
      await settled()
      expect(await server.brokenInvariants(), 'broken invariants at the end').toEqual([])
      const books = await booksOf(db)
      expect(books.inFen - books.backFen, 'money in, less what went back').toBe(books.cardsFen + books.gamesFen)
      expect(books.gamesFen, 'what games keep').toBe(books.playedFen)
      expect(books.cardsFen, 'what cards hold').toBe(books.ledgersFen)
      expect(books.unreportedFen, 'money that nobody heard of').toBe(0)
      expect(books.openRefunds, 'refunds that are not through').toBe(0)
    },
  )
  await fc.assert(life, modelRuns('ball games', RUNS))
  const lines = [...tally].sort().map(([name, times]) => `${times} ${name}`)
  if (isExploring) return void console.log(lines.join('\n'))
  const done = [...tally.values()].reduce((sum, times) => sum + times, 0)
  expect(done, lines.join('\n')).toBeGreaterThan(ENOUGH_ACTIONS)
  const paid = ['done', 'pay', 'lost', 'late', 'repeated'].reduce((sum, how) => sum + (tally.get(`pay ${how}`) ?? 0), 0)
  expect(paid, lines.join('\n')).toBeGreaterThan(0)
  for (const name of ['enroll done', 'wait done', 'publish done']) expect(tally.get(name) ?? 0, name).toBeGreaterThan(0)
})
