import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ballDetailPath } from '../../../paths'
import { prepareFile } from '../../../platform/save-file'
import { freshCache, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { CardView } from './card-view'
import { type CardWorld, FAILED, givenCard, givenCardServer, givenMovement, TOP_UP } from './testing/given-cards'

vi.mock('../../../platform/save-file', () => ({
  prepareFile: vi.fn(async () => ({ needsPress: false, hand: async () => undefined })),
}))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-21T12:00:00+08:00'))
  givenSession('10')
})

const open = (world: CardWorld = {}, cardId = '5') => {
  const calls = givenCardServer(world)
  render(
    <QueryClientProvider client={freshCache()}>
      <CardView cardId={cardId} />
    </QueryClientProvider>,
  )
  return calls
}
const asked = (calls: ReturnType<typeof open>, path: string) =>
  calls.map((call) => call.path).filter((one) => one.startsWith(path))

test('movements are listed by month with what came in and went out, and lead to their game', async () => {
  open()
  await screen.findByText('支出 ¥55', { exact: false })
  expect(screen.getByText('2026 年 11 月').parentElement?.textContent).toContain('支出 ¥55')
  expect(screen.getByText('2026 年 10 月').parentElement?.textContent).toContain('收入 ¥520')
  const row = screen.getByRole('button', {
    name: '消费，固定双打老友局，11.20 09:36，−55，余额 ¥800，看这场球局',
  })
  await userEvent.click(row)
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: ballDetailPath('9') })
})

test('a direction is fetched from the first page, and shows only its own sum', async () => {
  const calls = open({
    '/stored-card/transactions': ({ path }) =>
      path.includes('direction=IN') ? { data: [TOP_UP], total: 1 } : { data: [givenMovement(2), TOP_UP], total: 2 },
  })
  await screen.findByText('+520')
  await userEvent.click(screen.getByRole('radio', { name: '收入' }))
  await waitFor(() => expect(screen.queryByText('−55')).toBeNull())
  expect(asked(calls, '/stored-card/transactions').at(-1)).toBe(
    '/stored-card/transactions/card/5?current=1&rows=10&direction=IN',
  )
  expect(screen.getByText('2026 年 10 月').parentElement?.textContent).toBe('2026 年 10 月收入 ¥520')
})

test('the next page is fetched by its button', async () => {
  const all = Array.from({ length: 12 }, (_, n) => givenMovement(12 - n))
  open({
    '/stored-card/transactions': ({ path }) => {
      const current = Number(new URL(path, 'http://app').searchParams.get('current'))
      return { data: all.slice((current - 1) * 10, current * 10), total: all.length }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '加载更多' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(12))
})

test('all movements are exported as a table, in the chosen format', async () => {
  const file = { fileName: '储值卡流水.csv', contentType: 'text/csv', base64: '' }
  const calls = open({ '/stored-card/file': { data: file } })
  await userEvent.click(await screen.findByRole('button', { name: '导出流水' }))
  await userEvent.click(await screen.findByText('通用表格（CSV）'))
  await waitFor(() => expect(prepareFile).toHaveBeenCalledWith(file))
  expect(asked(calls, '/stored-card/file')).toEqual(['/stored-card/file/card/5?format=csv'])
})

const until = '2026-11-25T02:00:00.000Z'

test('the refund and the lost gift are shown before the button, and exactly that amount is sent', async () => {
  let isBack = false
  const calls = open({
    '/stored-card/withdrawals': () => ({
      data: isBack ? [] : [{ orderId: '30', refundFen: 50_000, lostGiftFen: 2_000, target: 'SOURCE', until }],
    }),
    '/stored-card/withdraw': () => {
      isBack = true
      return { data: givenCard() }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '退款，可退 ¥500' }))
  const sheet = within(await screen.findByRole('dialog'))
  for (const [name, value] of [
    ['退回本金', '¥500'],
    ['失去赠送', '¥20'],
    ['可申请到', '11.25 10:00'],
  ] as const) {
    expect(sheet.getByText(name).parentElement?.textContent).toBe(`${name}${value}`)
  }
  await userEvent.dblClick(sheet.getByRole('button', { name: '退款 ¥500' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '退款，可退 ¥500' })).toBeNull())
  expect(calls.filter(({ path }) => path === '/stored-card/withdraw').map(({ body }) => body)).toEqual([
    { cardId: '5', orderId: '30', refundFen: 50_000 },
  ])
})

test('one of several top-ups is chosen; when its amount has changed, the new one is fetched', async () => {
  let first = 20_000
  const calls = open({
    '/stored-card/withdrawals': () => ({
      data: [
        { orderId: '33', refundFen: first, lostGiftFen: 0, target: 'SOURCE', until },
        { orderId: '30', refundFen: 5_000, lostGiftFen: 0, target: 'OFFLINE', until: '2026-11-25T03:30:00.000Z' },
      ],
    }),
    '/stored-card/withdraw': () => {
      first = 15_000
      return { status: 409, code: 'card_withdrawal_changed', msg: '可退金额已变化，请刷新后再试' }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '退款，可退 ¥250' }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getAllByRole('radio').map(({ textContent }) => textContent)).toEqual([
    '11.18 10:00 的充值线上付的可退 ¥200',
    '11.18 11:30 的充值在前台付的可退 ¥50',
  ])
  await userEvent.click(sheet.getByRole('button', { name: '退款 ¥200' }))
  await sheet.findByRole('button', { name: '退款 ¥150' })
  expect(asked(calls, '/stored-card/withdrawals')).toHaveLength(2)
})

test('a failed read of the movements is reported in their card, and the face stays', async () => {
  open({ '/stored-card/transactions': FAILED })
  await screen.findByText('储值卡流水没有取到')
  expect(screen.getByText('8600 0000 0000 0005')).toBeTruthy()
})

test('the card of another user leads back to the caller’s cards', async () => {
  open({}, '6')
  await screen.findByText('储值卡不存在')
  expect(screen.getByRole('button', { name: '我的储值卡' })).toBeTruthy()
})
