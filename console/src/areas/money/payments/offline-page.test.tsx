import type { OfflineEntry } from '@paidang/api/areas/money/admin-offline'
import { errors } from '@paidang/api/catalogue/errors'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, fill, refused } from '../../../testing/draw'
import { OfflinePage, OfflineSettingsPage } from './offline-page'
import { PaymentOrderPage } from './payment-pages'
import { RefundsPage } from './refunds-page'

const SETTINGS = 'GET /admin/offline-settings'
const settings = (over: object = {}) => ({
  data: { limitFen: 200_000, isAllowed: false, transferNote: '', isOffered: true, revision: 3, ...over },
})
const payer = { id: '5', nickname: '林知夏', avatar: null }
const order = (amountFen: number) => ({
  id: '51',
  kind: 'CARD_TOP_UP',
  object: { kind: 'card', id: '9' },
  title: '储值卡充值',
  lines: [],
  amountFen,
  state: 'UNPAID',
  method: null,
  expiresAt: '2026-11-20T12:30:00.000Z',
  paidAt: null,
  closedAt: null,
  refundedFen: 0,
  refunds: [],
  createTime: '2026-11-20T12:00:00.000Z',
})
const entry = (over: Partial<OfflineEntry> = {}): OfflineEntry => ({
  id: '7',
  kind: 'PAYMENT',
  state: 'WAITING',
  order: { id: '51', kind: 'CARD_TOP_UP', title: '储值卡充值', state: 'UNPAID' },
  payer,
  refundId: null,
  amountFen: 300_000,
  limitFen: 200_000,
  way: 'TRANSFER',
  receiptNo: 'T-7',
  reason: '公司转账',
  note: '',
  requestedBy: { id: '9', nickname: '小周' },
  decidedBy: null,
  createTime: '2026-11-20T12:10:00.000Z',
  endTime: null,
  correctedTime: null,
  correctionBy: null,
  ...over,
})
const orderPage = (
  <Routes>
    <Route path="/payments/:id" element={<PaymentOrderPage />} />
  </Routes>
)
const detail = (amountFen: number) => ({
  'GET /admin/orders/51': {
    data: { order: order(amountFen), refundingFen: 0, payer, payments: [], refundProblems: [] },
  },
})

/** Opens the form, and fills it with a receipt and a reason. */
async function typeInto(button: string, receiptNo: string) {
  await userEvent.click(await screen.findByRole('button', { name: button }))
  const form = within(await screen.findByRole('dialog'))
  fill([form.getByLabelText(/收据号/), receiptNo], [form.getByLabelText('说明'), '本人到店'])
  return form
}

test('staff enter the sum that they see, with way, receipt and reason; up to the limit it counts at once', async () => {
  const { writes } = draw(orderPage, {
    at: '/payments/51',
    answers: {
      ...detail(200_000),
      [SETTINGS]: settings(),
      'POST /admin/offline-entries/pay/51': { data: entry({ state: 'DONE' }) },
    },
  })
  const form = await typeInto('登记线下收款', '收据7')
  expect(form.getByText(/确认已收到「林知夏」的全部 ¥2,?000/)).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: '确认登记' }))
  expect(await form.findByText(/收据号由字母、数字/)).toBeTruthy()
  expect(writes()).toEqual([])
  fill([form.getByLabelText(/收据号/), 'A-7'])
  await userEvent.click(form.getByRole('button', { name: '确认登记' }))
  await screen.findByText('已登记')
  expect(writes()).toEqual([
    ['POST /admin/offline-entries/pay/51', { amountFen: 200_000, way: 'CASH', receiptNo: 'A-7', reason: '本人到店' }],
  ])
})

test('above the limit the form says before that a second person agrees', async () => {
  draw(orderPage, {
    at: '/payments/51',
    answers: {
      ...detail(200_001),
      [SETTINGS]: settings(),
      'POST /admin/offline-entries/pay/51': { data: entry() },
    },
  })
  const form = await typeInto('登记线下收款', 'A-7')
  expect(
    form.getByText(/须另一位运营主管在 .+ 前复核才生效；到时没有复核，订单关闭，收的钱须退还。复核前可以撤回。/),
  ).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: '提交复核' }))
  await screen.findByText('已登记，等待另一位运营主管复核')
})

test('where the desk takes no money there is no button, and no provider is asked without one', async () => {
  draw(orderPage, { at: '/payments/51', answers: { ...detail(5_000), [SETTINGS]: settings({ isOffered: false }) } })
  await screen.findByText('还没有发起过支付')
  expect(screen.queryByRole('button', { name: '登记线下收款' })).toBeNull()
  expect(screen.queryByRole('button', { name: /向支付方查询/ })).toBeNull()
})

test('a lead agrees to what another entered, and reads what ended meanwhile', async () => {
  const answers: object[] = [refused('order_closed'), { data: entry({ state: 'DONE' }) }]
  const { writes } = draw(<OfflinePage />, {
    staff: { id: '2', role: 'senior' },
    answers: {
      [SETTINGS]: settings(),
      'GET /admin/offline-entries': { data: [entry()], total: 1 },
      'POST /admin/offline-entries/decide/7': () => answers.shift() as { data: unknown },
    },
  })
  const approve = async () => {
    await userEvent.click(await screen.findByRole('button', { name: '通过' }))
    await screen.findByText(/转账 ¥3,?000，收据号 T-7。订单立即为已付款/)
    await userEvent.click(screen.getAllByRole('button', { name: '通过' }).at(-1) as HTMLElement)
  }
  await approve()
  await screen.findByText('订单已关闭，请重新下单')
  await waitFor(() => expect(screen.queryByText(/订单立即为已付款/)).toBeNull())
  await approve()
  await waitFor(() => expect(answers).toEqual([]))
  expect(writes()).toEqual(Array(2).fill(['POST /admin/offline-entries/decide/7', { approve: true }]))
})

test('an entry whose order ended meanwhile can only be refused, and the question says what becomes of the money', async () => {
  draw(<OfflinePage />, {
    staff: { id: '2', role: 'senior' },
    answers: {
      [SETTINGS]: settings(),
      'GET /admin/offline-entries': {
        data: [entry({ order: { id: '51', kind: 'BALL_SEAT', title: '双打', state: 'CLOSED' } })],
        total: 1,
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /拒\s*绝/ }))
  await screen.findByText('订单已关闭；已收的钱请退还付款人。')
  expect(screen.queryByRole('button', { name: /通\s*过/ })).toBeNull()
})

test('what is typed in place of an order number is refused in words; digits of any width are one', async () => {
  const { address } = draw(<OfflinePage />, { answers: { [SETTINGS]: settings() } })
  const field = await screen.findByLabelText('付款人报的订单号')
  await userEvent.type(field, 'abc{Enter}')
  await screen.findByText('请输入订单号，只有数字')
  await userEvent.clear(field)
  await userEvent.type(field, '１５７{Enter}')
  await waitFor(() => expect(address()).toBe('/payments/157'))
})

test('a refund that waits at the desk is given back there once, and not tried again', async () => {
  const refund = {
    id: '61',
    amountFen: 5_000,
    reason: '退出',
    target: 'OFFLINE',
    state: 'WAITING',
    createTime: '2026-11-20T13:00:00.000Z',
    doneTime: null,
  }
  const row = {
    refund,
    outRefundNo: 'R1',
    attempts: 0,
    problem: null,
    nextTryTime: null,
    orderId: '51',
    orderTitle: '双打',
    payer,
  }
  const entered = { ...row, refund: { ...refund, id: '62' }, payer: { ...payer, nickname: '赵一鸣' } }
  const corrected = { ...row, refund: { ...refund, id: '63' }, orderId: '53' }
  const correction = entry({ id: '8', kind: 'CORRECTION', order: { ...entry().order, id: '53', state: 'CLOSED' } })
  const { writes } = draw(<RefundsPage />, {
    answers: {
      [SETTINGS]: settings(),
      'GET /admin/refunds': { data: [row, entered, corrected], total: 3 },
      'GET /admin/offline-entries': { data: [entry({ kind: 'REFUND', refundId: '62' }), correction], total: 2 },
      'POST /admin/offline-entries/refund/61': { data: entry({ kind: 'REFUND', refundId: '61', state: 'DONE' }) },
    },
  })
  await screen.findByText('已登记，等待复核')
  // The money of a payment that may have been entered by mistake stays in the till.
  await screen.findByText(/小周 已申请冲正，先不要退钱/)
  expect(screen.getByRole('link', { name: '复核或撤回冲正' }).getAttribute('href')).toMatch(/offline\?state=WAITING$/)
  expect(screen.getAllByText('前台退还')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  const form = await typeInto('登记退还', 'B-7')
  await userEvent.click(form.getByRole('button', { name: '确认登记' }))
  await waitFor(() => expect(writes()).toHaveLength(1))
  expect(writes()[0]?.[1]).toEqual({ amountFen: 5_000, way: 'CASH', receiptNo: 'B-7', reason: '本人到店' })
})

test('a lead changes the limit over what was seen; without WeChat Pay there is nothing to allow', async () => {
  const { writes } = draw(<OfflineSettingsPage />, {
    staff: { role: 'senior' },
    answers: {
      [SETTINGS]: settings({ isAllowed: true }),
      'GET /features': { data: { wechat: false, wechatPay: false } },
      'PUT /admin/offline-settings': settings({ limitFen: 30_000, revision: 4 }),
    },
  })
  fill([await screen.findByLabelText('一人可登记的上限'), '300'])
  await waitFor(() => expect(screen.queryByText('微信支付之外也在前台收款')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('设置已保存')
  expect(writes()).toEqual([
    ['PUT /admin/offline-settings', { limitFen: 30_000, isAllowed: true, transferNote: '', revision: 3 }],
  ])
})

test('money that bought nothing is taken back, in words of what waits at the desk; what was given back is not', async () => {
  const order = { id: '51', kind: 'BALL_SWAP', title: '接手名额', state: 'CLOSED' } as const
  const rows = [
    entry({ order, state: 'DONE', amountFen: 6_000 }),
    entry({ order, state: 'DONE', id: '8', receiptNo: 'T-8', isUsed: true }),
  ]
  draw(<OfflinePage />, {
    answers: { [SETTINGS]: settings(), 'GET /admin/offline-entries': { data: rows, total: rows.length } },
  })
  expect(await screen.findByText(errors.offline_money_used.message)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /冲\s?正/ }))
  const form = within(await screen.findByRole('dialog'))
  expect(form.getByText(/通过后这笔待退还的 ¥60 不再退还。收到过的钱不在这里冲正，请登记退还。$/)).toBeDefined()
})

const PAID = { order: { id: '51', kind: 'CARD_TOP_UP', title: '储值卡充值', state: 'PAID' } } as const

test('a payment that was entered by mistake is taken back by a request with a reason; one that was says so', async () => {
  const paid = { ...PAID, state: 'DONE' as const }
  const rows = [
    entry({ ...paid, amountFen: 50_000 }),
    entry({ ...paid, id: '8', receiptNo: 'T-8', correctedTime: '2026-11-20T12:20:00.000Z' }),
    entry({ ...paid, id: '9', kind: 'CORRECTION', state: 'WAITING', amountFen: 60_000, limitFen: 0 }),
  ]
  const { writes } = draw(<OfflinePage />, {
    answers: {
      [SETTINGS]: settings(),
      'GET /admin/offline-entries': { data: rows, total: rows.length },
      'POST /admin/offline-entries/correct/7': { data: rows[0] },
    },
  })
  expect(await screen.findByText('已冲正')).toBeDefined()
  expect(screen.getByText('冲正收款 ¥600')).toBeDefined()
  const buttons = screen.getAllByRole('button', { name: /冲\s?正/ })
  expect(buttons).toHaveLength(1)
  await userEvent.click(buttons[0] as HTMLElement)
  const form = within(await screen.findByRole('dialog'))
  expect(form.getByText(/须另一位运营主管复核；通过后收回「储值卡充值」/)).toBeDefined()
  fill([form.getByLabelText('原因'), '登记到了别人的订单'])
  await userEvent.click(form.getByRole('button', { name: '提交复核' }))
  await waitFor(() =>
    expect(writes()).toEqual([['POST /admin/offline-entries/correct/7', { reason: '登记到了别人的订单' }]]),
  )
})

test('what can not be taken back says why in place of the button, and a correction of it can only be refused', async () => {
  const paid = { ...PAID, state: 'DONE' as const }
  const correction = { ...PAID, kind: 'CORRECTION', limitFen: 0 } as const
  const rows = [
    entry({ ...correction, id: '1', isUsed: true }),
    entry({ ...correction, id: '2' }),
    entry({ ...paid, id: '3', correctionBy: { id: '9', nickname: '小周' } }),
    entry({ ...paid, id: '4', isUsed: true }),
    entry({ ...paid, id: '5', order: { ...PAID.order, kind: 'BALL_PUBLISH' } }),
  ]
  draw(<OfflinePage />, {
    staff: { id: '2', role: 'senior' },
    answers: { [SETTINGS]: settings(), 'GET /admin/offline-entries': { data: rows, total: rows.length } },
  })
  const cells = (await screen.findAllByText('转账')).map((way) =>
    way.closest('tr')?.lastElementChild?.textContent?.replace(/\s/g, ''),
  )
  expect(cells).toEqual([
    '这笔钱买的内容已经用过、开始或退过，不能冲正拒绝',
    '通过拒绝',
    '小周已申请冲正，等待另一位运营主管复核',
    '这笔钱买的内容已经用过、开始或退过，不能冲正',
    '发布球局和接手名额的付款不能冲正，请由本人取消后登记退还',
  ])
})

test('an empty desk says what to do next; nothing matches only where something was asked for', async () => {
  const answers = { [SETTINGS]: settings(), 'GET /admin/offline-entries': { data: [], total: 0 } }
  const empty = '还没有登记。付款人到前台付了现金或转账，在上面输入订单号登记'
  draw(<OfflinePage />, { answers })
  await screen.findByText(empty)
  expect(screen.queryByText('没有符合条件的登记')).toBeNull()
  cleanup()
  draw(<OfflinePage />, { at: '/offline?state=WAITING', answers })
  await screen.findByText('没有符合条件的登记')
  expect(screen.queryByText(empty)).toBeNull()
})
