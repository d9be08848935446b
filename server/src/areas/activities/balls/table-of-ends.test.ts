import { agreeToBallChange } from '@paidang/api/areas/activities/ball-changes'
import { callOffGame, callOffOnCourt } from '@paidang/api/areas/activities/ball-courts'
import * as balls from '@paidang/api/areas/activities/balls'
import { suspendUser } from '@paidang/api/areas/desks/admin-users'
import { payOrder } from '@paidang/api/areas/money/payments'
import type { Call } from '@paidang/api/client'
import { instantOf } from '@paidang/domain/kernel/day'
import { and, eq, inArray } from 'drizzle-orm'
import { JOBS } from '../../../jobs-of-areas.ts'
import { ballGames } from '../../../tables/balls.ts'
import { orders, payments, refunds } from '../../../tables/payments.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { ballMessagesAndTime } from '../../../testing/ball-messages-and-time.ts'
import { ballPlayers, FORM, type Payer } from '../../../testing/ball-players.ts'
import { givenCoach, givenStaffLogin, givenVenue, only, TEST_NOW, TOMORROW } from '../../../testing/builders.ts'
import { runNamedJobs } from '../../../testing/run-job.ts'
import { checkEveryCell } from '../../../testing/table-of-ends.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// How a ball game ends, until when players may leave, and what becomes of money, seats and court: table-of-ends.tsv.

const server = await startTestServer({ rows: 'kept' })
const { db, clientOf, clock } = server
const { payer, publish, join, enroll, leave, cancel } = ballPlayers(server)
const { tick } = ballMessagesAndTime(server)

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const STARTS = instantOf(TOMORROW, 36)
const ENDS = instantOf(TOMORROW, 40)
const from = (instant: Date, ms: number) => () => new Date(instant.getTime() + ms)
const tooLate = from(STARTS, -24 * HOUR_MS + 1)
const afterClosing = from(STARTS, -4 * HOUR_MS + 1)

/** An id that does not exist. */
const NO_ID = '987654321987'

type GivenGame = {
  id: string
  /** The form that the initiator may send again. */
  form: balls.BallForm
  /** The awaited payment, where there is one. */
  orderId: string
  people: Record<string, Payer | undefined>
  operator: string
  /** The session that the initiator opened before they were suspended. */
  initiatorToken?: string
}

/** A game of an initiator and a player on the court of a managed venue. Each bears half of ¥100. */
async function arrange(name: string): Promise<GivenGame> {
  const [initiator, player, stranger] = [await payer(), await payer(), await payer()]
  const manager = await givenCoach(db)
  const { venueId: stadiumId } = await givenVenue(db, { managerIds: [manager] })
  const over = { stadiumId, selectedCourt: 0, place: undefined }
  const numbers = { minPlayers: name === 'FEW' ? 3 : 2, maxPlayers: name === 'FULL' ? 2 : 4 }
  const form = { ...FORM, ...over, ...numbers }
  const { id, orderId } = await publishAs(name, initiator, form)
  const given = {
    id,
    form,
    orderId,
    people: { initiator, player, stranger, manager: { id: manager, cardId: NO_ID } },
    operator: (await givenStaffLogin(db, { kind: 'operator' })).staffId,
  }
  if (name === 'UNPAID') return given
  if (name === 'OPEN unpaid seat') return { ...given, orderId: (await enroll(player.id, id)).viewer.order?.id ?? '' }
  await join(player, id)
  return { ...given, ...(await bringTo(name, given)) }
}

async function publishAs(name: string, initiator: Payer, form: balls.BallForm) {
  if (name !== 'UNPAID') return { id: (await publish(initiator, form)).id, orderId: NO_ID }
  const { id, viewer } = await server.signedInAs(initiator.id)(balls.createBall, { body: form })
  return { id, orderId: viewer.order?.id ?? NO_ID }
}

/** What happens to a game of two before the table begins. */
async function bringTo(name: string, { id, form, people }: GivenGame): Promise<Partial<GivenGame>> {
  const [initiator, player] = [people.initiator?.id ?? '', people.player?.id ?? '']
  if (name === 'OPEN changed') {
    const changed = { ...form, levelTo: 4.5 }
    await server.signedInAs(initiator)(balls.updateBall, { body: { id, ...changed } })
    return { form: changed }
  }
  if (name === 'OPEN host suspended') {
    const initiatorToken = await server.tokenOf(initiator)
    const call = { params: { id: initiator }, body: { reason: '多次爽约', lastDay: null } }
    await server.asStaff('operator')(suspendUser, call)
    return { initiatorToken }
  }
  if (name === 'OPEN left late') {
    clock.set(afterClosing())
    await leave(player, id)
  }
  if (name === 'FINISHED') {
    clock.set(ENDS)
    await tick()
  }
  if (name === 'CANCELLED') await cancel(initiator, id)
  clock.set(TEST_NOW)
  return {}
}

async function clientOfActor({ people, operator, initiatorToken }: GivenGame, actor: string): Promise<Call> {
  if (actor === 'initiator' && initiatorToken) return clientOf(initiatorToken)
  const person = people[actor]
  return clientOf(person ? await server.tokenOf(person.id) : await server.tokenOfStaff(operator))
}

const freely = { 'free until': from(STARTS, -24 * HOUR_MS) }
const late = { 'too late to be free': tooLate }
const closing = { 'before closing': from(STARTS, -4 * HOUR_MS - 1), closing: from(STARTS, -4 * HOUR_MS) }
const nearly = {
  'last change': from(STARTS, -2 * HOUR_MS - 1),
  'no more changes': from(STARTS, -2 * HOUR_MS),
  'before the start': from(STARTS, -1),
}
const begun = { 'the start': from(STARTS, 0), 'before the end': from(ENDS, -1), 'the end': from(ENDS, 0) }
const payable = {
  'in time': from(TEST_NOW, 15 * MINUTE_MS - 1),
  'time is up': from(TEST_NOW, 15 * MINUTE_MS),
}

checkEveryCell<GivenGame>(server, {
  file: new URL('./table-of-ends.tsv', import.meta.url),
  arrange,
  moments: {
    // First, because the jobs that end this game would end all others.
    FINISHED: { 'the end': begun['the end'] },
    UNPAID: payable,
    'OPEN unpaid seat': payable,
    OPEN: { ...freely, ...late, ...closing, ...nearly, ...begun },
    FEW: closing,
    FULL: { ...late, 'before the start': nearly['before the start'] },
    'OPEN changed': { ...late, 'before the start': nearly['before the start'], 'the start': begun['the start'] },
    'OPEN host suspended': { ...late, 'before the start': nearly['before the start'], 'the end': begun['the end'] },
    'OPEN left late': { 'before the start': nearly['before the start'], ...begun },
    CANCELLED: late,
  },
  actors: ['initiator', 'player', 'stranger', 'manager', 'operator'],
  actions: {
    pay: async (game, actor) =>
      (await clientOfActor(game, actor))(payOrder, {
        body: { orderId: game.orderId, method: 'CARD', cardId: game.people[actor]?.cardId ?? NO_ID },
      }),
    join: async (game, actor) => (await clientOfActor(game, actor))(balls.enrollBall, { body: { id: game.id } }),
    leave: async (game, actor) => (await clientOfActor(game, actor))(balls.leaveBall, { body: { id: game.id } }),
    agree: async (game, actor) => {
      const { revision } = only(await db.select().from(ballGames).where(eq(ballGames.id, game.id)))
      return (await clientOfActor(game, actor))(agreeToBallChange, { body: { id: game.id, revision } })
    },
    move: async (game, actor) =>
      (await clientOfActor(game, actor))(balls.updateBall, {
        body: { ...game.form, id: game.id, activityDate: '2026-05-03' },
      }),
    reword: async (game, actor) =>
      (await clientOfActor(game, actor))(balls.updateBall, {
        body: { ...game.form, id: game.id, title: '周末友谊赛' },
      }),
    cancel: async (game, actor) => {
      const by = await clientOfActor(game, actor)
      const [params, body] = [{ id: game.id }, { reason: '有事' }]
      if (actor === 'operator') return by(callOffGame, { params, body })
      if (actor === 'manager') return by(callOffOnCourt, { params, body })
      return by(balls.cancelBall, { body: { id: game.id, ...body } })
    },
  },
  runJobs: () =>
    runNamedJobs(server, JOBS, ['close-unpaid-orders', 'settle-ball-seats', 'close-ball-games', 'finish-ball-games']),
  async stateOf({ id }) {
    const game = only(await db.select().from(ballGames).where(eq(ballGames.id, id)))
    const ofGame = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.objectId, id), inArray(orders.kind, ['BALL_PUBLISH', 'BALL_SEAT'])))
    const orderIds = ofGame.map((order) => order.id)
    const came = await db.select().from(payments).where(inArray(payments.orderId, orderIds))
    const back = await db.select().from(refunds).where(inArray(refunds.orderId, orderIds))
    const isCourt = and(eq(slotClaims.holderKind, HOLDER_KIND.BALL), eq(slotClaims.kind, CLAIM_KIND.COURT))
    const sum = (amounts: (number | null)[]) => amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)
    return {
      status: game.status,
      sums: {
        seats: game.seatsTaken,
        fen: sum(came.map(({ receivedFen }) => receivedFen)) - sum(back.map(({ amountFen }) => amountFen)),
        'court half-hours': await db.$count(slotClaims, and(isCourt, eq(slotClaims.holderId, id))),
      },
    }
  },
})
