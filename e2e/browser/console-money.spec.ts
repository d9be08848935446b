import { cardOf } from '../run/arrange-money.ts'
import { DESKTOP, onDesktop } from '../run/console.ts'
import { logInAs } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

test.use(DESKTOP)

test('a refund that the buyer requested is paid in the console, and the buyer’s order and card show it', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const player = await logInAs(address, 'player')
  const balance = async () => (await cardOf(player)).balanceFen
  const before = await balance()
  const desktop = await onDesktop(openAs, address, 'operator')
  await desktop.goto(`${address}/console/shop-orders?refundChoice=ASKED`)
  await desktop.getByRole('row').filter({ hasText: player.logIn.userInfo.nickname }).first().click()
  await expect(desktop).toHaveURL(/shop-orders\/\d+$/)
  const id = desktop.url().split('/').at(-1)
  const page = await openAs('player')
  await goTo(page, address, `shop/pages/order/index?id=${id}`)
  await expect(seen(page, '退款处理中').or(seen(page, /退款申请/))).toBeVisible()

  await desktop.getByRole('button', { name: '同意退款' }).click()
  const question = desktop.getByRole('dialog', { name: /^同意退款/ })
  await question.getByRole('button', { name: '退款 ¥129' }).click()
  await expect(question).toBeHidden()
  await expect(desktop.getByText('已退款 ¥129')).toBeVisible()
  await expect(page.getByRole('heading', { name: '已退款', level: 2 })).toBeVisible()
  await expect.poll(balance).toBe(before + 12_900)
})

test('money is adjusted by two people: one asks, a senior operator decides, and the player has it', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const player = await logInAs(address, 'player')
  const balance = async () => (await cardOf(player)).balanceFen
  const before = await balance()

  const asking = await onDesktop(openAs, address, 'operator')
  await asking.goto(`${address}/console/cards/${(await cardOf(player)).id}`)
  await asking.getByRole('button', { name: '申请调整' }).click()
  const form = asking.getByRole('dialog', { name: /^申请调整/ })
  await form.getByLabel('赠送变动（元，扣减填负数）').fill('25.5')
  await form.getByRole('button', { name: '提交审批' }).click()
  await expect(form.getByText('请填写原因')).toBeVisible()
  await form.getByLabel('原因').fill('雨天停场补偿')
  await form.getByRole('button', { name: '提交审批' }).click()
  await expect(form).toBeHidden()
  expect(await balance()).toBe(before)
  await asking.goto(`${address}/console/card-adjustments`)
  await expect(asking.getByRole('row').filter({ hasText: '雨天停场补偿' })).toBeVisible()
  await expect(asking.getByRole('button', { name: '通过' })).toHaveCount(0)

  const deciding = await onDesktop(openAs, address, 'senior')
  await deciding.goto(`${address}/console/card-adjustments`)
  await deciding.getByRole('row').filter({ hasText: '雨天停场补偿' }).getByRole('button', { name: '通过' }).click()
  const question = deciding.getByRole('dialog', { name: /余额调整/ })
  await question.getByRole('button', { name: '通过' }).click()
  await expect(question).toBeHidden()
  await expect.poll(balance).toBe(before + 2_550)
})
