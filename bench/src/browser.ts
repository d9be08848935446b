import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { atEnd } from './ending.ts'
import type { Product } from './product.ts'

/** The product with its demo world, a browser, and the browser storage of a logged-in player. */
export type BrowserScene = {
  product: Product
  browser: Browser
  loggedIn: Awaited<ReturnType<BrowserContext['storageState']>>
}

const KNOWN_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]
/** Flags that stop Chromium from contacting its vendor's hosts at every start. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const PHONE = {
  viewport: { width: 375, height: 812 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
}
const PLAYER = { username: 'player', password: 'demo1234' }

/** The path of Chromium: CHROMIUM, or a known place. Undefined if it is not installed. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM, ...KNOWN_PLACES].find((path) => path && existsSync(path))
}

/** Starts a browser, and logs a player of the demo world in as a person does. */
export async function openBrowserScene(executablePath: string, product: Product): Promise<BrowserScene> {
  const browser = await chromium.launch({ executablePath, args: QUIET })
  atEnd(() => browser.close())
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  await goTo(page, product, 'pages/login_h5/index')
  await page.getByRole('link', { name: '用户名密码登录' }).click()
  await page.getByLabel('账号').fill(PLAYER.username)
  await page.getByLabel('密码', { exact: true }).fill(PLAYER.password)
  await page.getByRole('checkbox', { name: '已阅读并同意' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL((url) => !url.href.includes('login_h5'))
  const loggedIn = await context.storageState()
  await context.close()
  return { product, browser, loggedIn }
}

/** Runs the work on a new phone with an empty cache, logged in. Closes the phone afterwards. */
export async function onPhone<T>({ browser, loggedIn }: BrowserScene, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext({ ...PHONE, storageState: loggedIn })
  try {
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}

/** Opens a route of the app. */
export async function goTo(page: Page, { address }: Product, route: string): Promise<void> {
  await page.goto(`${address}/#/${route}`)
}

/** Presses another day of a grid, and waits until the grid is that day's: until then its cells are of the day before. */
export async function onNextDay(page: Page, press: () => Promise<void>): Promise<void> {
  const before = await page.getByRole('grid').getAttribute('aria-label')
  await press()
  await page.locator(`[role=grid]:not([aria-label="${before}"])`).waitFor()
}
