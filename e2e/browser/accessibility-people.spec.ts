import { thirdOf } from '../run/sample.ts'
import { expect, test } from './journey.ts'
import { leaveDocument } from './open-settled.ts'
import {
  COACH_SCREENS,
  checkSweep,
  expectNoFault,
  GOODS_SCREENS,
  PEOPLE_SCREENS,
  PEOPLE_SWEEPS,
  PLAYER_SCREENS,
} from './screen-sweeps.ts'
import { unreadableTexts } from './text-fit.ts'

for (const sweep of PEOPLE_SWEEPS) {
  test(sweep.title, async ({ openAs, server }) => {
    await checkSweep(await openAs(sweep.as), server.current.address, sweep)
  })
}

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test('no message has a serious accessibility violation', async ({ openAs, server }) => {
    await expectNoFault(await openAs('player'), server.current.address, ['消息', 'user/pages/user_message/index'])
  })
})

test('with large text no screen is wider than the phone while it loads', async ({ openAs, server }) => {
  const calls: string[] = []
  for (const [who, screens] of [
    ['player', [...PLAYER_SCREENS, ...GOODS_SCREENS, ...PEOPLE_SCREENS]],
    ['coach', COACH_SCREENS],
  ] as const) {
    const page = await openAs(who)
    page.on('request', (request) => request.resourceType() === 'fetch' && calls.push(request.url()))
    // No answer arrives, so each screen stays as it is while it loads. To hold the calls back here would empty the cache.
    await page.addInitScript(() => {
      window.fetch = () => new Promise(() => undefined)
    })
    for (const [title, route] of thirdOf(screens)) {
      await leaveDocument(page, server.current.address)
      await page.goto(`${server.current.address}/#/${route}`, { waitUntil: 'domcontentloaded' })
      await expect(page.locator('.taro_page').last()).toBeVisible()
      expect.soft(await unreadableTexts(page), `${title}, ${route}`).toEqual([])
    }
  }
  expect(calls).toEqual([])
})
