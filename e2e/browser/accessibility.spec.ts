import AxeBuilder from '@axe-core/playwright'
import { firstOf, offerOf, roomFor } from '../run/arrange.ts'
import { logInAs } from '../run/people.ts'
import { cellOf, expectChosen, openGrid } from './class-page.ts'
import { expect, goTo, openHome, test } from './journey.ts'

const SCREENS = [
  ['首页', 'pages/home/index'],
  ['约课', 'pages/bookingClass/index'],
  ['约球', 'pages/bookingBall/index'],
  ['穿线', 'pages/threading/index'],
  ['我的', 'pages/my/index'],
  ['我的约课', 'user/pages/user_my_booking/index?view=list'],
  ['我的约课', 'user/pages/user_my_booking/index?view=agenda'],
  ['合同与课时', 'user/pages/user_contract/index'],
] as const

test('no screen has a serious fault for screen readers, keyboards or weak eyes', async ({ openAs, server }) => {
  test.setTimeout(120_000)
  const page = await openAs('player')
  for (const [title, route] of SCREENS) {
    await goTo(page, server.current.address, route)
    await expect(page.getByRole('heading', { name: title, level: 1 }).last()).toBeAttached()
    await page.waitForLoadState('networkidle')
    const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    expect(serious.map(({ id, nodes }) => `${title} ${id}: ${nodes[0]?.html}`)).toEqual([])
  }
})

test('a slot is chosen by keyboard alone, and the choice is spoken', async ({ openAs, server }) => {
  const { address } = server.current
  const [player, coach] = [await logInAs(address, 'player'), await logInAs(address, 'coach')]
  const offer = await offerOf(coach, player, '成人私教 1 对 1')
  const slot = firstOf(await roomFor(offer, { people: [player], length: 1 }))

  const page = await openHome(openAs, 'player')
  await openGrid(page, server.current, { offer, day: slot.courseDate })
  const cell = cellOf(page, slot, '可约')
  await expect(cell).toBeVisible()
  await cell.focus()
  await page.keyboard.press('Space')
  await expectChosen(page, slot)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('gridcell', { selected: true })).toHaveCount(0)
})
