import type { Page } from '@playwright/test'
import type { Scenes } from './scenes.ts'
import { DESKTOP, onBoth, PHONE_DARK, type Shot } from './shot.ts'

const CONTRACTS = 'user/pages/user_contract/index'

/** The pictures of home, contracts and the other tabs. */
export function otherShots(scenes: Scenes): Shot[] {
  const home = 'pages/home/index'
  return [
    { name: 'login', route: 'pages/login_h5/index' },
    { name: 'home-guest', route: home },
    { name: 'home', route: home, as: 'player' },
    { name: 'home-dark', route: home, as: 'player', look: PHONE_DARK },
    { name: 'home-desktop', route: home, as: 'player', look: DESKTOP },
    { name: 'home-coach', route: home, as: 'coach' },
    { name: 'home-invited', route: home, as: 'player2' },
    { name: 'home-usual-course', route: home, as: 'player', prepare: openUsualMenu },
    { name: 'contract', route: CONTRACTS, as: 'player' },
    { name: 'contract-dark', route: CONTRACTS, as: 'player', look: PHONE_DARK },
    { name: 'contract-filter', route: CONTRACTS, as: 'player', prepare: openFilter },
    { name: 'contract-student-coach', route: `${CONTRACTS}?userId=${scenes.playerId}`, as: 'coach' },
    ...onBoth({ name: 'messages', route: 'user/pages/user_message/index', as: 'player' }),
    { name: 'my', route: 'pages/my/index', as: 'player' },
    { name: 'my-dark', route: 'pages/my/index', as: 'player', look: PHONE_DARK },
  ]
}

async function openUsualMenu(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^更多操作，/ })
    .first()
    .click()
}

async function openFilter(page: Page): Promise<void> {
  await page.getByRole('button', { name: '筛选流水，现在是全部' }).click()
}

const SEARCH = 'user/pages/search/index'
const SETTINGS = 'user/pages/message_settings/index'
const FOUND = `${SEARCH}?keyword=${encodeURIComponent('网球')}`

/** The pictures of the search, and of the message settings. */
export function searchShots(): Shot[] {
  return [
    { name: 'search', route: SEARCH, as: 'player' },
    ...onBoth({ name: 'search-found', route: FOUND, as: 'player' }),
    { name: 'search-found-dark', route: FOUND, as: 'player', look: PHONE_DARK },
    { name: 'search-nothing', route: `${SEARCH}?keyword=${encodeURIComponent('滑雪')}` },
    ...onBoth({ name: 'message-settings', route: SETTINGS, as: 'player', prepare: turnQuietOn }),
    { name: 'message-settings-dark', route: SETTINGS, as: 'player', look: PHONE_DARK, prepare: turnQuietOn },
    { name: 'message-settings-time', route: SETTINGS, as: 'player', prepare: chooseTime },
  ]
}

async function turnQuietOn(page: Page): Promise<void> {
  const quiet = page.getByRole('switch', { name: '每天定时免打扰' })
  if ((await quiet.getAttribute('aria-checked')) === 'false') await quiet.click()
  await page.getByRole('button', { name: /^开始：/ }).waitFor()
}

async function chooseTime(page: Page): Promise<void> {
  await turnQuietOn(page)
  await page.getByRole('button', { name: /^开始：/ }).click()
}
