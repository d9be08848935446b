import { type CardMoney, takenFrom } from '@paidang/domain/areas/money/cards/stored-card'
import { addDays, type Day, instantOf } from '@paidang/domain/kernel/day'
import type { BallPlan } from './balls.ts'
import type { DemoUsername, People, Person } from './people.ts'

/** A seat of a ball game. */
type Seat = BallPlan['participants'][number]

/** What changed a card's balance: a top-up, the payment of a seat, or its refund. */
type Mover = { kind: 'TOP_UP'; plan: CardMoney } | { kind: 'PAY' | 'REFUND'; ball: BallPlan; seat: Seat }

/** One row of a card's ledger; in fen. */
export type CardRowPlan = {
  at: Date
  of: Mover
  seq: number
  principalChange: number
  giftChange: number
  principalAfter: number
  giftAfter: number
}

/** A stored-value card with its complete ledger. */
export type CardPlan = { owner: Person; rows: CardRowPlan[]; principalFen: number; giftFen: number }

/** The plans of a new database, by their yuan. */
const PLANS = {
  200: { principalFen: 20_000, giftFen: 0 },
  500: { principalFen: 50_000, giftFen: 2_000 },
  1000: { principalFen: 100_000, giftFen: 6_000 },
} as const satisfies Record<number, CardMoney>

/** The owner of a card, the top-ups, and the owner's games that the card paid. */
type Holder = { username: DemoUsername; topUps: [plan: keyof typeof PLANS, daysAgo: number][]; games: string[] }

const HOLDERS: Holder[] = [
  // ¥800 are left: ¥55 and ¥65 were spent, ¥40 came back from a cancelled game.
  {
    username: 'player',
    topUps: [
      [500, 40],
      [200, 15],
      [200, 3],
    ],
    games: ['固定双打老友局', '反手专练约伴', '午后双打'],
  },
  { username: 'player2', topUps: [[1000, 25]], games: ['红土双打'] },
  { username: 'player3', topUps: [[200, 5]], games: [] },
]

/** Top-ups take place at 20:15. */
const EVENING = 40
const QUARTER_HOUR = 15 * 60_000

/**
 * The cards of three players with all top-ups, payments and refunds, in the order of time.
 *
 * @throws Error if a card's balance is too small: the plan of its payments is wrong
 */
export function planCards(people: People, balls: readonly BallPlan[], today: Day): CardPlan[] {
  return HOLDERS.map(({ username, topUps, games }) => {
    const owner = people.named(username)
    const movers: { at: Date; of: Mover }[] = topUps.map(([plan, daysAgo]) => ({
      at: new Date(instantOf(addDays(today, -daysAgo), EVENING).getTime() + QUARTER_HOUR),
      of: { kind: 'TOP_UP', plan: PLANS[plan] },
    }))
    for (const ball of balls.filter(({ title }) => games.includes(title))) {
      for (const seat of ball.participants.filter(({ player }) => player === owner)) {
        movers.push({ at: seat.at, of: { kind: 'PAY', ball, seat } })
        if (seat.refund) movers.push({ at: seat.refund.at, of: { kind: 'REFUND', ball, seat } })
      }
    }
    movers.sort((a, b) => a.at.getTime() - b.at.getTime())
    return cardOf(owner, movers)
  })
}

function cardOf(owner: Person, movers: readonly { at: Date; of: Mover }[]): CardPlan {
  const rows: CardRowPlan[] = []
  let card = { principalFen: 0, giftFen: 0 }
  for (const { at, of } of movers) {
    const change = changeOf(of, card)
    if (!change) throw new Error(`The card of ${owner.nickname} does not reach`)
    card = { principalFen: card.principalFen + change.principalFen, giftFen: card.giftFen + change.giftFen }
    rows.push({
      at,
      of,
      seq: rows.length + 1,
      principalChange: change.principalFen,
      giftChange: change.giftFen,
      principalAfter: card.principalFen,
      giftAfter: card.giftFen,
    })
  }
  return { owner, rows, ...card }
}

function changeOf(of: Mover, card: { principalFen: number; giftFen: number }) {
  if (of.kind === 'TOP_UP') return of.plan
  // None of these players has spent all principal yet, so no refund contains gift money.
  if (of.kind === 'REFUND') return { principalFen: of.seat.refund?.fen ?? 0, giftFen: 0 }
  const taken = takenFrom(card, of.ball.feeFen)
  return taken && { principalFen: -taken.principalFen, giftFen: -taken.giftFen }
}
