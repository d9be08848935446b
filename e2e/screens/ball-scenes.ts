import { type BallSummary, ballsOfUser, enrollBall, publicBalls } from '@paidang/api/areas/activities/balls'
import type { Someone } from '../run/arrange.ts'
import { beginTopUp, cardOf } from '../run/arrange-money.ts'
import { logInAs } from '../run/people.ts'

/** The ids for the pictures of games and money. They belong to player unless another user is named. */
export type BallScenes = {
  /** Games that player can join, plays in, and initiated. */
  open: string
  joined: string
  own: string
  /** Games that player has played: one with its score, one without. */
  scored: string
  unscored: string
  /** A game with a level range that excludes player. */
  unfit: string
  /** The venue of the open game. */
  stadiumId: string
  cardId: string
  /** An unpaid seat of player2. */
  unpaidSeat: string
  /** A top-up of player that waits at the simulator. */
  topUp: { orderId: string; outTradeNo: string }
}

/** Finds and creates the data for the pictures of games, cards and payments. */
export async function arrangeBallScenes(address: string): Promise<BallScenes> {
  const [player, player2] = await Promise.all([logInAs(address, 'player'), logInAs(address, 'player2')])
  const { rows } = await player.call(publicBalls, { query: { current: 1, rows: 50 } })
  const open = named(rows, '夜场双打缺一')
  if (open.stadiumId === null) throw new Error('the game is at no venue')
  return {
    open: open.id,
    joined: named(await gamesOf(player), '固定双打老友局').id,
    own: named(await gamesOf(player), '反手专练约伴').id,
    scored: named(await gamesOf(player), '早场单打两盘').id,
    unscored: named(await gamesOf(player), '夜场双打').id,
    unfit: named(rows, '高水平单打对抗').id,
    stadiumId: open.stadiumId,
    cardId: (await cardOf(player)).id,
    unpaidSeat: await takeSeat(player2, named(rows, '红土体验局')),
    topUp: await beginTopUp(player),
  }
}

async function gamesOf({ call, logIn }: Someone): Promise<BallSummary[]> {
  const params = { group: 'all', userId: logIn.userInfo.userId } as const
  const { rows } = await call(ballsOfUser, { params, query: { current: 1, rows: 50 } })
  return rows
}

function named(games: readonly BallSummary[], title: string): BallSummary {
  const found = games.find((game) => game.title === title)
  if (!found) throw new Error(`the demo world has no game ${title}`)
  return found
}

/** @returns the order of a seat that is held until it is paid */
async function takeSeat({ call }: Someone, { id, title }: BallSummary): Promise<string> {
  const { viewer } = await call(enrollBall, { body: { id } })
  if (!viewer.order) throw new Error(`a seat of ${title} costs nothing`)
  return viewer.order.id
}
