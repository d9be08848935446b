import { sharePage } from '@paidang/api/areas/views/sharing'
import type { Page } from '@playwright/test'
import { logInAs } from '../run/people.ts'
import { DESKTOP, onBoth, PHONE_DARK, PLAYER_LONG, PLAYER_LONG_DARK, type Shot } from './shot.ts'

const REGIST = 'user/pages/user_regist/index'
const ACCOUNT = 'user/pages/account/index'

/** The pictures of log-in, registration, profile, level, account and blacklist. */
export function peopleShots(): Shot[] {
  const as = 'player'
  const info = { route: 'user/pages/user_info/index', as } as const
  const asCoach = `${REGIST}?as=coach`
  return [
    { name: 'login-desktop', route: 'pages/login_h5/index', look: DESKTOP },
    {
      name: 'login-account',
      route: 'pages/login_h5/index',
      prepare: (page) => page.getByRole('link', { name: '用户名密码登录' }).click(),
    },
    { name: 'login-wechat', route: 'pages/login/index' },
    ...onBoth({ name: 'register', route: 'user/pages/register/index', look: PLAYER_LONG }),
    ...onBoth({ name: 'forgot-password', route: 'user/pages/forgot_password/index', look: PLAYER_LONG }),
    { name: 'register-faults', route: 'user/pages/register/index', look: PLAYER_LONG, prepare: press('注册') },
    ...onBoth({ name: 'regist', route: REGIST, as }),
    { name: 'regist-coach', route: asCoach, as, look: PLAYER_LONG },
    { name: 'regist-coach-already', route: asCoach, as: 'coach' },
    { ...info, name: 'profile', look: PLAYER_LONG },
    { ...info, name: 'profile-dark', look: PLAYER_LONG_DARK },
    { ...info, name: 'profile-desktop', look: DESKTOP },
    { name: 'agreement', route: 'user/pages/agreement/index?name=terms', look: PLAYER_LONG },
    { name: 'agreement-privacy', route: 'user/pages/agreement/index?name=privacy', look: PLAYER_LONG },
    { name: 'order-entry', route: 'user/pages/order/index?no=P0000000000' },
    ...onBoth({ name: 'levels', route: 'user/pages/levels/index', as }),
    ...onBoth({ name: 'account', route: ACCOUNT, as }),
    { name: 'account-dark', route: ACCOUNT, as, look: PHONE_DARK },
    { name: 'account-password', route: ACCOUNT, as, prepare: press('修改密码') },
    ...onBoth({ name: 'close-account', route: 'user/pages/close_account/index', as, look: PLAYER_LONG }),
    ...onBoth({ name: 'blacklist', route: 'user/pages/user_blacklist/index', as }),
    { name: 'my-desktop', route: 'pages/my/index', as, look: DESKTOP },
    { name: 'my-coach', route: 'pages/my/index', as: 'coach', prepare: chooseCoach },
  ]
}

function press(...names: string[]): (page: Page) => Promise<void> {
  return async (page) => {
    for (const name of names) await page.getByRole('button', { name, exact: true }).last().click()
  }
}

async function chooseCoach(page: Page): Promise<void> {
  await page.getByRole('radio', { name: '教练' }).click()
}

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
