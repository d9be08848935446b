import type { Page } from '@playwright/test'
import { publishBall, roomForBall } from '../run/arrange-balls.ts'
import { logInAs } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'
import { payAtSimulator } from './money-page.ts'

const GAME = '储值卡付款的双打局'

test('a card is topped up, pays for a seat, and is refunded within seven days', async ({ openAs, server }) => {
  const { address } = server.current
  const [player, player3] = [await logInAs(address, 'player'), await logInAs(address, 'player3')]
  const room = await roomForBall([player, player3], { after: 30, within: 80 })
  const ball = await publishBall(player, { title: GAME, room, players: 2, costFen: 10_000 })

  const page = await openAs('player3')
  await goTo(page, address, 'pages/my/index')
  await expect(wallet(page, { balance: '200', principal: '200', gift: '0' })).toBeVisible()

  await test.step('a top-up fails first; then its notification is lost, and the cashier finds the payment by asking', async () => {
    await page.getByRole('button', { name: '充值储值卡' }).click()
    const sheet = page.getByRole('dialog', { name: '充值到拍档储值卡' })
    await sheet.getByRole('radio', { name: '充值 ¥500，送 ¥20' }).click()
    await sheet.getByRole('button', { name: '去支付 ¥500' }).click()
    await expect(seen(page, '支付后立即到账，7 日内可无理由退未用的本金')).toBeVisible()
    await payAtSimulator(page, { pay: '确认支付 ¥500', action: '支付失败' })
    await expect(seen(page, '支付失败，没有扣款，可以再试一次')).toBeVisible()
    await payAtSimulator(page, { pay: '确认支付 ¥500', notice: '丢失' })
    await expect(page.getByRole('heading', { name: '支付成功', level: 2 })).toBeVisible()
    await page.getByRole('button', { name: '完成' }).click()
    await expect(page.getByRole('heading', { name: '储值卡流水', level: 1 })).toBeVisible()
    await expect(movement(page, /^充值/).first()).toContainText('+520')
    await expect(movement(page, /^充值/).first()).toContainText('余额 ¥720')
  })

  await test.step('the balance is shown on 我的', async () => {
    await goTo(page, address, 'pages/my/index')
    await expect(wallet(page, { balance: '720', principal: '700', gift: '20' })).toBeVisible()
  })

  await test.step('a seat is paid with the card', async () => {
    await goTo(page, address, `bookingBall/pages/ballDetail/index?id=${ball.id}`)
    await page.getByRole('button', { name: '支付并报名' }).click()
    await expect(page.getByRole('radio', { name: '拍档储值卡 余额 ¥720' })).toBeChecked()
    await expect(seen(page, '开球前 24 小时免费退出，之后有人补位才退款；球局取消全额退款')).toBeVisible()
    await page.getByRole('button', { name: '确认支付 ¥50' }).click()
    await expect(page.getByRole('heading', { name: '支付成功', level: 2 })).toBeVisible()
    await page.getByRole('button', { name: '完成' }).click()
    await expect(seen(page, '已报名，到时见')).toBeVisible()
  })

  await test.step('the card has a row that leads to the game', async () => {
    await goTo(page, address, 'user/pages/user_store_card/index')
    await wallet(page, { balance: '670', principal: '650', gift: '20' }).click()
    await page.getByRole('radio', { name: '支出' }).click()
    await page.getByRole('button', { name: new RegExp(`^消费，${GAME}.*，−50，余额 ¥670，看这场球局$`) }).click()
    await expect(page.getByRole('heading', { name: GAME, level: 2 })).toBeVisible()
    await page.goBack()
  })

  await test.step('the refund of a top-up and the lost gift are shown before the press', async () => {
    await page.getByRole('radio', { name: '全部' }).click()
    await page.getByRole('button', { name: '退款，可退 ¥650' }).click()
    const sheet = page.getByRole('dialog', { name: '充值退款' })
    const topUps = sheet.getByRole('radiogroup', { name: '退哪一笔充值' }).getByRole('radio')
    await expect(topUps).toHaveCount(2)
    await expect(topUps.first()).toContainText('可退 ¥500')
    await expect(topUps.last()).toContainText('可退 ¥150')
    await expect(topUps.first()).toBeChecked()
    await expect(sheet.getByText('退回本金')).toBeVisible()
    await expect(sheet.getByText('失去赠送')).toBeVisible()
    await expect(sheet.getByText('¥20', { exact: true })).toBeVisible()
    await expect(sheet.getByText('原支付方式')).toBeVisible()
    await sheet.getByRole('button', { name: '退款 ¥500' }).click()
    await expect(seen(page, '退款已受理，¥500 将原路退回')).toBeVisible()
    await expect(sheet).toBeHidden()
    await expect(movement(page, /^充值退款/)).toContainText('−520')
    await expect(movement(page, /^充值退款/)).toContainText('余额 ¥150')
    await expect(page.getByRole('button', { name: '退款，可退 ¥150' })).toBeVisible()
  })
})

type Money = { balance: string; principal: string; gift: string }

/** A card, found by its balance in yuan. */
function wallet(page: Page, { balance, principal, gift }: Money) {
  return page.getByRole('button', {
    name: `拍档储值卡，余额 ¥${balance}，本金 ¥${principal}，赠送 ¥${gift}`,
    exact: true,
  })
}

/** Rows of a card's movements, the latest first. */
function movement(page: Page, text: RegExp) {
  return page.getByRole('listitem').filter({ hasText: text, visible: true })
}
