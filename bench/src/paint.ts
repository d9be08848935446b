import type { Page } from '@playwright/test'
import { type BrowserScene, goTo, onPhone } from './browser.ts'
import { ageNote } from './builds.ts'
import { spreadOf, written } from './numbers.ts'
import type { Section } from './report.ts'
import { sized } from './scale.ts'

const SLOW_DOWN = 4
const VISITS = sized(5, 1)
const TAPS = sized(12, 2)
const PAUSE_MS = 400
const MAX_TAP_MS = 100
const FREE_CELL = '[data-i][role=gridcell][aria-label$="可约"]'

/** Measures on a slow phone when the home page first shows content, and how fast a grid cell reacts. */
export async function measurePaint(scene: BrowserScene | undefined): Promise<Section> {
  const heading = `Painting in Chromium, CPU slowed down ${SLOW_DOWN} times`
  if (!scene) return { heading, rows: [{ what: 'Chromium is not installed' }] }
  const visits: number[] = []
  for (let visit = 0; visit < VISITS; visit++) visits.push(await onPhone(scene, (page) => firstPaintOf(scene, page)))
  const taps = spreadOf(await onPhone(scene, (page) => tapsOn(scene, page)))
  return {
    heading,
    rows: [
      { what: `home, first contentful paint, ms${ageNote('h5')}`, value: written(spreadOf(visits)) },
      {
        what: 'a cell of the grid, from the finger to the next frame, ms',
        value: written(taps),
        goal: `< ${MAX_TAP_MS}`,
        met: taps.median < MAX_TAP_MS,
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

/** Selects one free cell and deselects it, several times. */
async function tapsOn({ product }: BrowserScene, page: Page): Promise<number[]> {
  await goTo(page, product, 'pages/bookingClass/index')
  // Not today, whose cells are past late in the day, and no day on which the coach is away.
  const days = page.getByRole('radiogroup', { name: '选择日期' }).getByRole('radio')
  await days.nth(0).waitFor()
  await page.waitForLoadState('networkidle')
  await days
    .filter({ hasNotText: /今天|我的|约满/ })
    .first()
    .click()
  await page.waitForLoadState('networkidle')
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
