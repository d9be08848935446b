import type { Page } from '@playwright/test'
import { type BrowserScene, goTo, onNextDay, onPhone } from './browser.ts'
import { grouped, spreadOf, written } from './numbers.ts'
import type { Section } from './report.ts'
import { sized } from './scale.ts'

const SLOW_DOWN = 4
const VISITS = sized(5, 1)
const TAPS = sized(12, 2)
const BOOKINGS = sized(5, 1)
const PAUSE_MS = 400
const MAX_TAP_MS = 50
const MAX_HEARD_MS = 1_000
const FREE_CELL = '[data-i][role=gridcell][aria-label$="可约"]'

/** Measures when home first shows content and how fast a cell reacts, both on a slow phone, and when a booking is heard of. */
export async function measurePaint(scene: BrowserScene | undefined): Promise<Section> {
  const heading = `Painting in Chromium, CPU slowed down ${SLOW_DOWN} times`
  if (!scene) return { heading, rows: [{ what: 'Chromium is not installed' }] }
  const visits: number[] = []
  for (let visit = 0; visit < VISITS; visit++) visits.push(await onPhone(scene, (page) => firstPaintOf(scene, page)))
  const taps = spreadOf(await onPhone(scene, (page) => tapsOn(scene, page)))
  const waits: number[] = []
  for (let booking = 0; booking < BOOKINGS; booking++) waits.push(await heardOn(scene))
  const heard = spreadOf(waits)
  return {
    heading,
    rows: [
      { what: 'home, first contentful paint, ms', value: written(spreadOf(visits)) },
      {
        what: 'a cell of the grid, from the finger to the next frame, ms',
        value: written(taps),
        goal: `< ${MAX_TAP_MS}`,
        met: taps.median < MAX_TAP_MS,
        cause:
          'on the slowed processor a quarter is the script that draws the panel with all that the page reads; the rest is the browser’s own events, styles, layout and paint',
      },
      {
        what: 'a booking, from its answer to the grid on another phone, CPU not slowed down, ms',
        value: written(heard),
        goal: `< ${grouped(MAX_HEARD_MS)}`,
        met: heard.median < MAX_HEARD_MS,
      },
    ],
  }
}

async function firstPaintOf({ product }: BrowserScene, page: Page): Promise<number> {
  await slowDown(page)
  await goTo(page, product, 'pages/home/index')
  await page.waitForFunction("performance.getEntriesByName('first-contentful-paint').length > 0")
  return page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime")
}

/** Books the first free half-hour on one phone, while the same day is open on another. @returns ms */
function heardOn(scene: BrowserScene): Promise<number> {
  return onPhone(scene, (watcher) =>
    onPhone(scene, async (booker) => {
      await openGrid(scene, watcher)
      await openGrid(scene, booker)
      const name = (await booker.locator(FREE_CELL).first().getAttribute('aria-label')) ?? ''
      await booker.getByRole('gridcell', { name, exact: true }).click()
      const cell = watcher.getByRole('gridcell', { name, exact: true })
      await cell.waitFor({ state: 'attached' })
      const [answeredAt, heardAt] = await Promise.all([
        booker.waitForResponse((answer) => answer.url().endsWith('/create/by-player')).then(() => performance.now()),
        cell.waitFor({ state: 'detached' }).then(() => performance.now()),
        booker.getByRole('button', { name: '确认约课' }).click(),
      ])
      return Math.max(0, heardAt - answeredAt)
    }),
  )
}

/** Selects one free cell and deselects it, several times. */
async function tapsOn(scene: BrowserScene, page: Page): Promise<number[]> {
  await openGrid(scene, page)
  const cell = page.locator(FREE_CELL).first()
  await cell.scrollIntoViewIfNeeded()
  const place = (await cell.getAttribute('data-i')) ?? ''
  const box = await cell.boundingBox()
  if (!box) throw new Error('no free cell in sight')
  await slowDown(page)
  const taps: number[] = []
  for (let tap = 0; tap < TAPS; tap++) {
    await page.evaluate(watchFor(place))
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    taps.push(await page.evaluate<number>('window.tapped'))
    await page.waitForTimeout(PAUSE_MS)
  }
  return taps
}

/** Opens the grid on a day with free half-hours. */
async function openGrid({ product }: BrowserScene, page: Page): Promise<void> {
  await goTo(page, product, 'pages/bookingClass/index')
  // Not today, whose cells are past late in the day, and no day on which the coach is away.
  const days = page.getByRole('radiogroup', { name: '选择日期' }).getByRole('radio')
  await days.nth(0).waitFor()
  await page.waitForLoadState('networkidle')
  const day = days.filter({ hasNotText: /今天|我的|约满/ }).first()
  await onNextDay(page, () => day.click())
  await page.locator(FREE_CELL).first().waitFor()
}

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN })
}

/**
 * Measures from the pointer's last event to the frame after the cell has changed its class. The frame's callbacks run
 * before it is painted; a message sent from there arrives after. It is source text, because the page does not know the
 * helpers that the TypeScript loader adds.
 */
function watchFor(place: string): string {
  return `window.tapped = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('the cell did not change')), 5000)
    let liftedAt
    addEventListener('pointerup', (event) => { liftedAt = event.timeStamp }, { capture: true, once: true })
    const cell = document.querySelector('[data-i="${place}"][role=gridcell]')
    new MutationObserver((_changes, observer) => {
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - liftedAt)
        port2.postMessage('')
      })
    }).observe(cell, { attributes: true, attributeFilter: ['class'] })
  }); 0`
}
