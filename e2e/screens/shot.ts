import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { clockAheadMs } from '../run/clock.ts'
import { type ConsoleName, openConsole } from '../run/console.ts'
import { PASSWORD } from '../run/people.ts'
import { shiftDate } from '../run/shift-date.ts'

/** One picture: its route, its user, its device, and what is pressed before it is taken. */
export type Shot = {
  /** Area and state, and the device or theme unless it is a phone in the light theme. */
  name: string
  route: string
  as?: 'player' | 'player2' | 'player3' | 'coach' | 'coach2' | 'coach3'
  /** If set, the route is an address of the console. `company` comes there from the app. */
  staff?: ConsoleName
  look?: BrowserContextOptions
  /** Runs before the app is opened. */
  before?: (page: Page) => Promise<void>
  /** Runs once the page is still. */
  prepare?: (page: Page) => Promise<void>
}

const common: BrowserContextOptions = { locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' }

/** The phone for which the screens are designed. */
const PHONE: BrowserContextOptions = {
  ...common,
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
}
export const PHONE_DARK: BrowserContextOptions = { ...PHONE, colorScheme: 'dark' }
/** High enough to show a whole class. A coach sees more of it than a player. */
export const PLAYER_LONG: BrowserContextOptions = { ...PHONE, viewport: { width: 375, height: 960 } }
export const PLAYER_LONG_DARK: BrowserContextOptions = { ...PLAYER_LONG, colorScheme: 'dark' }
export const COACH_LONG: BrowserContextOptions = { ...PHONE, viewport: { width: 375, height: 1240 } }
export const DESKTOP: BrowserContextOptions = { ...common, viewport: { width: 1280, height: 800 } }

/** The desktop for which the console is designed. */
const DESK: BrowserContextOptions = { ...common, viewport: { width: 1440, height: 900 } }

/** The same screen on a phone and, under another name, on a desktop. */
export function onBoth(shot: Shot): Shot[] {
  return [shot, { ...shot, name: `${shot.name}-desktop`, look: DESKTOP }]
}

/** The limit for a page to become still: its calls are answered, its pictures loaded. */
const STILL_MS = 15_000
/** Time for the remaining motion: a skeleton with a minimum duration, a grid that scrolls to its hour. */
const SETTLE_MS = 800

/** Takes one picture as a PNG file with few colours. Pages have few colours, and the repository keeps every version. */
export async function shoot(
  browser: Browser,
  { address, folder }: { address: string; folder: string },
  { name, route, as, staff, look = staff ? DESK : PHONE, before, prepare }: Shot,
): Promise<void> {
  const context = await browser.newContext(look)
  try {
    // tsx wraps each function that has a name in this helper, which a page does not have.
    await context.addInitScript({ content: 'globalThis.__name = (value) => value' })
    await context.addInitScript(shiftDate, clockAheadMs())
    const page = await context.newPage()
    await before?.(page)
    if (as) await logIn(page, address, as)
    if (staff) await openConsole(page, address, staff)
    await page.goto(staff ? `${address}/console${route}` : `${address}/#/${route}`)
    await page.waitForLoadState('networkidle', { timeout: STILL_MS })
    await page.waitForTimeout(SETTLE_MS)
    if (prepare) {
      await prepare(page)
      await page.waitForTimeout(SETTLE_MS)
    }
    const picture = await page.screenshot()
    await sharp(picture).png({ palette: true, effort: 10 }).toFile(`${folder}${name}.png`)
  } finally {
    await context.close()
  }
}

async function logIn(page: Page, address: string, username: string): Promise<void> {
  await page.goto(`${address}/#/pages/login_h5/index`)
  await page.getByRole('link', { name: '用户名密码登录' }).click()
  await page.getByLabel('账号').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('checkbox', { name: '已阅读并同意' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL((url) => !url.href.includes('login_h5'))
  // Before home has loaded, a log-in would lead away from any other page.
  await expect(page.getByText(/^今天的课/)).toBeVisible()
}
