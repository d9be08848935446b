import type { Page } from '@playwright/test'
import type { Shot } from './shot.ts'
import { onBoth, PHONE_DARK } from './shot.ts'

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
