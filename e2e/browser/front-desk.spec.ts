import type { Page } from '@playwright/test'
import { DESKTOP, onDesktop } from '../run/console.ts'
import { removeData, startServer, TEMPLATE } from '../run/server.ts'
import { seen } from './class-page.ts'
import { expect, goTo, test } from './journey.ts'
import { enterAtDesk, findAtDesk } from './money-page.ts'

test.use(DESKTOP)

/** Every page where a deployment with WeChat shows something of it. */
const PAGES = [
  'pages/login_h5/index',
  'user/pages/forgot_password/index',
  'user/pages/agreement/index?name=terms',
  'user/pages/agreement/index?name=privacy',
]
const OWN_PAGES = ['pages/my/index', 'user/pages/account/index', 'user/pages/message_settings/index']

test('a club without WeChat takes money at its front desk, and gives it back there', async ({ openAs, server }) => {
  await server.restartWithout(['wechat'])
  const { address } = server.current

  await test.step('nothing of WeChat is shown', async () => {
    const guest = await openAs()
    for (const route of PAGES) await expectWithoutWechat(guest, address, route)
    const own = await openAs('player3')
    for (const route of OWN_PAGES) await expectWithoutWechat(own, address, route)
  })

  const page = await openAs('player3')
  const operator = await onDesktop(openAs, address, 'operator')
  const senior = await onDesktop(openAs, address, 'senior')

  await test.step('a top-up waits at the desk; one operator enters the cash, and the page of the player follows', async () => {
    const orderNo = await beginTopUp(page, address, '充值 ¥200')
    await findAtDesk(operator, address, orderNo)
    await enterAtDesk(operator, { open: '登记线下收款', receiptNo: 'a-0001', press: '确认登记' })
    await expect(page.getByRole('heading', { name: '支付成功', level: 2 })).toBeVisible()
    await expect(seen(page, '线下付款')).toBeVisible()
    await expect(operator.getByText('已付款')).toBeVisible()
  })

  await test.step('a lead lowers the limit; above it a second person agrees', async () => {
    await senior.goto(`${address}/console/offline/settings`)
    await senior.getByLabel('一人可登记的上限').fill('300')
    await senior.getByLabel('转账说明').fill('户名 青杉体育，附言写订单号')
    await senior.getByRole('button', { name: '保存' }).click()
    await expect(senior.getByText('设置已保存')).toBeVisible()

    // How the desk takes money is read once in a while.
    await page.reload()
    const orderNo = await beginTopUp(page, address, '充值 ¥500')
    await expect(seen(page, '户名 青杉体育，附言写订单号')).toBeVisible()
    await findAtDesk(operator, address, orderNo)
    await enterAtDesk(operator, { open: '登记线下收款', receiptNo: 'T-500', press: '提交复核', way: '转账' })
    await expect(operator.getByRole('region', { name: '前台登记' }).getByText('待审批')).toBeVisible()
    await expect(seen(page, '前台已登记收款 ¥500，正等复核，请勿重复支付')).toBeVisible()
    await expect(seen(page, '报给前台')).toHaveCount(0)
    await senior.goto(`${address}/console/approvals`)
    await senior.getByText('前台登记待复核').first().click()
    await approve(senior, 'T-500')
    await expect(page.getByRole('heading', { name: '支付成功', level: 2 })).toBeVisible()
    await page.getByRole('button', { name: '完成' }).click()
  })

  await test.step('the player takes the top-up back; it waits at the desk until it is given back', async () => {
    await page.getByRole('button', { name: /^退款，可退/ }).click()
    const sheet = page.getByRole('dialog', { name: '充值退款' })
    await expect(sheet.getByText('到前台领取')).toBeVisible()
    await sheet.getByRole('button', { name: '退款 ¥500' }).click()
    await expect(seen(page, '退款已受理，¥500 请到前台领取')).toBeVisible()

    await operator.goto(`${address}/console/approvals`)
    await operator.getByText('退款待前台退还').first().click()
    const orderNo = operator.url().split('/').at(-1) ?? ''
    await goTo(page, address, `user/pages/cashier/index?orderId=${orderNo}`)
    await expect(seen(page, /^请到前台领取/)).toBeVisible()
    await enterAtDesk(operator, { open: '登记退还', receiptNo: 'R-500', press: '提交复核' })
    await senior.goto(`${address}/console/offline?state=WAITING`)
    await approve(senior, 'R-500')
    await expect(seen(page, /^已在前台退还/)).toBeVisible()
  })
})

test('production starts with neither WeChat nor WeChat Pay, and simulates nothing', async () => {
  const { address, dataDir, stop } = await startServer({
    from: process.env[TEMPLATE],
    env: {
      NODE_ENV: 'production',
      DEMO: '0',
      RATE_LIMITS: 'on',
      CLOCK_AHEAD_MINUTES: '0',
      TOKEN_SECRET: '6f2d91c07be34a588d1f0c3e97a45b62',
      PUBLIC_URL: 'https://club.example',
      OPERATOR_NAME: '青杉体育有限公司',
      OPERATOR_CONTACT: 'help@club.example',
    },
  })
  const send = (path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' }
    return fetch(`${address}/aaapi${path}`, body && { method: 'POST', headers, body: JSON.stringify(body) })
  }
  // Right after its start on a busy machine production asks to come again, and both clients do.
  const read = async (path: string, body?: object) => {
    let answer = await send(path, body)
    while (answer.status === 503) answer = await send(path, body)
    return answer.json()
  }
  try {
    expect((await read('/features')).data).toMatchObject({ wechat: false, wechatPay: false, cards: true })
    expect((await read('/auth/demo-accounts')).data).toEqual([])
    expect((await read('/auth/wx-login', { code: 'sim:somebody:once' })).code).toBe('wechat_off')
    const notice = await fetch(`${address}/aaapi/payments/notify/simulator`, { method: 'POST' })
    expect(notice.status).toBe(404)
    const account = {
      username: 'zhou_club',
      password: 'a1b2c3d4e5',
      nickname: '周教练',
      agreementVersion: '2026-11-26',
    }
    expect((await read('/auth/register', account)).success).toBe(true)
  } finally {
    await stop()
    await removeData(dataDir)
  }
})

async function expectWithoutWechat(page: Page, address: string, route: string): Promise<void> {
  await goTo(page, address, route)
  await expect(page.locator('.taro_page').last()).not.toBeEmpty()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText(/微信(?!号)/)).toHaveCount(0)
}

/** Tops the card up, to the cashier. @returns the number that the player says at the desk */
async function beginTopUp(page: Page, address: string, plan: string): Promise<string> {
  await goTo(page, address, 'pages/my/index')
  await page.getByRole('button', { name: '充值储值卡' }).click()
  const sheet = page.getByRole('dialog', { name: '充值到拍档储值卡' })
  await sheet.getByRole('radio', { name: plan }).click()
  await sheet.getByRole('button', { name: /^去支付/ }).click()
  await expect(page.getByRole('radio', { name: /到前台付款/ })).toBeChecked()
  await expect(page.getByText(/微信/)).toHaveCount(0)
  return new URLSearchParams(page.url().split('?')[1]).get('orderId') ?? ''
}

async function approve(senior: Page, receiptNo: string): Promise<void> {
  await senior.getByRole('row').filter({ hasText: receiptNo }).getByRole('button', { name: '通过' }).click()
  const question = senior.getByRole('dialog', { name: /^确认/ })
  await question.getByRole('button', { name: '通过' }).click()
  await expect(question).toBeHidden()
}
