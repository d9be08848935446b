import type { CardAdjustment, ManagedCard } from '@paidang/api/areas/money/admin-cards'
import type { CardTransaction } from '@paidang/api/areas/money/cards'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, fill, refused, shownRows } from '../../../testing/draw'
import { CardAdjustmentsPage } from './card-adjustments-page'
import { CardPage, CardsPage } from './card-pages'

/** A card with a gift on it, by default. */
const givenCard = (over: Partial<ManagedCard> = {}): ManagedCard => ({
  card: {
    id: '3',
    cardNo: '8600000000000003',
    name: '拍档储值卡',
    balanceFen: 82_000,
    principalFen: 80_000,
    giftFen: 2_000,
    createTime: '2026-11-01T04:00:00.000Z',
  },
  owner: { id: '7', nickname: '林知夏', avatar: null },
  movedTime: '2026-11-20T04:00:00.000Z',
  hasWaitingAdjustment: false,
  revision: 2,
  ...over,
})

/** A payment with that card. */
const givenMovement = (over: Partial<CardTransaction> = {}): CardTransaction => ({
  seq: 2,
  kind: 'PAY',
  amountFen: -12_000,
  principalChange: -10_000,
  giftChange: -2_000,
  balanceAfterFen: 82_000,
  principalAfter: 80_000,
  giftAfter: 2_000,
  reason: '报名球局',
  order: { id: '51', title: '周末双打', object: { kind: 'ball', id: '9' } },
  createTime: '2026-11-20T04:00:00.000Z',
  ...over,
})

/** A requested change of that card. */
const givenAdjustment = (over: Partial<CardAdjustment> = {}): CardAdjustment => ({
  id: '7',
  state: 'WAITING',
  owner: { id: '7', nickname: '林知夏', avatar: null },
  card: { id: '3', cardNo: '8600000000000003', principalFen: 80_000, giftFen: 2_000, revision: 2 },
  isNewCard: false,
  principalChange: -1_000,
  giftChange: 200,
  reason: '更正',
  note: '',
  requestedBy: { id: '9', nickname: '小周' },
  decidedBy: null,
  createTime: '2026-11-20T04:00:00.000Z',
  endTime: null,
  ...over,
})

const CARDS = 'GET /admin/cards'
const ISSUE = 'POST /admin/cards/issue'

/** Opens the form of a new card, and fills it in. */
async function requestCardIssue() {
  await userEvent.click(await screen.findByText('申请开卡'))
  const form = within(await screen.findByRole('dialog'))
  fill(
    [form.getByLabelText('用户编号'), '7'],
    [form.getByLabelText('开卡赠送（元，选填）'), '20.5'],
    [form.getByLabelText('原因'), ' 活动奖励 '],
  )
  expect(form.getByText('另一位运营主管通过后才会开卡，持卡人会收到通知。')).toBeTruthy()
  await userEvent.click(form.getByText('提交审批'))
  return form
}

test('a card shows its owner and its balance, and that a change waits', async () => {
  draw(<CardsPage />, { answers: { [CARDS]: { data: [givenCard({ hasWaitingAdjustment: true })], total: 1 } } })
  await screen.findByText('8600000000000003')
  expect(shownRows()).toEqual([
    ['8600000000000003', '林知夏（7）', '¥820', '¥800', '¥20', '2026-11-20 12:00', '2026-11-01 12:00', '待审批'],
  ])
})

test('a new card is sent in fen, and stays a request', async () => {
  const { writes } = draw(<CardsPage />, {
    answers: { [CARDS]: { data: [], total: 0 }, [ISSUE]: { data: givenAdjustment({ card: null, isNewCard: true }) } },
  })
  expect(await screen.findByText('还没有储值卡。球员第一次充值时自动开卡，也可以申请开卡')).toBeTruthy()
  await requestCardIssue()
  expect(await screen.findByText('已提交，等待运营主管审批')).toBeTruthy()
  expect(writes()).toEqual([[ISSUE, { userId: '7', giftFen: 2_050, reason: '活动奖励' }]])
})

test('a request that is refused shows the reason, and keeps the input', async () => {
  draw(<CardsPage />, { answers: { [CARDS]: { data: [], total: 0 }, [ISSUE]: refused('user_not_found') } })
  const form = await requestCardIssue()
  expect(await screen.findByText('用户不存在')).toBeTruthy()
  expect((form.getByLabelText('用户编号') as HTMLInputElement).value).toBe('7')
  expect(screen.queryByText('已提交，等待运营主管审批')).toBeNull()
})

test('a staff member whose password was made by a colleague cannot request a card, and reads why', async () => {
  draw(<CardsPage />, { staff: { isPasswordGiven: true }, answers: { [CARDS]: { data: [], total: 0 } } })
  expect(await screen.findByText('您的密码由同事设置，请先修改密码，再提交或审批资金调整')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /申请开卡/ }).disabled).toBe(true)
})

test('a failed read of the cards shows the reason', async () => {
  draw(<CardsPage />, { answers: { [CARDS]: refused('action_forbidden') } })
  expect(await screen.findByText('无权限操作')).toBeTruthy()
  expect(screen.queryByText('还没有储值卡。球员第一次充值时自动开卡，也可以申请开卡')).toBeNull()
})

const page = (
  <Routes>
    <Route path="/cards/:id" element={<CardPage />} />
  </Routes>
)
const CARD = 'GET /admin/cards/3'
const MOVEMENTS = 'GET /admin/cards/transactions/3'
const ADJUST = 'POST /admin/cards/adjust/3'
const nothingMoved = { data: [], total: 0 }

/** Opens the form of a change, and fills it in. */
async function askForChange({ principal, gift }: { principal: string; gift: string }) {
  await userEvent.click(await screen.findByText('申请调整'))
  const form = within(await screen.findByRole('dialog'))
  expect(form.getByText(/现有本金 ¥800，赠送 ¥20。另一位运营主管通过后才会变动/)).toBeTruthy()
  fill(
    [form.getByLabelText('本金变动（元，扣减填负数）'), principal],
    [form.getByLabelText('赠送变动（元，扣减填负数）'), gift],
    [form.getByLabelText('原因'), '重复扣款'],
  )
  await userEvent.click(form.getByText('提交审批'))
}

test('a card shows its balance, and every movement', async () => {
  const { heard } = draw(page, {
    at: '/cards/3?kind=PAY',
    answers: { [CARD]: { data: givenCard() }, [MOVEMENTS]: { data: [givenMovement()], total: 1 } },
  })
  const order = await screen.findByText('周末双打')
  expect(order.getAttribute('href')).toBe('/payments/51')
  expect(shownRows()).toEqual([['2026-11-20 12:00', '消费', '报名球局', '周末双打', '-¥100', '-¥20', '¥820']])
  expect(screen.getByText('¥800 / ¥20')).toBeTruthy()
  expect(screen.getByText('林知夏（7）')).toBeTruthy()
  expect(heard.find(({ path }) => path.endsWith('/transactions/3'))?.query.get('kind')).toBe('PAY')
})

test('a change is only requested: the amounts stay, and no second change can be requested', async () => {
  let hasWaitingAdjustment = false
  const { writes } = draw(page, {
    at: '/cards/3',
    answers: {
      [CARD]: () => ({ data: givenCard({ hasWaitingAdjustment }) }),
      [MOVEMENTS]: nothingMoved,
      [ADJUST]: () => {
        hasWaitingAdjustment = true
        return { data: givenAdjustment() }
      },
    },
  })
  await askForChange({ principal: '-10', gift: '2' })
  expect(await screen.findByText('已提交，等待运营主管审批')).toBeTruthy()
  expect(writes()).toEqual([[ADJUST, { principalChange: -1_000, giftChange: 200, reason: '重复扣款', revision: 2 }]])
  expect((await screen.findByText('去查看')).getAttribute('href')).toBe('/card-adjustments?cardNo=8600000000000003')
  expect(screen.getByText('¥800 / ¥20')).toBeTruthy()
  expect(screen.getByText('申请调整').closest('button')?.disabled).toBe(true)
})

test('a deduction above the balance is not sent', async () => {
  const { writes } = draw(page, {
    at: '/cards/3',
    answers: { [CARD]: { data: givenCard() }, [MOVEMENTS]: nothingMoved },
  })
  await askForChange({ principal: '-800.01', gift: '0' })
  expect(await screen.findByText('本金和赠送都不能调整到零以下')).toBeTruthy()
  expect(writes()).toEqual([])
})

test('a change that is refused shows the reason', async () => {
  draw(page, {
    at: '/cards/3',
    answers: { [CARD]: { data: givenCard() }, [MOVEMENTS]: nothingMoved, [ADJUST]: refused('money_request_waits') },
  })
  await askForChange({ principal: '1', gift: '1' })
  expect(await screen.findByText('已有待审批的申请，请先处理')).toBeTruthy()
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('a card that does not exist is reported', async () => {
  draw(page, { at: '/cards/3', answers: { [CARD]: refused('card_not_found') } })
  expect(await screen.findByText('储值卡不存在')).toBeTruthy()
})

const waiting = givenAdjustment()
const ADJUSTMENTS = 'GET /admin/card-adjustments'
const waitingList = { data: [waiting], total: 1 }

test('a senior approves another operator’s request, after the effect was shown', async () => {
  const { heard } = draw(<CardAdjustmentsPage />, {
    staff: { id: '2', role: 'senior' },
    answers: {
      [ADJUSTMENTS]: waitingList,
      'POST /admin/card-adjustments/decide/7': { data: { ...waiting, state: 'DONE' } },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '通过' }))
  expect(await screen.findByText(/本金 -¥10，赠送 \+¥2。立即生效并通知持卡人，不能撤销。/)).toBeTruthy()
  expect(heard.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.click(screen.getAllByRole('button', { name: '通过' }).at(-1) as HTMLElement)
  await screen.findByText('已通过，余额已变动')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ approve: true, revision: 2 })
})

test('an operator approves nothing, and whoever requested a change can only withdraw it', async () => {
  draw(<CardAdjustmentsPage />, { staff: { id: '5', role: 'operator' }, answers: { [ADJUSTMENTS]: waitingList } })
  expect(await screen.findByText('等待运营主管')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull()
})

test('a senior whose password was made by a colleague decides nothing, reads why, and can decide after choosing a new one', async () => {
  draw(<CardAdjustmentsPage />, {
    staff: { id: '2', role: 'senior', isPasswordGiven: true },
    answers: { [ADJUSTMENTS]: waitingList, 'POST /staff/password': { data: null } },
  })
  expect(await screen.findByText('您的密码由同事设置，请先修改密码，再提交或审批资金调整')).toBeTruthy()
  const approve = await screen.findByRole<HTMLButtonElement>('button', { name: '通过' })
  expect([approve.disabled, screen.getByRole<HTMLButtonElement>('button', { name: '拒绝' }).disabled]).toEqual([
    true,
    true,
  ])
  await userEvent.click(screen.getByRole('button', { name: '修改密码' }))
  const form = within(await screen.findByRole('dialog'))
  fill(
    [form.getByLabelText('原密码'), 'abc234def567'],
    [form.getByLabelText('新密码'), 'my0wn4ever'],
    [form.getByLabelText('再输一遍新密码'), 'my0wn4ever'],
  )
  await userEvent.click(form.getByRole('button', { name: '修改密码' }))
  await waitFor(() => expect(approve.disabled).toBe(false))
  expect(screen.queryByText(/您的密码由同事设置/)).toBeNull()
})

test('a request that ended because the owner closed the account names the system', async () => {
  const ended = { state: 'WITHDRAWN', note: '持卡人已注销，申请自动撤回', endTime: '2026-11-21T04:00:00.000Z' } as const
  draw(<CardAdjustmentsPage />, {
    staff: { id: '5', role: 'operator' },
    answers: { [ADJUSTMENTS]: { data: [givenAdjustment(ended)], total: 1 } },
  })
  expect(await screen.findByText('系统')).toBeTruthy()
  expect(screen.getByText('持卡人已注销，申请自动撤回')).toBeTruthy()
})

test('a senior does not decide their own request', async () => {
  draw(<CardAdjustmentsPage />, { staff: { id: '9', role: 'senior' }, answers: { [ADJUSTMENTS]: waitingList } })
  expect(await screen.findByRole('button', { name: '撤回' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull()
})
