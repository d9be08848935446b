import { basename } from 'node:path'
import type { Feature } from '@paidang/domain/kernel/features'
import { type Browser, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { clockAheadMs, journeyStart } from '../run/clock.ts'
import { expectSound } from '../run/expect-sound.ts'
import { type RunningServer, removeData, startServer, TEMPLATE } from '../run/server.ts'
import { shiftDate } from '../run/shift-date.ts'
import { storageOf } from '../run/storage.ts'

/**
 * The running product, and pages that fail the journey on any unexpected error. A user's page is logged in and empty.
 * Without a user name it is a guest's.
 */
type Fixtures = { server: Product; openAs: (username?: string) => Promise<Page> }
/** One product for each file of journeys. No other file sees its bookings or its clock. */
type WorkerFixtures = { productOf: (file: string) => Promise<Product> }

type Product = {
  current: RunningServer
  /** Restarts it at an instant. Pages opened from then on have that clock. */
  restartAt(instant: Date, how?: 'stop' | 'kill'): Promise<void>
  /** Restarts it without these features, as a deployment that goes without them. */
  restartWithout(features: readonly Feature[]): Promise<void>
}

const SAFE_HOSTS = new Set(['127.0.0.1'])

export const test = base.extend<Fixtures, WorkerFixtures>({
  productOf: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are needed from this pattern.
    async ({}, use) => {
      let open: { file: string; product: Product } | undefined
      const close = async () => {
        if (!open) return
        const { file, product } = open
        try {
          await expectSound(product.current, basename(file))
        } finally {
          await product.current.stop()
          await removeData(product.current.dataDir)
        }
      }
      await use(async (file) => {
        if (open?.file === file) return open.product
        // The data of the previous product are checked while the next one starts.
        const [product] = await Promise.all([openProduct(), close()])
        open = { file, product }
        return product
      })
      await close()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  server: [
    async ({ productOf }, use, { file }) => {
      await use(await productOf(file))
    },
    { timeout: 300_000 },
  ],

  openAs: async ({ browser, viewport, isMobile, hasTouch, server }, use) => {
    const kind = JSON.stringify({ viewport, isMobile, hasTouch })
    const faults: string[] = []
    const taken: Device[] = []
    const open = async (username?: string) => {
      const { address } = server.current
      const state = username === undefined ? undefined : await storageOf(server.current, username)
      const device = await takeDevice(browser, { kind, address })
      taken.push(device)
      const { context, base } = device
      await context.clearCookies()
      await context.addCookies(state?.cookies ?? [])
      await base.evaluate(keepOnly, state?.origins[0]?.localStorage ?? [])
      const page = await context.newPage()
      page.on('pageerror', (error) => faults.push(`page error: ${error.message}`))
      page.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url())
        if (protocol.startsWith('http') && !SAFE_HOSTS.has(hostname)) faults.push(`foreign host: ${request.url()}`)
      })
      page.on('response', (response) => {
        if (response.status() >= 500) faults.push(`${response.status()} ${response.url()}`)
      })
      return page
    }
    await use(open)
    // Open pages would keep calling the server, through a restart and during the next journey.
    await Promise.all(taken.map(layDown))
    expect(faults).toEqual([])
  },
})

/**
 * A browser context with a page of its own beside those of the journeys. That page holds the process, which has compiled
 * the app: a new one would take a second for it.
 */
type Device = { kind: string; address: string; context: BrowserContext; base: Page }

/** Devices of this worker that no journey uses. */
const lying = new Set<Device>()

/** A device of that kind, with what its last user kept. Those of an earlier product are thrown away. */
async function takeDevice(browser: Browser, { kind, address }: Pick<Device, 'kind' | 'address'>): Promise<Device> {
  for (const device of lying) {
    if (device.address === address && device.kind !== kind) continue
    lying.delete(device)
    if (device.address === address) return device
    await device.context.close()
  }
  // It has the options of the running journey.
  const context = await browser.newContext()
  await context.addInitScript(shiftDate, clockAheadMs())
  await context.addInitScript(prolongToasts)
  const base = await context.newPage()
  await base.goto(`${address}/healthz`)
  return { kind, address, context, base }
}

/** Closes what a journey opened, unless it has thrown the device away. */
async function layDown(device: Device): Promise<void> {
  const { context, base } = device
  if (base.isClosed()) return
  await Promise.all(context.pages().map((page) => page !== base && page.close()))
  await context.clearPermissions()
  await context.setOffline(false)
  lying.add(device)
}

/** Runs in a page: the device keeps these entries alone. */
function keepOnly(entries: { name: string; value: string }[]): void {
  localStorage.clear()
  for (const { name, value } of entries) localStorage.setItem(name, value)
}

export { expect }

async function openProduct(): Promise<Product> {
  const product: Product = {
    current: await startServer({ from: process.env[TEMPLATE], at: journeyStart() }),
    async restartAt(instant, how = 'stop') {
      const { dataDir } = product.current
      await product.current[how]()
      product.current = await startServer({ dataDir, at: instant })
    },
    async restartWithout(features) {
      const { dataDir } = product.current
      await product.current.stop()
      product.current = await startServer({ dataDir, at: journeyStart(), env: { FEATURES_OFF: features.join(',') } })
    },
  }
  return product
}

/** Opens a route of the app. */
export async function goTo(page: Page, address: string, route: string): Promise<void> {
  await page.goto(`${address}/#/${route}`)
}

/** Logs in as a person does: account, password, consent, button. */
export async function logIn(page: Page, address: string, username: string, password = 'demo1234'): Promise<void> {
  await goTo(page, address, 'pages/login_h5/index')
  await fillLogIn(page, username, password)
  await expect(page).not.toHaveURL(/login_h5/)
}

/** Opens the second way of the page of log-in, beside phone and code. */
export async function chooseAccountForm(page: Page): Promise<void> {
  await page.getByRole('link', { name: '用户名密码登录' }).click()
}

/** Logs in on the page that asks for it. */
export async function fillLogIn(page: Page, username: string, password = 'demo1234'): Promise<void> {
  await chooseAccountForm(page)
  await page.getByLabel('账号').fill(username)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: '已阅读并同意' }).click()
  await page.getByRole('button', { name: '登录', exact: true }).click()
}

/**
 * Scrolls the top page to its end. It starts from where the end is out of sight, because only then the end event fires
 * again.
 */
export async function scrollToEnd(page: Page): Promise<void> {
  const scroller = page.locator('.taro_page').last()
  await scroller.evaluate(async (element) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    element.scrollTo(0, Math.max(0, element.scrollHeight - element.clientHeight - 200))
    await frame()
    element.scrollTo(0, element.scrollHeight)
    await frame()
  })
}

/** A page of somebody, opened at home. */
export async function openHome(openAs: Fixtures['openAs'], { current }: Product, username: string): Promise<Page> {
  const page = await openAs(username)
  await goHome(page, current.address)
  return page
}

/** Opens home, and waits until it has loaded. */
async function goHome(page: Page, address: string): Promise<void> {
  await goTo(page, address, 'pages/home/index')
  await expect(page.getByText(/^今天的课/)).toBeVisible()
}

/**
 * Runs in a page before its own scripts. Sentences that go away by themselves stay ten seconds, in the app and in the console: a
 * busy machine may need longer to look than they are shown.
 */
function prolongToasts(): void {
  /** How long app and console show theirs, in milliseconds. */
  const shown: unknown[] = [2_000, 3_000]
  const setUsual = window.setTimeout
  window.setTimeout = ((run: TimerHandler, delay?: number, ...rest: unknown[]) =>
    setUsual(run, shown.includes(delay) ? 10_000 : delay, ...rest)) as typeof window.setTimeout
}
