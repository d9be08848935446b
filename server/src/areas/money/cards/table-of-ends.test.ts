import * as adminCards from '@paidang/api/areas/money/admin-cards'
import { withdrawTopUp } from '@paidang/api/areas/money/cards'
import { payOrder } from '@paidang/api/areas/money/payments'
import type { Call } from '@paidang/api/client'
import { desc, eq } from 'drizzle-orm'
import { JOBS } from '../../../jobs-of-areas.ts'
import { cardAdjustments, storedCards } from '../../../tables/cards.ts'
import { payments, refunds } from '../../../tables/payments.ts'
import { givenPlayer, givenStaffLogin, only, TEST_NOW } from '../../../testing/builders.ts'
import { CARD_EFFECTS, cardLife } from '../../../testing/card-life.ts'
import { runNamedJobs } from '../../../testing/run-job.ts'
import { checkEveryCell } from '../../../testing/table-of-ends.ts'
import { startTestServer } from '../../../testing/test-server.ts'

// Tests table-of-ends.tsv: who moves the money of a stored-value card until when.

const server = await startTestServer({ rows: 'kept', orderEffects: CARD_EFFECTS })
const { db, clientOf } = server
const { topUp, card, orderGame, payWithCard } = cardLife(server)

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const at = (ms: number) => () => new Date(TEST_NOW.getTime() + ms)

/** An id without a row. */
const NO_ID = '987654321987'

type GivenCard = {
  cardId: string
  topUpId: string
  /** The amount that its owner is shown as withdrawable, and a game of ¥80 that waits for payment. */
  refundFen: number
  gameId: string
  /** The waiting adjustment, or an id without a row if none waits. */
  adjustmentId: string
  owner: string
  people: Record<string, string>
  staff: Record<string, string>
}

/** A card with a new top-up of ¥500 and a gift of ¥20. In the state SPENT, ¥80 of it paid for a game. */
async function arrange(name: string): Promise<GivenCard> {
  const owner = await givenPlayer(db)
  const topUpId = await topUp(owner, '500')
  const { id: cardId } = await card(owner)
  if (name === 'SPENT') await payWithCard(owner, await orderGame(owner, 8_000), cardId)
  const asker = (await givenStaffLogin(db, { kind: 'operator', isLead: true })).staffId
  const isAsked = name === 'ASKED'
  const asked = { userId: owner, cardId, isNewCard: false, principalChange: -1_000, giftChange: 0, reason: '多充' }
  const rows = isAsked
    ? await db
        .insert(cardAdjustments)
        .values({ ...asked, requestedBy: asker, createdAt: TEST_NOW })
        .returning()
    : []
  return {
    cardId,
    topUpId,
    refundFen: name === 'SPENT' ? 42_000 : 50_000,
    gameId: await orderGame(owner, 8_000),
    adjustmentId: rows[0]?.id ?? NO_ID,
    owner,
    people: { owner, 'other player': await givenPlayer(db) },
    staff: {
      asker,
      operator: (await givenStaffLogin(db, { kind: 'operator' })).staffId,
      senior: (await givenStaffLogin(db, { kind: 'operator', isLead: true })).staffId,
    },
  }
}

async function clientOfActor({ people, staff }: GivenCard, actor: string): Promise<Call> {
  const person = people[actor]
  return clientOf(person ? await server.tokenOf(person) : await server.tokenOfStaff(staff[actor] ?? ''))
}

const decide = (approve: boolean) => async (given: GivenCard, actor: string) =>
  (await clientOfActor(given, actor))(adminCards.decideCardAdjustment, {
    params: { id: given.adjustmentId },
    body: { approve },
  })

const days = {
  'in time': at(15 * MINUTE_MS - 1),
  'last of seven days': at(7 * DAY_MS - 1),
  'seven days are over': at(7 * DAY_MS),
}

checkEveryCell<GivenCard>(server, {
  file: new URL('./table-of-ends.tsv', import.meta.url),
  arrange,
  moments: {
    FULL: days,
    SPENT: days,
    ASKED: { 'in time': days['in time'], 'seven days are over': days['seven days are over'] },
  },
  actors: ['owner', 'other player', 'asker', 'operator', 'senior'],
  actions: {
    pay: async (given, actor) =>
      (await clientOfActor(given, actor))(payOrder, {
        body: { orderId: given.gameId, method: 'CARD', cardId: given.cardId },
      }),
    takeBack: async (given, actor) =>
      (await clientOfActor(given, actor))(withdrawTopUp, {
        body: { cardId: given.cardId, orderId: given.topUpId, refundFen: given.refundFen },
      }),
    ask: async (given, actor) =>
      (await clientOfActor(given, actor))(adminCards.adjustCard, {
        params: { id: given.cardId },
        body: { principalChange: -2_000, giftChange: 0, reason: '多充' },
      }),
    approve: decide(true),
    refuse: decide(false),
    withdraw: async (given, actor) =>
      (await clientOfActor(given, actor))(adminCards.withdrawCardAdjustment, { params: { id: given.adjustmentId } }),
  },
  runJobs: () => runNamedJobs(server, JOBS, ['close-unpaid-orders', 'poll-payments']),
  async stateOf({ cardId, topUpId }) {
    const row = only(await db.select().from(storedCards).where(eq(storedCards.id, cardId)))
    const [adjustment] = await db
      .select()
      .from(cardAdjustments)
      .where(eq(cardAdjustments.cardId, cardId))
      .orderBy(desc(cardAdjustments.id))
    const came = await db.select().from(payments).where(eq(payments.orderId, topUpId))
    const back = await db.select().from(refunds).where(eq(refunds.orderId, topUpId))
    const sum = (amounts: (number | null)[]) => amounts.reduce<number>((total, amount) => total + (amount ?? 0), 0)
    return {
      status: adjustment?.state ?? '',
      sums: {
        principal: row.principalFen,
        gift: row.giftFen,
        fen: sum(came.map(({ receivedFen }) => receivedFen)) - sum(back.map(({ amountFen }) => amountFen)),
      },
    }
  },
})
