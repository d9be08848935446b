import { sharePage } from '@paidang/api/areas/views/sharing'
import type { Page } from '@playwright/test'
import { logInAs } from '../run/people.ts'
import { DESKTOP, onBoth, PHONE_DARK, PLAYER_LONG, type Shot } from './shot.ts'

const CARD = 'pages/user_card/index'
const EDIT = 'user/pages/user_business_card/index'

/** The pictures of player cards: one's own, one's coach's, a guest's view after a scan, and the editor. */
export async function cardShots(address: string): Promise<Shot[]> {
  const { call, logIn } = await logInAs(address, 'player')
  const { userId: objectId } = logIn.userInfo
  const { shareId } = await call(sharePage, { body: { kind: 'card', objectId } })
  const { userId: coachId } = (await logInAs(address, 'coach')).logIn.userInfo
  const ofCoach = { route: `${CARD}?id=${coachId}`, as: 'player' } as const
  return [
    ...onBoth({ name: 'player-card', route: CARD, as: 'player' }),
    { name: 'player-card-dark', route: CARD, as: 'player', look: PHONE_DARK },
    { name: 'player-card-coach', ...ofCoach, look: PLAYER_LONG },
    { name: 'player-card-coach-more', ...ofCoach, prepare: openMore },
    { name: 'player-card-guest', route: `${CARD}?i=${shareId}` },
    { name: 'business-card', route: EDIT, as: 'player', look: PLAYER_LONG },
    { name: 'business-card-desktop', route: EDIT, as: 'player', look: DESKTOP },
    // Last, because it changes the card.
    { name: 'player-card-template', route: CARD, as: 'player', prepare: choosePurple },
  ]
}

async function choosePurple(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^经典紫/ }).click()
}

async function openMore(page: Page): Promise<void> {
  await page.getByRole('button', { name: '更多操作', exact: true }).click()
}
