import { firstOf, offerOf, roomFor } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import { routesOfApp } from '../run/routes-of-app.ts'
import { cellOf, expectChosen, openGrid } from './class-page.ts'
import { expect, test } from './journey.ts'
import { openSettled } from './open-settled.ts'
import { checkSweep, PEOPLE_SWEEPS, PLAYER_SWEEPS, routesOf } from './screen-sweeps.ts'

for (const sweep of PLAYER_SWEEPS) {
  test(sweep.title, async ({ openAs, server }) => {
    await checkSweep(await openAs(sweep.as), server.current.address, sweep)
  })
}

test('every route of the app is checked', async () => {
  const checked = routesOf([...PLAYER_SWEEPS, ...PEOPLE_SWEEPS])
  const missed = (await routesOfApp()).filter((route) => !checked.has(route))
  expect(missed, 'routes that no sweep opens').toEqual([])
})

test('with large text the booking grid is in sight when the screen opens', async ({ openAs, server }) => {
  const page = await openAs('player')
  // The size lasts as long as this session, also when the app starts anew.
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  // The contract comes last, into a place of its own size.
  const cells = page.getByRole('gridcell', { name: /可约|已过/ })
  await page.route('**/user-course-contract/active/by-user/**', async (route) => {
    await cells.first().waitFor()
    await route.continue()
  })
  await openSettled(page, `${server.current.address}/#/pages/bookingClass/index`)
  expect(await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize))).toBe(40)
  const bar = page.getByRole('button', { name: '确认约课' })
  const inSight = async () => {
    const end = (await bar.boundingBox())?.y ?? 0
    const boxes = await page
      .getByRole('gridcell')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect()))
    return boxes.filter(({ top, bottom }) => top > 0 && bottom < end).length
  }
  await expect.poll(inSight).toBeGreaterThan(0)
})

test('a slot is chosen by keyboard alone, and the choice is announced', async ({ openAs, server }) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  const slot = firstOf(await roomFor(offer, { people: [player], length: 1 }))

  const page = await openAs('player')
  await openGrid(page, server.current, { offer, day: slot.courseDate })
  const cell = cellOf(page, slot, '可约')
  await expect(cell).toBeVisible()
  await cell.focus()
  await page.keyboard.press('Space')
  await expectChosen(page, slot)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0)
})
