import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page, Route } from '@playwright/test'
import { firstOf, offerOf, roomFor } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import { cellOf, expectChosen, openGrid } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

/** Above this limit, layout shifts disturb reading. Source: Web Vitals, half of its limit. */
const MOST_SHIFT = 0.05

/** A page, its user, and what it shows before any answer has arrived. Default: a skeleton. */
const WATCHED: [string, string, string, string?][] = [
  ['首页', 'pages/home/index', 'player'],
  ['首页 of a coach', 'pages/home/index', 'coach'],
  ['穿线', 'pages/threading/index', 'player'],
  ['我的', 'pages/my/index', 'player', '林知夏'],
  ['日历', 'user/pages/calendar/index', 'player'],
]

test('before any other file has come, the name of the app is painted on its green', async ({ openAs, server }) => {
  const page = await openAs()
  const files = await holdBack(page, /\.(js|css)$/)
  await page.goto(`${server.current.address}/#/pages/home/index`, { waitUntil: 'commit' })
  const splash = page.locator('.splash')
  await expect(splash).toHaveText('拍档')
  await expect(splash).toBeVisible()
  const paints = "performance.getEntriesByName('first-contentful-paint').length"
  await expect.poll(() => page.evaluate<number>(paints)).toBe(1)
  files.release()
  await expect(page.getByText(/^今天的课/)).toBeVisible()
  await expect(splash).toHaveCount(0)
})

test('before any other file has come, a phone with a session shows the frame of its tab, where the app draws it', async ({
  openAs,
  server,
}) => {
  const page = await openAs('player')
  const shell = page.locator('#shell')
  const bar = '[class*=app-frame-module__bar]'
  // What is on top of each tab, whose place the app must keep.
  for (const [tab, onTop] of [
    ['home', 'img[class*=advert-carousel]'],
    ['bookingClass', '[class*=page-frame-module__title]'],
    ['bookingBall', '[class*=page-frame-module__title]'],
    ['threading', '[class*=page-frame-module__title]'],
    ['my', 'img[class*=avatar]'],
  ] as const) {
    await page.goto('about:blank')
    const files = await holdBack(page, /\.(js|css)$/)
    await page.goto(`${server.current.address}/#/pages/${tab}/index`, { waitUntil: 'commit' })
    const places = (within: Locator | Page) =>
      Promise.all([bar, onTop].map((part) => within.locator(part).filter({ visible: true }).first().boundingBox()))
    await expect(shell.locator(onTop).filter({ visible: true }), tab).toBeVisible()
    const [barBefore, before] = await places(shell)
    files.release()
    await expect(shell, tab).toHaveCount(0)
    await expect(page.locator(onTop).filter({ visible: true }).first(), tab).toBeVisible()
    const [barAfter, after] = await places(page)
    expect(barAfter, tab).toEqual(barBefore)
    // Tags below a name, which the shell does not know, move the picture of 我的 by a few pixels.
    expect([after?.x, after?.width, Math.abs((after?.y ?? 0) - (before?.y ?? 99)) < 8], tab).toEqual([
      before?.x,
      before?.width,
      true,
    ])
    await page.unrouteAll()
  }
  // What stood on top of home today is there again before its answer.
  await holdBack(page, /\.(js|css)$|\/home\/start/)
  await page.goto('about:blank')
  await page.goto(`${server.current.address}/#/pages/home/index`, { waitUntil: 'commit' })
  await expect(shell.locator('img[class*=advert-carousel]')).toBeVisible()
})

test('what a tab asks for with the page is what it shows first, to the letter', async ({ openAs, server }) => {
  const page = await openAs('player')
  for (const tab of ['home', 'bookingClass', 'bookingBall', 'threading', 'my']) {
    await page.goto('about:blank')
    await goTo(page, server.current.address, `pages/${tab}/index`)
    // Each answer was taken by the read that it was meant for, which then asks for nothing.
    await expect.poll(() => page.evaluate('window.earlyCalls?.map(({ url }) => url)'), tab).toEqual([])
  }
})

test.describe('what the browser keeps', () => {
  test.use({ serviceWorkers: 'allow' })

  test('opens without a network, and a page that lost its code comes from the server again', async ({
    page,
    server,
  }) => {
    const { address } = server.current
    await goTo(page, address, 'pages/home/index')
    await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
    await page.context().setOffline(true)
    await page.goto('about:blank')
    await goTo(page, address, 'pages/bookingBall/index')
    await expect(page.getByText('球局没有取到')).toBeVisible()
    await goTo(page, address, 'pages/login/index')
    await expect(page.getByText('页面加载失败')).toBeVisible()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByText('页面加载失败')).toHaveCount(0)
    expect(await page.evaluate('navigator.serviceWorker.controller')).toBeNull()
  })

  test('is one build, and the next build takes its place', async ({ page }) => {
    const source = readFileSync(new URL('../../app/config/sw.js', import.meta.url), 'utf8')
    let [worker, build] = [2, 1]
    const server = createServer(({ url }, response) => {
      if (url === '/sw.js') {
        response.setHeader('content-type', 'text/javascript')
        response.end(source.replace('VERSION', String(worker)).replace('FILES', `['/${worker}.js']`))
      } else if (url === `/${build}.js`) {
        response.setHeader('content-type', 'text/javascript')
        response.end(`document.title = '${build}'`)
      } else if (url === '/') {
        response.setHeader('content-type', 'text/html')
        response.end(`<script src="/${build}.js"></script>`)
      } else response.writeHead(404).end()
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    try {
      const { port } = server.address() as AddressInfo
      const openedAs = async () => {
        await page.goto(`http://127.0.0.1:${port}/`)
        return page.title()
      }
      expect(await openedAs()).toBe('1')
      const registered = () =>
        page.evaluate(`navigator.serviceWorker.register('/sw.js').then((kept) => new Promise((done) => {
          const worker = kept.installing ?? kept.waiting ?? kept.active
          if (!worker) done('redundant')
          else if (worker.state !== 'installing') done(worker.state)
          else worker.onstatechange = () => done(worker.state)
        }))`)
      // Of two servers one is of the next build already.
      expect(await registered()).toBe('redundant')
      worker = 1
      expect(await registered()).toMatch(/install|activat/)
      await page.evaluate('navigator.serviceWorker.ready.then(() => 0)')
      expect(await openedAs()).toBe('1')
      worker = build = 2
      // The server has no file of the first build any more.
      expect(await openedAs()).toBe('1')
      await expect.poll(openedAs).toBe('2')
      await expect.poll(() => page.evaluate('caches.keys()')).toEqual(['app-2'])
    } finally {
      server.close()
    }
  })
})

for (const [title, route, who, known] of WATCHED) {
  test(`${title} keeps its layout while slow answers arrive`, async ({ openAs, server }) => {
    const page = await openAs(who)
    await page.addInitScript(watchShifts)
    const answers = await holdBack(page, /\/aaapi\//)
    // The requests of the page count as a part of its loading.
    await page.goto(`${server.current.address}/#/${route}`, { waitUntil: 'commit' })
    const first = known === undefined ? page.getByRole('status', { name: '加载中' }) : page.getByText(known)
    await expect(first.filter({ visible: true }).first()).toBeVisible()
    answers.release()
    await expect(page.getByRole('status', { name: '加载中' })).toHaveCount(0)
    await page.waitForLoadState('networkidle')
    const { sum, parts } = await page.evaluate(readShifts)
    expect(sum, parts.join('\n')).toBeLessThan(MOST_SHIFT)
  })
}

/** A list of classes, its user, and its page. */
const LISTS_OF_CLASSES: [string, string, string][] = [
  ['我的约课', 'player', 'user/pages/user_my_booking/index?view=list'],
  ['排期', 'coach', 'coach/pages/schedule/index?view=list'],
  ['日程', 'coach', 'coach/pages/day_board/index'],
  ['授课记录', 'coach', 'coach/pages/records/index'],
]
for (const [title, who, route] of LISTS_OF_CLASSES) {
  test(`a class opened from ${title} shows at once what the list knew`, async ({ openAs, server }) => {
    await showsAtOnce(await openAs(who), `${server.current.address}`, route)
  })
}

/** The name of a class. A filter tab contains nothing but a status. */
const STATUS_AND_MORE = /(待确认|已确认|已完成).|.(待确认|已确认|已完成)/

async function showsAtOnce(page: Page, address: string, route: string): Promise<void> {
  await goTo(page, address, route)
  const row = page.getByRole('button', { name: STATUS_AND_MORE }).first()
  await expect(row).toBeVisible()
  const answers = await holdBack(page, /\/aaapi\/course-invitation\//)
  await row.click()
  const ticket = page.getByRole('img', { name: /^\d\d:\d\d 至 \d\d:\d\d，\d+ 分钟$/ })
  await expect(ticket).toBeVisible()
  await expect(page.getByRole('heading', { name: '参与人' })).toHaveCount(0)
  answers.release()
  await expect(page.getByRole('heading', { name: '进度' })).toBeVisible()
  await expect(ticket).toBeVisible()
}

test.describe('on a phone in landscape', () => {
  test.use({ viewport: { width: 812, height: 375 } })

  const inList = (name: string) => (page: Page) => page.getByRole('list', { name }).getByRole('listitem')
  const LISTS: [string, string, string, (page: Page) => Locator][] = [
    ['公开球局', 'player', 'pages/bookingBall/index', inList('公开球局')],
    ['我的学员', 'coach', 'coach/pages/students/index', inList('学员')],
    // A column is a day of classes, below its name.
    [
      '我的约课',
      'player',
      'user/pages/user_my_booking/index?view=list',
      (page) => page.getByRole('heading', { level: 2 }),
    ],
  ]
  for (const [title, who, route, rowsOf] of LISTS) {
    test(`${title} are side by side`, async ({ openAs, server }) => {
      const page = await openAs(who)
      await goTo(page, server.current.address, route)
      const rows = rowsOf(page)
      const [left, right, below] = [rows.nth(0), rows.nth(1), rows.nth(2)]
      await expect(below).toBeAttached()
      const boxes = await Promise.all([left, right, below].map((row) => row.boundingBox()))
      expect(boxes[1]?.y).toBe(boxes[0]?.y)
      expect(boxes[1]?.x).toBeGreaterThan((boxes[0]?.x ?? 0) + (boxes[0]?.width ?? 0))
      expect(boxes[2]?.x).toBe(boxes[0]?.x)
    })
  }

  test('half an hour is chosen in the grid', async ({ openAs, server }) => {
    const { address } = server.current
    const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
    const offer = await offerOf(coach, player, '成人私教 1 对 1')
    const slot = firstOf(await roomFor(offer, { people: [player], length: 1 }))
    const page = await openAs('player')
    await openGrid(page, server.current, { offer, day: slot.courseDate })
    await cellOf(page, slot, '可约').tap()
    await expectChosen(page, slot)
  })

  test('half-hours that come late move nothing under a finger', async ({ openAs, server }) => {
    const { address } = server.current
    const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
    const offer = await offerOf(coach, player, '成人私教 1 对 1')
    const slot = firstOf(await roomFor(offer, { people: [player], length: 1 }))
    const page = await openAs('player')
    const grids = await holdBack(page, /courtStatusBy/)
    await openGrid(page, server.current, { offer, day: slot.courseDate })
    const day = page.locator(`#day-${slot.courseDate}`).filter({ visible: true })
    const before = await day.boundingBox()
    grids.release()
    await expect(cellOf(page, slot, '可约')).toBeAttached()
    expect((await day.boundingBox())?.y).toBe(before?.y)
  })
})

/** Delays answers from such addresses until they are released. After that they arrive as usual. */
async function holdBack(page: Page, address: RegExp): Promise<{ release: () => void }> {
  const held = new Set<Route>()
  let isReleased = false
  await page.route(address, async (route) => {
    if (isReleased) await route.continue()
    else held.add(route)
  })
  return {
    release: () => {
      isReleased = true
      for (const route of held) route.continue()
    },
  }
}

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
type Source = { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }

/** Runs in the page before any script: adds up the layout shifts. */
function watchShifts(): void {
  const shifts: Shift[] = []
  Object.assign(window, { shifts })
  new PerformanceObserver((list) => {
    shifts.push(...(list.getEntries() as Shift[]).filter((shift) => !shift.hadRecentInput))
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Runs in the page. */
function readShifts(): { sum: number; parts: string[] } {
  const { shifts } = window as unknown as { shifts: Shift[] }
  const nameOf = (node: Node | null) => (node instanceof Element ? node.className : (node?.textContent ?? ''))
  const movementOf = ({ node, previousRect: from, currentRect: to }: Source) =>
    `${nameOf(node)} from ${Math.round(from.y)} to ${Math.round(to.y)}`
  return {
    sum: shifts.reduce((sum, { value }) => sum + value, 0),
    parts: shifts.map(({ value, sources }) => `${value.toFixed(4)} ${sources.map(movementOf).join(' | ')}`),
  }
}
