import type { Page } from '@playwright/test'
import { giveAddress, sellOut, send } from '../run/arrange-shop.ts'
import { logInAs, logInStaff } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'
import { goOnFromCashier, payWithCard } from './money-page.ts'

/**
 * The buyer, the product bought twice, and the product that sells out before the order. Prices in yuan, as displayed.
 */
type Purchase = {
  buyer: 'player2' | 'player3'
  wanted: { name: string; price: number }
  gone: { name: string; price: number }
}

test.describe('on a phone', () => {
  test('a product sold out at the checkout is named and left out; the rest is bought, sent and received', async ({
    openAs,
    server,
  }) => {
    await buy(await openAs('player3'), server.current.address, {
      buyer: 'player3',
      wanted: { name: '青杉比赛用球', price: 38 },
      gone: { name: '运动护腕', price: 32 },
    })
  })
})

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test('a product sold out at the checkout is named and left out on a desktop too', async ({ openAs, server }) => {
    await buy(await openAs('player2'), server.current.address, {
      buyer: 'player2',
      wanted: { name: '江岸训练球', price: 29 },
      gone: { name: '护肘', price: 89 },
    })
  })
})

async function buy(page: Page, address: string, { buyer, wanted, gone }: Purchase): Promise<void> {
  const operator = await logInStaff(address, 'operator')
  await giveAddress(await logInAs(address, buyer), { name: '周收货', detail: '星湖路 8 号 301 室' })

  await test.step('two products are put into the cart', async () => {
    await goTo(page, address, 'shop/pages/products/index')
    await putIntoCart(page, wanted, { units: 2 })
    await putIntoCart(page, gone, { units: 1 })
    await page.getByRole('button', { name: '购物车，3 件' }).click()
    await expect(page.getByRole('heading', { name: '购物车', level: 1 })).toBeVisible()
    for (const { name } of [wanted, gone]) {
      await expect(page.getByRole('checkbox', { name: `选择 ${name}` })).toBeChecked()
    }
    await page.getByRole('button', { name: '去结算 (3)' }).click()
  })

  await test.step('one is sold out meanwhile: the refusal names it, and one press continues with the other', async () => {
    await expect(
      page.getByRole('button', { name: /^收货地址：周收货，上海市 徐汇区 星湖路 8 号 301 室/ }),
    ).toBeVisible()
    await expect(seen(page, `¥${2 * wanted.price + gone.price}`)).toBeVisible()
    await sellOut(operator, gone.name)
    await page.getByRole('button', { name: '提交订单' }).click()
    const refusal = page.getByRole('alert').filter({ hasText: '部分商品库存不足' })
    await expect(refusal.getByText(gone.name)).toBeVisible()
    await expect(refusal.getByText('暂时缺货')).toBeVisible()
    await expect(refusal.getByText(wanted.name)).toHaveCount(0)
    await page.getByRole('button', { name: '调整并继续' }).click()
    await expect(seen(page, '已按库存调整，请确认新的合计')).toBeVisible()
    await expect(refusal).toHaveCount(0)
    await expect(seen(page, '共 2 件')).toBeVisible()
    await page.getByRole('button', { name: '提交订单' }).click()
  })

  const id = await test.step('the order is paid with the card, and waits for shipping', async () => {
    await payWithCard(page, { pay: `确认支付 ¥${2 * wanted.price}` })
    await expect(page.getByRole('heading', { name: '寄给你', level: 2 })).toBeVisible()
    await goOnFromCashier(page)
    await expect(page.getByRole('heading', { name: '等待发货', level: 2 })).toBeVisible()
    await expect(seen(page, '待发货')).toBeVisible()
    await expect(page.getByRole('link', { name: `${wanted.name}，2 件` })).toBeVisible()
    await expect(page.getByRole('link', { name: new RegExp(`^${gone.name}，`) })).toHaveCount(0)
    return /shop\/pages\/order\/index\?id=(\d+)/.exec(page.url())?.[1] ?? ''
  })

  await test.step('the operator ships it, the page updates without a press, and it is received', async () => {
    await send(operator, id, { carrier: '顺丰速运', trackingNo: 'SF1234567890' })
    await expect(page.getByRole('heading', { name: '商品在路上', level: 2 })).toBeVisible()
    await expect(seen(page, 'SF1234567890')).toBeVisible()
    await page.getByRole('button', { name: '确认收货' }).click()
    const question = page.getByRole('alertdialog', { name: '商品都收到了？' })
    await question.getByRole('button', { name: '确认收货' }).click()
    await expect(page.getByRole('heading', { name: '订单已完成', level: 2 })).toBeVisible()
    await expect(page.getByRole('button', { name: '申请退款' })).toBeEnabled()
  })

  await test.step('the bought product left the cart, the sold-out one stays', async () => {
    await goTo(page, address, 'shop/pages/cart/index')
    await expect(page.getByRole('button', { name: `移除 ${gone.name}` })).toBeVisible()
    await expect(page.getByRole('list', { name: '购物车' }).getByRole('listitem')).toHaveCount(1)
  })
}

/** Opens a product from the list by its name, puts it into the cart, and goes back. */
async function putIntoCart(
  page: Page,
  { name, price }: Purchase['wanted'],
  { units }: { units: 1 | 2 },
): Promise<void> {
  await page.getByRole('searchbox', { name: '搜索商品' }).fill(name)
  await page.getByRole('button', { name: new RegExp(`^${name}，¥${price}(，|$)`) }).click()
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible()
  await page.getByRole('button', { name: '加入购物车' }).click()
  const sheet = page.getByRole('dialog', { name: '选择数量' })
  if (units === 2) await sheet.getByRole('button', { name: '增加数量' }).click()
  await expect(sheet.getByRole('group', { name: '数量' })).toContainText(`${units}件`)
  await sheet.getByRole('button', { name: '加入购物车' }).click()
  await expect(seen(page, '已加入购物车')).toBeVisible()
  await expect(sheet).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('heading', { name: '商城', level: 1 })).toBeVisible()
}
