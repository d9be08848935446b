import type { Page } from '@playwright/test'
import type { BallScenes } from './ball-scenes.ts'
import { DESKTOP, onBoth, PHONE_DARK, PLAYER_LONG, type Shot } from './shot.ts'

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
