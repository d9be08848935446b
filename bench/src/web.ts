import type { CDPSession, Page } from '@playwright/test'
import { type BrowserScene, goTo, onNextDay, onPhone } from './browser.ts'
import { grouped, spreadOf, written } from './numbers.ts'
import type { Row, Section } from './report.ts'
import { sized } from './scale.ts'

/** Slow 4G, as browsers' developer tools name it. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const SLOW_DOWN = 4
const VISITS = sized(3, 1)
const SETTLED_MS = 1_500
const MAX_COLD_MS = 2_500
const MAX_WARM_MS = 1_200
const MAX_SHIFT = 0.05
const MAX_INP_MS = 150

const PAGES = [
  ['home', 'pages/home/index'],
  ['booking', 'pages/bookingClass/index'],
  ['balls', 'pages/bookingBall/index'],
  ['stringing', 'pages/threading/index'],
  ['my', 'pages/my/index'],
] as const

type Visit = { largestMs: number; shift: number; requests: number; calls: number; kb: number }

/** Measures the five tabs as a phone with slow 4G and a slow processor shows them, first with an empty cache and then again. */
export async function measureWeb(scene: BrowserScene | undefined): Promise<Section> {
  const heading = `Pages in Chromium, slow 4G (1.6 Mbit/s, 150 ms), CPU slowed down ${SLOW_DOWN} times`
  if (!scene) return { heading, rows: [{ what: 'Chromium is not installed' }] }
  const rows: Row[] = []
  for (const [name, route] of PAGES.slice(0, sized(PAGES.length, 1))) {
    const visits: { cold: Visit; warm: Visit }[] = []
    for (let visit = 0; visit < VISITS; visit++)
      visits.push(await onPhone(scene, (page) => visitTwice(scene, page, route)))
    rows.push(...rowsOf(name, visits))
  }
  const presses = spreadOf(await onPhone(scene, (page) => slowestPresses(scene, page)))
  rows.push({
    what: 'booking, the slowest of 10 presses to its next frame (INP), ms',
    value: written(presses),
    goal: `≤ ${MAX_INP_MS}`,
    met: presses.median <= MAX_INP_MS,
    cause: 'a day draws another grid, some hundred cells',
  })
  return { heading, rows }
}

function rowsOf(name: string, visits: readonly { cold: Visit; warm: Visit }[]): Row[] {
  const cold = visits.map((one) => one.cold)
  const spread = (of: (visit: Visit) => number, of2 = cold) => spreadOf(of2.map(of))
  const first = spread(({ largestMs }) => largestMs)
  const again = spread(
    ({ largestMs }) => largestMs,
    visits.map(({ warm }) => warm),
  )
  const shift = spread(({ shift }) => shift)
  const [requests, calls, kb] = [spread((one) => one.requests), spread((one) => one.calls), spread((one) => one.kb)]
  return [
    {
      what: `${name}, largest contentful paint, ms`,
      value: written(first),
      goal: `≤ ${grouped(MAX_COLD_MS)}`,
      met: first.median <= MAX_COLD_MS,
      cause: 'scripts and styles come with the page, and then a second of them runs on the slowed processor',
    },
    {
      what: '… again, with its cache, ms',
      value: written(again),
      goal: `≤ ${grouped(MAX_WARM_MS)}`,
      met: again.median <= MAX_WARM_MS,
      cause: `nothing is fetched but data; the rest is ${name}’s scripts, styles and layout on the slowed processor`,
    },
    {
      what: '… layout shift',
      value: written(shift, 3),
      goal: `≤ ${MAX_SHIFT}`,
      met: shift.median <= MAX_SHIFT,
    },
    {
      what: '… requests, of them calls, and kB',
      value: `${grouped(requests.median)}, ${grouped(calls.median)}, ${grouped(kb.median)}`,
    },
  ]
}

async function visitTwice(scene: BrowserScene, page: Page, route: string): Promise<{ cold: Visit; warm: Visit }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  await page.addInitScript(WATCH)
  const cold = await visit(scene, page, session, route)
  // The app keeps itself for the next visit, as of another day: nothing of it runs any more.
  await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
  await page.goto('about:blank')
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.stopAllWorkers')
  return { cold, warm: await visit(scene, page, session, route) }
}

async function visit(scene: BrowserScene, page: Page, session: CDPSession, route: string): Promise<Visit> {
  let [requests, calls, bytes] = [0, 0, 0]
  const onRequest = ({ request: { url } }: { request: { url: string } }) => {
    requests++
    if (url.includes('/aaapi/')) calls++
  }
  const onEnd = ({ encodedDataLength }: { encodedDataLength: number }) => {
    bytes += encodedDataLength
  }
  session.on('Network.requestWillBeSent', onRequest)
  session.on('Network.loadingFinished', onEnd)
  await goTo(page, scene.product, route)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(SETTLED_MS)
  session.off('Network.requestWillBeSent', onRequest)
  session.off('Network.loadingFinished', onEnd)
  const seen = await page.evaluate<{ largestMs: number; shift: number }>('window.seen')
  return { ...seen, requests, calls, kb: bytes / 1_000 }
}

/** Presses days and cells of the booking page. @returns of each of a few rounds the slowest press, ms */
async function slowestPresses(scene: BrowserScene, page: Page): Promise<number[]> {
  await page.addInitScript(WATCH)
  await goTo(page, scene.product, 'pages/bookingClass/index')
  const days = page.getByRole('radiogroup', { name: '选择日期' }).getByRole('radio')
  await days.nth(0).waitFor()
  await page.waitForLoadState('networkidle')
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
  const rounds: number[] = []
  for (let round = 0; round < VISITS; round++) {
    await page.evaluate('window.seen.slowestMs = 0')
    for (let press = 0; press < 10; press++) {
      const cells = page.locator('[data-i][role=gridcell][aria-label$="可约"]')
      if (press % 2 === 0 || (await cells.count()) === 0) await onNextDay(page, () => days.nth(1 + (press % 5)).tap())
      else await cells.first().tap()
      await page.waitForTimeout(SETTLED_MS / 3)
    }
    rounds.push(await page.evaluate<number>('window.seen.slowestMs'))
  }
  return rounds
}

/** Keeps what the browser reports of a page. Shifts count in their worst window of 5 s with pauses under 1 s. */
const WATCH = `window.seen = { largestMs: 0, shift: 0, slowestMs: 0 }
  const watch = (type, each, more) => new PerformanceObserver((list) => list.getEntries().forEach(each))
    .observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', ({ startTime }) => { window.seen.largestMs = startTime })
  let [sum, since, last] = [0, 0, 0]
  watch('layout-shift', ({ hadRecentInput, value, startTime }) => {
    if (hadRecentInput) return
    if (startTime - last > 1000 || startTime - since > 5000) [sum, since] = [0, startTime]
    sum += value
    last = startTime
    window.seen.shift = Math.max(window.seen.shift, sum)
  })
  watch('event', ({ interactionId, duration }) => {
    if (interactionId) window.seen.slowestMs = Math.max(window.seen.slowestMs, duration)
  }, { durationThreshold: 16 })`
