import type { Page } from '@playwright/test'
import { expect } from './journey.ts'

/** Helpers that press the cashier and the simulated WeChat Pay. */

/** The steps at the simulator: the button to press, and before it how the payment's notification travels. */
type Play = { action?: '支付成功' | '支付失败'; notice?: '立即' | '丢失' }

/** From the cashier, by this button, to the simulator's page and back. */
export async function payAtSimulator(
  page: Page,
  { pay, action = '支付成功', notice = '立即' }: Play & { pay: string | RegExp },
): Promise<void> {
  await page.getByRole('button', { name: pay }).click()
  await expect(page.getByText('模拟支付（不产生真实扣款）')).toBeVisible()
  if (notice !== '立即') {
    await page.getByRole('button', { name: '通知方式，立即' }).click()
    await page.getByRole('radio', { name: notice }).click()
    await expect(page.getByRole('button', { name: `通知方式，${notice}` })).toBeVisible()
  }
  await page.getByRole('button', { name: action }).click()
  await expect(page).not.toHaveURL(/pay_simulator/)
}

/** Pays at the cashier with the stored card. It is preselected when its balance suffices. */
export async function payWithCard(page: Page, { pay }: { pay: string }): Promise<void> {
  await expect(page.getByRole('heading', { name: '支付', level: 1 })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^拍档储值卡/ })).toBeChecked()
  await page.getByRole('button', { name: pay }).click()
}

/** Goes on from the cashier to the bought item, once the order is shown as paid. */
export async function goOnFromCashier(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: '支付成功', level: 2 })).toBeVisible()
  await page.getByRole('button', { name: '完成' }).click()
}

/** The front desk looks for the order whose number its payer says. */
export async function findAtDesk(operator: Page, address: string, orderNo: string): Promise<void> {
  await operator.goto(`${address}/console/offline`)
  await operator.getByRole('searchbox', { name: '付款人报的订单号' }).fill(orderNo)
  await operator.getByRole('button', { name: '去登记收款' }).click()
  await expect(operator.getByRole('heading', { name: `订单 ${orderNo}` })).toBeVisible()
}

/** The front desk enters money that came or went, with its receipt. */
export async function enterAtDesk(
  operator: Page,
  typed: { open: string; receiptNo: string; press: string; way?: string },
): Promise<void> {
  await operator.getByRole('button', { name: typed.open }).click()
  const form = operator.getByRole('dialog')
  if (typed.way) await form.getByRole('radio', { name: typed.way }).click()
  await form.getByLabel(/收据号/).fill(typed.receiptNo)
  await form.getByLabel('说明').fill('本人到店')
  await form.getByRole('button', { name: typed.press }).click()
  await expect(form).toBeHidden()
}
