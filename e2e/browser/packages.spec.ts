import { contractsOfUser } from '@paidang/api/areas/money/contracts'
import { playSimulatedPayment } from '@paidang/api/areas/money/payments'
import { book, contractOf, offerOf, roomFor } from '../run/arrange.ts'
import { beginTopUp, buyHours } from '../run/arrange-money.ts'
import { logInAs } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'
import { payAtSimulator } from './money-page.ts'

const COURSE = '成人私教 1 对 1'

test('a player buys a package from the contract, comes back to it with the hours, and books with them', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const player = await logInAs(address, 'player')
  const coach = await logInAs(address, 'coach')
  const mine = () => player.call(contractsOfUser, { params: { userId: player.logIn.userInfo.userId } })
  const ofCourse = async () => (await mine()).find(({ courseDesign }) => courseDesign.courseName === COURSE)
  const before = await ofCourse()
  const page = await openAs('player')
  await goTo(page, address, `user/pages/user_contract/index?companyId=${before?.companyId}`)
  await page.getByRole('button', { name: '购买课时' }).click()
  await expect(page.getByRole('heading', { name: '购买课时', level: 1 })).toBeVisible()
  await page.getByRole('radio', { name: /^20 课时，另赠 1 课时/ }).click()
  await page.getByRole('button', { name: '去确认' }).click()
  await expect(page.getByRole('heading', { name: '并入现有合同' })).toBeVisible()
  // The payment begins with the press that names it, and leads back by itself.
  await page.getByRole('radio', { name: '微信支付' }).click()
  await payAtSimulator(page, { pay: '微信支付' })
  await expect(page).toHaveURL(/user_contract/)
  await expect(seen(page, '购入 20 课时')).toBeVisible()
  await expect(seen(page, '赠送 1 课时')).toBeVisible()
  const after = await ofCourse()
  expect(after?.availableSessions).toBe((before?.availableSessions ?? 0) + 21)
  const offer = await offerOf(coach, player, COURSE)
  await book(player, offer, await roomFor(offer, { people: [player], length: 2 }))
  expect((await ofCourse())?.availableSessions).toBeLessThan(after?.availableSessions ?? 0)
})

test('a player gives packages back: two sources, one class stays, and the contract ends with it', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const player = await logInAs(address, 'player')
  const coach = await logInAs(address, 'coach')
  const offer = await offerOf(coach, player, '双人陪练')
  const { outTradeNo } = await beginTopUp(player, '2000')
  await player.call(playSimulatedPayment, { params: { outTradeNo }, body: { action: 'PAY' } })
  await buyHours(player, offer.courseId, 'WECHAT')
  const contractId = await buyHours(player, offer.courseId, 'CARD')
  const wish = { people: [player], length: 3 }
  const kept = await book(player, offer, await roomFor(offer, wish))
  await book(player, offer, await roomFor(offer, wish))

  const page = await openAs('player')
  await goTo(
    page,
    address,
    `user/pages/user_contract/index?companyId=${(await contractOf(player, contractId)).companyId}`,
  )
  await page.getByRole('button', { name: '退课' }).click()
  await expect(page.getByRole('heading', { name: '先处理约好的 2 节课' })).toBeVisible()
  await page.getByRole('radio', { name: '保留，上完' }).first().click()
  await page.getByRole('radio', { name: '取消，一起退' }).last().click()
  await expect(seen(page, '5 课时，全部没用')).toBeVisible()
  await page.getByRole('button', { name: '确认退课' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确认退课' }).click()
  await expect(seen(page, '退课成功')).toBeVisible()
  await expect(page).toHaveURL(/user_contract/)
  const after = await contractOf(player, contractId)
  expect(after).toMatchObject({ availableSessions: 0, heldSessions: kept.consumedSessions, contractStatus: 3 })
})
