import type { Locator, Page } from '@playwright/test'
import { cardOf } from '../run/arrange-money.ts'
import { DESKTOP, onDesktop, openOnDesktop } from '../run/console.ts'
import { logInAs } from '../run/people.ts'
import { seen, stateOf } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'
import { payWithCard } from './money-page.ts'
import { pickupCode } from './stringing-page.ts'

test.use(DESKTOP)

/** The phone number of 江澈, a coach of the demo world without a club. */
const PHONE = '138 0000 0008'
const CLUB = '望江网球俱乐部'

test('an operator founds a company, its admin leads it in the app, and the operator closes it again', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const desktop = await onDesktop(openAs, address, 'operator')
  await desktop.goto(`${address}/console/companies`)
  await desktop.getByRole('button', { name: '新增公司' }).click()
  const dialog = desktop.getByRole('dialog')
  await dialog.getByLabel('公司名称').fill(CLUB)
  await dialog.getByLabel('管理员的手机号').fill('13900009999')
  await dialog.getByRole('button', { name: '新增' }).click()
  await expect(desktop.getByText('没有用户使用这个手机号，请先让对方注册')).toBeVisible()
  await dialog.getByLabel('管理员的手机号').fill(PHONE)
  await dialog.getByRole('button', { name: '新增' }).click()
  await expect(desktop.getByRole('heading', { name: CLUB, level: 1 })).toBeVisible()
  await expect(desktop.getByText(`开通公司「${CLUB}」，管理员「江澈」`, { exact: false })).toBeVisible()

  const page = await openAs('solo')
  await goTo(page, address, 'user/pages/user_message/index?messageType=systemNotice')
  await expect(seen(page, /望江网球俱乐部已由平台开通/)).toBeVisible()

  await desktop.getByRole('button', { name: '关闭公司' }).click()
  await dialog.getByLabel('原因（教练会看到）').fill('走错了')
  await dialog.getByRole('button', { name: '关闭公司' }).click()
  await expect(desktop.getByText('关闭时间')).toBeVisible()
  await expect(desktop.getByRole('button', { name: '关闭公司' })).toHaveCount(0)
})

test('an operator adds a common course, and takes it out of the catalogue again', async ({ openAs, server }) => {
  const { address } = server.current
  const desktop = await onDesktop(openAs, address, 'operator')
  await desktop.goto(`${address}/console/common-courses`)
  await desktop.getByRole('link', { name: '新增通用课程' }).click()
  await desktop.getByLabel('名称', { exact: true }).fill('夜场对打课')
  await desktop.getByLabel('参考价').fill('160')
  await desktop.getByRole('button', { name: '新增通用课程' }).click()
  await expect(desktop.getByRole('heading', { name: '夜场对打课', level: 1 })).toBeVisible()
  await desktop.getByRole('switch', { name: '展示' }).click()
  await desktop.getByRole('button', { name: '保存' }).click()
  await expect(desktop.getByText('修改通用课程「夜场对打课」的展示')).toBeVisible()
  await desktop.goto(`${address}/console/common-courses?isShown=false`)
  await expect(desktop.getByRole('cell', { name: '夜场对打课' })).toBeVisible()
})

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

test.use(DESKTOP)

const RACKET = '海岬 疾风 98'

test('a stringing order goes from intake to hand-over on the shop’s board, and the player sees each step', async ({
  openAs,
  server,
}) => {
  const { address } = server.current
  const player = await openAs('player')
  const shop = await openOnDesktop(openAs, address, 'clerk')
  await expect(shop.getByRole('heading', { name: '穿线看板', level: 1 })).toBeVisible()

  const orderNo = await test.step('the player orders as last time, and pays with the card', async () => {
    await goTo(player, address, 'threading/pages/rackets/index')
    await player.getByRole('button', { name: new RegExp(`^${RACKET}，主拍，`) }).click()
    await player.getByRole('button', { name: '照上次再穿一次' }).click()
    await player.getByRole('button', { name: '提交订单' }).click()
    await payWithCard(player, { pay: '确认支付 ¥176' })
    const label = await player.getByRole('img', { name: /^订单号二维码 / }).getAttribute('aria-label')
    await player.getByRole('button', { name: '查看订单' }).click()
    await expect(stateOf(player)).toHaveText('等你送拍')
    return label?.replace('订单号二维码 ', '') ?? ''
  })

  const card = () => shop.getByRole('listitem').filter({ hasText: orderNo })
  const column = (name: string) => shop.getByRole('region', { name: new RegExp(`^${name}`) })

  await test.step('the shop finds it on the board, and accepts it', async () => {
    await shop.reload()
    await press(shop, card(), '接单', async (form) => {
      await form.getByLabel('给顾客的话（选填）').fill('放前台就行')
      return '接单'
    })
    await expect(seen(player, '商家已接单：放前台就行')).toBeVisible()
  })

  await test.step('the racket arrives: its condition is recorded, and a label can be printed', async () => {
    await press(shop, card(), '收拍', async (form) => {
      await form.getByRole('checkbox', { name: '护线管破损' }).check()
      await form.getByLabel('说明（选填）').fill('拍头两点钟方向')
      return '收拍并打印标签'
    })
    await expect(shop).toHaveURL(/\/console\/board\/orders\/\d+\/label/)
    await expect(shop.getByText(orderNo)).toBeVisible()
    await expect(seen(player, '检查：护线管破损；拍头两点钟方向')).toBeVisible()
    await expect(stateOf(player)).toHaveText('排队等穿线')
  })

  await test.step('it is strung: a card is moved to the next column by keyboard', async () => {
    await shop.goto(`${address}/console/board`)
    await card()
      .getByRole('button', { name: /^移动 / })
      .focus()
    await shop.keyboard.press('Space')
    await isCarriedOver(shop, '待穿')
    await shop.keyboard.press('ArrowRight')
    await isCarriedOver(shop, '穿线中')
    await shop.keyboard.press('Space')
    const form = shop.getByRole('dialog', { name: /^开始穿线/ })
    await form.getByRole('button', { name: '开始穿线' }).click()
    await expect(form).toBeHidden()
    await expect(stateOf(player)).toHaveText('正在穿线')
  })

  await test.step('a card dropped on a wrong column stays, with a reason; the mouse moves it to the right one', async () => {
    await drag(shop, card(), '待收拍')
    await expect(shop.getByText('订单只能往前走，不能退回上一步')).toBeVisible()
    await drag(shop, card(), '今日完成')
    await expect(shop.getByText('「穿线中」的下一步是「待取/待寄」，不能跳过')).toBeVisible()
    await expect(column('穿线中').locator(card())).toBeVisible()
    await drag(shop, card(), '待取/待寄')
    const form = shop.getByRole('dialog', { name: /^穿好了/ })
    await form.getByRole('button', { name: '通知顾客' }).click()
    await expect(form).toBeHidden()
    await expect(stateOf(player)).toHaveText('穿好了，可以取拍')
  })

  await test.step('a wrong code does not hand the racket over; the right one does', async () => {
    const code = await pickupCode(player)
    const wrong = code === '0000' ? '1111' : '0000'
    await card().getByRole('button', { name: '交付' }).click()
    const form = shop.getByRole('dialog', { name: /^交付球拍/ })
    await form.getByLabel('取拍码（请顾客出示）').fill(wrong)
    await form.getByRole('button', { name: '确认交付' }).click()
    await expect(shop.getByText('取拍码不正确')).toBeVisible()
    await expect(form.getByLabel('取拍码（请顾客出示）')).toHaveValue(wrong)
    await form.getByLabel('取拍码（请顾客出示）').fill(code)
    await shop.keyboard.press('Enter')
    await expect(form).toBeHidden()
    await expect(stateOf(player)).toHaveText('已取拍')
    await expect(column('今日完成').locator(card())).toBeVisible()
  })
})

/** Presses an action on a card, fills in its form, and submits it with the button that `fill` names. */
async function press(
  page: Page,
  card: Locator,
  action: string,
  fill: (form: Locator) => Promise<string>,
): Promise<void> {
  await card.getByRole('button', { name: action, exact: true }).click()
  const form = page.getByRole('dialog', { name: new RegExp(`^${action}`) })
  await form.getByRole('button', { name: await fill(form), exact: true }).click()
  await expect(form).toBeHidden()
}

/** Drags a card to a column with the mouse, by its handle. */
async function drag(page: Page, card: Locator, column: string): Promise<void> {
  await card.getByRole('button', { name: /^移动 / }).hover()
  await page.mouse.down()
  const to = await page.getByRole('region', { name: column }).boundingBox()
  if (!to) throw new Error('the column is not in sight')
  await page.mouse.move(to.x + to.width / 2, to.y + Math.min(to.height, 300) / 2, { steps: 12 })
  await isCarriedOver(page, column)
  await page.mouse.up()
}

/** Waits until the spoken text says that a card is over a column. Keys pressed before that have no effect. */
async function isCarriedOver(page: Page, column: string): Promise<void> {
  await expect(page.getByText(`在「${column}」上方`)).toBeAttached()
}
