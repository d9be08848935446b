import { type BallSummary, ballsOfUser, enrollBall, publicBalls } from '@paidang/api/areas/activities/balls'
import type { Page } from '@playwright/test'
import type { Someone } from '../run/arrange.ts'
import { beginTopUp, cardOf } from '../run/arrange-money.ts'
import { logInAs } from '../run/people.ts'
import { DESKTOP, onBoth, PHONE_DARK, PLAYER_LONG, type Shot } from './shot.ts'

/** The ids for the pictures of games and money. They belong to player unless another user is named. */
type BallScenes = {
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

/** The pictures of games, cards and payments. */
export function ballShots(scenes: BallScenes): Shot[] {
  const list = { name: 'balls', route: 'pages/bookingBall/index', as: 'player' } as const
  const ball = (id: string) => ({ route: `bookingBall/pages/ballDetail/index?id=${id}`, as: 'player' }) as const
  const stadium = { route: `bookingBall/pages/stadiumDetail/index?id=${scenes.stadiumId}`, as: 'player' } as const
  const publish = { route: 'bookingBall/pages/publishBall/index', as: 'player' } as const
  const cards = { route: 'user/pages/user_store_card/index', as: 'player' } as const
  const card = { route: `user/pages/user_store_card_detail/index?cardId=${scenes.cardId}`, as: 'player' } as const
  const cashier = (orderId: string) => `user/pages/cashier/index?orderId=${orderId}`
  const simulator = `user/pages/pay_simulator/index?outTradeNo=${scenes.topUp.outTradeNo}`
  return [
    ...onBoth(list),
    { ...list, name: 'balls-dark', look: PHONE_DARK },
    { ...list, name: 'balls-filter', prepare: openFilter },
    ...onBoth({ ...ball(scenes.open), name: 'ball' }),
    { ...ball(scenes.open), name: 'ball-dark', look: PHONE_DARK },
    { name: 'ball-guest', route: ball(scenes.open).route },
    { ...ball(scenes.unfit), name: 'ball-unfit' },
    ...onBoth({ ...ball(scenes.joined), name: 'ball-joined' }),
    { ...ball(scenes.joined), name: 'ball-leave', prepare: press('退出') },
    ...onBoth({ ...ball(scenes.own), name: 'ball-initiator' }),
    { ...ball(scenes.own), name: 'ball-manage', prepare: press('管理球局') },
    { ...ball(scenes.scored), name: 'ball-result' },
    ...onBoth({ ...ball(scenes.unscored), name: 'ball-score', prepare: press('记录比分') }),
    { ...publish, name: 'ball-publish', look: PLAYER_LONG },
    { ...publish, name: 'ball-publish-desktop', look: DESKTOP },
    { ...stadium, name: 'stadium', look: PLAYER_LONG },
    { ...stadium, name: 'stadium-desktop', look: DESKTOP },
    { ...stadium, name: 'stadium-manager', as: 'coach', look: PLAYER_LONG },
    ...onBoth({ name: 'my-balls', route: 'user/pages/user_my_ball/index', as: 'player2' }),
    ...onBoth({ ...cards, name: 'cards' }),
    { ...cards, name: 'cards-dark', look: PHONE_DARK },
    ...onBoth({ ...cards, name: 'cards-top-up', prepare: press(/^给.*充值$/) }),
    ...onBoth({ ...card, name: 'card' }),
    { ...card, name: 'card-dark', look: PHONE_DARK },
    ...onBoth({ name: 'cashier', route: cashier(scenes.unpaidSeat), as: 'player2' }),
    { name: 'cashier-top-up', route: cashier(scenes.topUp.orderId), as: 'player' },
    ...onBoth({ name: 'pay-simulator', route: simulator, as: 'player' }),
  ]
}

function press(name: string | RegExp): (page: Page) => Promise<void> {
  return (page) => page.getByRole('button', { name }).first().click()
}

async function openFilter(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^等级/ }).first().click()
}
