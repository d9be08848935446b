import type { Page } from '@playwright/test'
import { productNamed } from '../run/arrange-shop.ts'
import { clientOf } from '../run/people.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'

const HOME = { name: '周到家', phone: '13900000001', detail: '星湖路 8 号 301 室' }
const OFFICE = { name: '周在岗', phone: '13900000002', detail: '干将东路 99 号 12 层' }
const AT_HOME = '上海市 徐汇区 星湖路 8 号 301 室'
const AT_WORK = '江苏省 苏州市 姑苏区 干将东路 99 号 12 层'

test('two addresses are added, the checkout offers the default, and another one replaces it when it is deleted', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const { id: productId } = await productNamed(clientOf(address), '减震器')
  const page = await openAs('player2')
  const offers = (place: string) => page.getByRole('button', { name: new RegExp(`^收货地址：.*，${place}，更换$`) })
  const openCheckout = () => goTo(page, address, `shop/pages/checkout/index?productId=${productId}&quantity=1`)
  const openAddresses = async () => {
    await goTo(page, address, 'user/pages/user_addrs/index')
    await expect(page.getByRole('heading', { name: '收货地址', level: 1 })).toBeVisible()
  }

  await test.step('the first is the default at once; an invalid phone number is refused', async () => {
    await openAddresses()
    await expect(seen(page, '还没有收货地址')).toBeVisible()
    await page.getByRole('button', { name: '新增地址' }).click()
    await fillAddress(page, { ...HOME, phone: '139' })
    await page.getByRole('button', { name: '所在地区：省、市、区县' }).click()
    const regions = page.getByRole('dialog', { name: '选择所在地区' })
    // A municipality is its own only city, so its districts follow at once.
    await regions.getByRole('radio', { name: '上海市' }).click()
    await regions.getByRole('radio', { name: '徐汇区' }).click()
    await expect(regions).toBeHidden()
    await expect(page.getByRole('button', { name: '所在地区：上海市 徐汇区' })).toBeVisible()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '手机号' })).toBeVisible()
    await page.getByRole('textbox', { name: '手机号' }).fill(HOME.phone)
    await page.getByRole('button', { name: '保存' }).click()
    await expect(card(page, HOME)).toContainText('139****0001')
    await expect(card(page, HOME)).toContainText(AT_HOME)
    await expect(card(page, HOME)).toContainText('默认')
  })

  await test.step('the second has province, city and district, and is not the default', async () => {
    await page.getByRole('button', { name: '新增地址' }).click()
    await fillAddress(page, OFFICE)
    await page.getByRole('button', { name: '所在地区：省、市、区县' }).click()
    const regions = page.getByRole('dialog', { name: '选择所在地区' })
    for (const name of ['江苏省', '苏州市', '姑苏区']) await regions.getByRole('radio', { name }).click()
    await expect(page.getByRole('button', { name: '所在地区：江苏省 苏州市 姑苏区' })).toBeVisible()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(card(page, OFFICE)).toContainText(AT_WORK)
    await expect(cards(page)).toHaveCount(2)
    await openCheckout()
    await expect(offers(AT_HOME)).toBeVisible()
  })

  await test.step('the default is changed: the checkout offers the other', async () => {
    await openAddresses()
    await page.getByRole('button', { name: `把${OFFICE.name}的地址设为默认` }).click()
    await expect(page.getByRole('button', { name: `把${HOME.name}的地址设为默认` })).toBeVisible()
    await expect(page.getByRole('button', { name: /的地址设为默认$/ })).toHaveCount(1)
    await openCheckout()
    await expect(offers(AT_WORK)).toBeVisible()
  })

  await test.step('for one order another is chosen, and the default stays', async () => {
    await offers(AT_WORK).click()
    await expect(page.getByRole('heading', { name: '选择收货地址', level: 1 })).toBeVisible()
    await page.getByRole('button', { name: `送到${HOME.name}，${AT_HOME}` }).click()
    await expect(offers(AT_HOME)).toBeVisible()
  })

  await test.step('the default is deleted: the remaining one becomes the default', async () => {
    await openAddresses()
    await page.getByRole('button', { name: `删除${OFFICE.name}的地址` }).click()
    const question = page.getByRole('alertdialog', { name: '删除这个地址？' })
    await expect(question.getByText(AT_WORK)).toBeVisible()
    await question.getByRole('button', { name: '删除' }).click()
    await expect(seen(page, '删除成功')).toBeVisible()
    await expect(cards(page)).toHaveCount(1)
    await expect(page.getByRole('button', { name: /的地址设为默认$/ })).toHaveCount(0)
    await page.reload()
    await expect(card(page, HOME)).toContainText('默认')
    await openCheckout()
    await expect(offers(AT_HOME)).toBeVisible()
  })
})

async function fillAddress(page: Page, { name, phone, detail }: typeof HOME): Promise<void> {
  await page.getByRole('textbox', { name: '收货人' }).fill(name)
  await page.getByRole('textbox', { name: '手机号' }).fill(phone)
  await page.getByRole('textbox', { name: '详细地址' }).fill(detail)
}

function cards(page: Page) {
  return page.getByRole('list', { name: '收货地址' }).getByRole('listitem')
}

function card(page: Page, { name }: typeof HOME) {
  return cards(page).filter({ hasText: name })
}
