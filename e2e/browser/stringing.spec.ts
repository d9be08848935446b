import { shopSideOf } from '../run/arrange-stringing.ts'
import { minutesAfter, now } from '../run/clock.ts'
import { logInStaff } from '../run/people.ts'
import { seen, stateOf } from './class-page.ts'
import { expect, goTo, openHome, test } from './journey.ts'
import { payAtSimulator, payWithCard } from './money-page.ts'
import { pickupCode } from './stringing-page.ts'

/** The shop of the demo's merchant. */
const SHOP = '弦音穿线工作室'
/** A racket with more playing hours than its strings last. Its strings are mixed; labour and both halves cost ¥176. */
const RACKET = '海岬 疾风 98'

test('a stringing order is paid, its page follows the shop until the pick-up, and its strings are new', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const shop = await logInStaff(address, 'merchant')
  const page = await openHome(openAs, server, 'player')

  await test.step('the tab shows the overdue racket, and leads to a shop and its form', async () => {
    await page.getByRole('navigation', { name: '主导航' }).getByRole('link', { name: '穿线' }).click()
    await expect(page.getByRole('heading', { name: /^已打 .+ 小时，建议换线$/, level: 2 })).toBeVisible()
    await page.getByRole('button', { name: new RegExp(`^${SHOP}，`) }).click()
    await expect(page.getByRole('heading', { name: SHOP, level: 2 })).toBeVisible()
    await page.getByRole('button', { name: '去下单' }).click()
    await expect(page.getByRole('heading', { name: '穿线下单', level: 1 })).toBeVisible()
  })

  await test.step('the racket is chosen, and the tension is also shown in kilograms', async () => {
    await page.getByRole('link', { name: /，换一支$/ }).click()
    const rackets = page.getByRole('dialog', { name: '选择球拍' })
    await rackets.getByRole('radio', { name: new RegExp(`^${RACKET}(?!（)`) }).click()
    await expect(rackets).toBeHidden()
    await expect(page.getByRole('heading', { name: new RegExp(`^${RACKET}`), level: 2 })).toBeVisible()
    const mains = page.getByRole('group', { name: '主线磅数' })
    await expect(mains).toContainText('50.5lb')
    await expect(seen(page, '22.91 kg')).toBeVisible()
    await mains.getByRole('button', { name: '增加主线磅数' }).click()
    await expect(mains).toContainText('51lb')
    await expect(seen(page, '23.13 kg')).toBeVisible()
    await page.getByRole('button', { name: '提交订单' }).click()
  })

  const { orderNo, code } =
    await test.step('it is paid at the simulator: it gets a number and a pick-up code', async () => {
      await page.getByRole('radio', { name: '微信支付' }).click()
      await expect(seen(page, '穿线开始前可免费取消，全额退款')).toBeVisible()
      await payAtSimulator(page, { pay: '确认支付 ¥176' })
      await expect(page.getByRole('heading', { name: '下单成功', level: 2 })).toBeVisible()
      const label = await page.getByRole('img', { name: /^订单号二维码 / }).getAttribute('aria-label')
      const shown = label?.replace('订单号二维码 ', '') ?? ''
      await expect(seen(page, shown)).toBeVisible()
      return { orderNo: shown, code: await pickupCode(page) }
    })

  const side = await shopSideOf(shop, orderNo)
  await test.step('its page follows the shop’s actions without a press', async () => {
    await page.getByRole('button', { name: '查看订单' }).click()
    await expect(stateOf(page)).toHaveText('等你送拍')
    await expect(seen(page, '六棱聚酯 1.25，51 lb（23.13 kg）')).toBeVisible()
    await expect(seen(page, '等待商家接单')).toBeVisible()
    await side.accept({ expectedAt: minutesAfter(now(), 180), remark: '放前台就行' })
    await expect(seen(page, '商家已接单：放前台就行')).toBeVisible()
    await expect(seen(page, /^预计 .+ 可取$/)).toBeVisible()
    await side.receive('拍框完好，护线管轻微磨损')
    await expect(stateOf(page)).toHaveText('排队等穿线')
    await expect(seen(page, '检查：拍框完好，护线管轻微磨损')).toBeVisible()
    await expect(page.getByRole('button', { name: '取消订单' })).toBeVisible()
    await side.start()
    await expect(stateOf(page)).toHaveText('正在穿线')
    await expect(page.getByRole('button', { name: '取消订单' })).toHaveCount(0)
    await side.ready('四点打结')
    await expect(stateOf(page)).toHaveText('穿好了，可以取拍')
    expect(await pickupCode(page)).toBe(code)
    await side.handOver(code)
    await expect(stateOf(page)).toHaveText('已取拍')
  })

  await test.step('the player rates it', async () => {
    await page.getByRole('button', { name: '评价', exact: true }).click()
    const sheet = page.getByRole('dialog', { name: `评价${SHOP}` })
    await sheet.getByRole('radio', { name: '5 星，非常满意' }).click()
    await sheet.getByRole('textbox', { name: '说说这次穿线（选填）' }).fill('磅数准，取拍快')
    await sheet.getByRole('button', { name: '提交评价' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('heading', { name: '我的评价' })).toBeVisible()
    await expect(seen(page, '磅数准，取拍快')).toBeVisible()
    await expect(page.getByRole('button', { name: '评价', exact: true })).toHaveCount(0)
  })

  await test.step('earlier playing hours do not count for the new strings', async () => {
    await goTo(page, address, 'threading/pages/rackets/index')
    const racket = page.getByRole('button', { name: new RegExp(`^${RACKET}，主拍，`) })
    await expect(racket).toContainText('已打 0 / 15 小时')
    await expect(racket).not.toContainText('建议换线')
  })
})

test('a racket is ordered as last time, and the order is cancelled and refunded before work starts', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const shop = await logInStaff(address, 'merchant')
  const page = await openAs('player')
  await goTo(page, address, 'threading/pages/rackets/index')
  await page.getByRole('button', { name: new RegExp(`^${RACKET}，主拍，`) }).click()
  await page.getByRole('button', { name: '照上次再穿一次' }).click()
  await expect(page.getByRole('heading', { name: new RegExp(`^${RACKET}`), level: 2 })).toBeVisible()
  await expect(page.getByRole('group', { name: '横线磅数' })).toContainText('49lb')
  await page.getByRole('button', { name: '提交订单' }).click()
  await payWithCard(page, { pay: '确认支付 ¥176' })
  await expect(page.getByRole('heading', { name: '下单成功', level: 2 })).toBeVisible()

  const label = await page.getByRole('img', { name: /^订单号二维码 / }).getAttribute('aria-label')
  const side = await shopSideOf(shop, label?.replace('订单号二维码 ', '') ?? '')
  await page.getByRole('button', { name: '查看订单' }).click()
  await side.receive('拍框完好')
  await expect(stateOf(page)).toHaveText('排队等穿线')

  await page.getByRole('button', { name: '取消订单' }).click()
  const question = page.getByRole('alertdialog', { name: '取消这个订单？' })
  await expect(question.getByText('¥176 全额退回')).toBeVisible()
  await expect(question.getByText('储值卡', { exact: true })).toBeVisible()
  await question.getByRole('button', { name: '取消订单' }).click()
  await expect(seen(page, '取消成功，¥176 已退回储值卡')).toBeVisible()
  await expect(stateOf(page)).toHaveText('已取消，请到店取回球拍')
  await expect(seen(page, '球拍在店里，凭取拍码取回')).toBeVisible()
  await expect(seen(page, '+¥176')).toBeVisible()
  await expect(seen(page, /^已退回储值卡/)).toBeVisible()

  await goTo(page, address, 'user/pages/user_store_card/index')
  await page.getByRole('button', { name: /^拍档储值卡，余额/ }).click()
  await expect(page.getByRole('button', { name: new RegExp(`^退款，.*${RACKET}.*，\\+176，余额 ¥`) })).toBeVisible()
})
