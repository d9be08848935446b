import type { dueWorkOfMerchant } from '@paidang/api/areas/activities/merchant-board'
import type { StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { errors } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { draw, fill, refused, shownRows } from '../../../testing/draw'
import { DuePage } from './due-page'
import { OrderPage, OrdersPage } from './order-pages'
import { givenCard, givenHistory, givenOrder } from './testing/given-jobs'

describe('orders', () => {
  const LIST = 'GET /merchant/threading/orders'

  const show = (at: string, answer: Parameters<typeof draw>[1]['answers'][string]) =>
    draw(<OrdersPage />, { at, staff: { role: 'merchant', merchantId: '1' }, answers: { [LIST]: answer } })

  test('an order that is over is listed too, with the place of its racket; Enter opens it', async () => {
    const held = givenOrder({ status: 'CANCELLED', isInShop: true, expectedAt: '2026-11-23T10:00:00.000Z' })
    const done = givenOrder({
      ...{ id: '8', status: 'COMPLETED', dueAt: '2026-11-22T10:00:00.000Z', expectedAt: '2026-11-23T10:00:00.000Z' },
    })
    const { address } = show('/orders', { data: [held, done], total: 2 })
    const [row] = await screen.findAllByText('CX2026112200000007')
    const [first, second] = shownRows()
    expect(first).toEqual([
      ...['CX2026112200000007', '2026-11-20 20:00', '2026-11-23 18:00', '林知夏', '海岬 疾风 98'],
      ...['云弦 六棱聚酯 1.25', '52 / 50 lb', '到店送取', '¥166', '已取消球拍待退还'],
    ])
    expect(second?.[2]).toBe('2026-11-23 18:00顾客希望 2026-11-22 18:00')
    expect(second?.at(-1)).toBe('已完成')
    row?.closest('tr')?.querySelector('a')?.focus()
    await userEvent.keyboard('{Enter}')
    expect(address()).toBe('/board/orders/7')
  })

  test('the filters of the address are sent, and an empty result is reported', async () => {
    const asked = { keyword: '0009', status: 'COMPLETED' }
    const { heard } = show(`/orders?${new URLSearchParams(asked)}`, { data: [], total: 0 })
    expect(await screen.findByText('没有符合条件的订单')).toBeTruthy()
    expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject(asked)
  })

  test('a failed read of the orders shows the reason', async () => {
    show('/orders', refused('action_forbidden'))
    expect(await screen.findByText('无权限操作')).toBeTruthy()
  })
})

describe('order', () => {
  type Answers = Parameters<typeof draw>[1]['answers']

  const ORDER = 'GET /merchant/threading/orders/7'
  const GIVE_BACK = 'POST /merchant/threading/orders/give-back/7'
  const REFUSE = 'POST /merchant/threading/orders/refuse/7'

  function show(order: () => StringingOrder, answers: Answers = {}) {
    return draw(
      <Routes>
        <Route path="/board/orders/:id" element={<OrderPage />} />
      </Routes>,
      {
        at: '/board/orders/7',
        staff: { role: 'merchant', merchantId: '1' },
        answers: {
          [ORDER]: () => ({ data: order() }),
          'GET /merchant/threading/rackets/history/3': { data: givenHistory() },
          ...answers,
        },
      },
    )
  }

  /** Opens the refusal of the job, and gives a reason. */
  async function refuseIt() {
    await userEvent.click(await screen.findByText('拒单'))
    const question = within(await screen.findByRole('dialog'))
    expect(
      question.getByText(
        /货款全额退回：线下付款的由前台退还，其余用储值卡付的或有储值卡的退到卡上，否则原路退回。预留的球线放回库存；球拍已在店里的，还要退还给他。不能撤销/,
      ),
    ).toBeTruthy()
    fill([question.getByLabelText('原因'), '球拍有裂痕'])
    await userEvent.click(question.getByText('拒单并退款'))
  }

  test('the page shows stringing, player, price, and the racket’s earlier stringings', async () => {
    const urgent = { label: '加急（2 小时内）', quantity: 1, unitFen: 3_000, amountFen: 3_000 }
    show(() => givenOrder({ lines: [...givenOrder().lines, urgent] }))
    expect(await screen.findByText('海岬 疾风 98 · 林知夏')).toBeTruthy()
    expect(screen.getByText('加项').closest('tr')?.textContent).toBe('加项加急（2 小时内）')
    expect(screen.getAllByText('云弦 六棱聚酯 1.25 聚酯')).toHaveLength(2)
    expect(screen.getByText('13800000009')).toBeTruthy()
    expect(screen.getByText('¥58 × 2')).toBeTruthy()
    expect(screen.getByText('¥166')).toBeTruthy()
    expect(await screen.findByText(/上次穿线后打了 22 小时，过了 60 天/)).toBeTruthy()
    expect(screen.getByText('已到换线时间')).toBeTruthy()
    expect(screen.getByText('2026-09-20').getAttribute('href')).toBe('/board/orders/2')
  })

  test('a job is refused with a reason after the effect was shown, and cannot be refused again', async () => {
    let status: StringingOrder['status'] = 'PAID'
    const { writes } = show(() => givenOrder({ status }), {
      [REFUSE]: () => {
        status = 'CANCELLED'
        return { data: givenOrder({ status }) }
      },
    })
    await refuseIt()
    expect(await screen.findByText('已拒单，CX2026112200000007 的货款全额退回')).toBeTruthy()
    expect(writes()).toEqual([[REFUSE, { reason: '球拍有裂痕', revision: 3 }]])
    expect(await screen.findByText('合计（已取消，全额退回）')).toBeTruthy()
    expect(screen.queryByText('拒单')).toBeNull()
    expect(screen.getByText('订单结束后不再显示联系方式')).toBeTruthy()
  })

  test('while the racket of a cancelled job is in the shop, the player’s contact is shown and the racket can be sent back', async () => {
    const address = { name: '林知夏', phone: '13900000001', region: '上海市 徐汇区', detail: '宜山路 1 号' }
    let order = givenOrder({ status: 'CANCELLED', isInShop: true, handIn: 'COURIER', address })
    const { writes } = show(() => order, {
      [GIVE_BACK]: () => {
        order = givenOrder({ status: 'CANCELLED', isInShop: false, handIn: 'COURIER', trackingNo: 'SF1234' })
        return { data: order }
      },
    })
    expect(await screen.findByText('球拍待退还')).toBeTruthy()
    expect(screen.getByText('上海市 徐汇区 宜山路 1 号')).toBeTruthy()
    expect(screen.getByText('标签')).toBeTruthy()
    expect(screen.queryByText('订单结束后不再显示联系方式')).toBeNull()
    await userEvent.click(screen.getByText('退还'))
    const form = within(await screen.findByRole('dialog'))
    // Its strings may be cut, or the racket may be damaged.
    expect(form.getByText('订单已取消，球拍退还顾客，之后不再显示他的联系方式。不能撤销。')).toBeTruthy()
    fill([form.getByLabelText('快递单号'), 'SF123'])
    await userEvent.click(form.getByText('确认退还'))
    expect(await form.findByText('快递单号由字母、数字、- 组成，6 到 32 位，不能只有符号')).toBeTruthy()
    expect(writes()).toEqual([])
    fill([form.getByLabelText('快递单号'), 'SF1234'])
    await userEvent.click(form.getByText('确认退还'))
    expect(await screen.findByText('订单结束后不再显示联系方式')).toBeTruthy()
    expect(writes()).toEqual([[GIVE_BACK, { trackingNo: 'SF1234', revision: 3 }]])
    expect(screen.queryByText('球拍待退还')).toBeNull()
  })

  test('the number of a racket on its way is corrected by who sent it, until it is rated', async () => {
    const CORRECT = `${GIVE_BACK.replace('give-back', 'correct-parcel')}`
    const steps = [
      {
        action: 'handOver',
        status: 'COMPLETED',
        actor: 'MERCHANT',
        remark: '',
        photos: [],
        time: new Date().toISOString(),
      },
    ] as StringingOrder['steps']
    const sent = { status: 'COMPLETED', handIn: 'COURIER', trackingNo: 'SF1234', steps } as const
    const summary = '更正穿线订单 CX2026112200000007 的快递单号：SF1234 改为 SF1235'
    const about = { id: '1', action: 'stringing-order.correct-parcel', byName: '老周' }
    const correction = { ...about, summary, createdAt: '2026-11-22T04:00:00.000Z' }
    let order = givenOrder(sent)
    const { writes } = show(() => order, {
      [CORRECT]: () => {
        order = givenOrder({ ...sent, trackingNo: 'SF1235', isRated: true, corrections: [correction] })
        return { data: order }
      },
    })
    await userEvent.click(await screen.findByText('更正单号'))
    const form = within(await screen.findByRole('dialog'))
    fill([form.getByLabelText('快递单号'), 'SF1235'])
    await userEvent.click(form.getByRole('button', { name: /^更\s?正$/ }))
    await screen.findByText('已更正，顾客已收到新的单号')
    expect(writes()).toEqual([[CORRECT, { trackingNo: 'SF1235' }]])
    expect(await screen.findByText('快递单号 SF1235')).toBeTruthy()
    expect(screen.queryByText('更正单号')).toBeNull()
    // What was written before stays in sight, with who corrected it and when.
    expect(screen.getByText(summary)).toBeTruthy()
    expect(screen.getByText('2026-11-22 12:00 · 老周')).toBeTruthy()
  })

  test('a rejected refusal shows the reason, and the input stays', async () => {
    show(givenOrder, { [REFUSE]: refused('action_forbidden') })
    await refuseIt()
    expect(await screen.findByText('无权限操作')).toBeTruthy()
    expect((screen.getByLabelText('原因') as HTMLTextAreaElement).value).toBe('球拍有裂痕')
    expect(screen.queryByText(/货款全额退回$/)).toBeNull()
  })

  test('an order that does not exist is reported', async () => {
    show(givenOrder, { [ORDER]: refused('stringing_not_found') })
    expect(await screen.findByText(errors.stringing_not_found.message)).toBeTruthy()
  })
})

describe('due', () => {
  type Work = Data<typeof dueWorkOfMerchant>

  const DUE = 'GET /merchant/threading/due'
  const nothing = { overdue: [], due: [], undated: [], next: [], returns: [], strings: [] }

  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-22T12:00:00+08:00') }))
  afterEach(() => vi.useRealTimers())

  function show(at: string, work: Partial<Work> = {}) {
    return draw(<DuePage />, {
      at,
      staff: { role: 'merchant', merchantId: '1' },
      answers: { [DUE]: ({ query }) => ({ data: { day: query.get('day'), ...nothing, ...work } }) },
    })
  }

  test('late jobs come first, and the shop is warned about a string that does not suffice', async () => {
    const late = givenCard({ dueAt: '2026-11-21T10:00:00.000Z' })
    const today = givenCard({ id: '8', orderNo: 'CX8', dueAt: '2026-11-22T13:00:00.000Z', extras: ['加急'] })
    const need = { stringId: '5', name: '云弦 六棱聚酯', gauge: 1.25, jobs: 2, neededMetres: 24, stockMetres: 11.5 }
    show('/due', { overdue: [late], due: [today], strings: [need] })
    expect(await screen.findByText('到期工单 · 11月22日 周日（今天）')).toBeTruthy()
    expect(await screen.findByText('已超时（1）')).toBeTruthy()
    expect(screen.getByText('今天到期（1）')).toBeTruthy()
    const [first, second, string] = shownRows()
    expect(first?.slice(0, 3)).toEqual(['昨天 18:00 已超时', 'CX2026112200000007', '海岬 疾风 98'])
    expect(second).toEqual([
      ...['今天 21:00', 'CX8', '海岬 疾风 98', '云弦 六棱聚酯 1.25', '52 / 50 lb', '加急'],
      ...['林知夏 · 0009', '到店送取', '已收拍', '—'],
    ])
    expect(screen.getByText('库存不够：云弦 六棱聚酯')).toBeTruthy()
    expect(string).toEqual(['云弦 六棱聚酯 1.25', '2', '24.0', '11.5', '-12.5'])
  })

  test('rackets to be returned are listed', async () => {
    show('/due', { returns: [givenCard({ status: 'CANCELLED', isInShop: true })] })
    expect(await screen.findByText('待退还（1）')).toBeTruthy()
    expect(shownRows()[0]).toContain('CX2026112200000007')
  })

  test('the next day is fetched and kept in the address; a day without work says so', async () => {
    const { address, heard } = show('/due')
    await screen.findByText('今天到期（0）')
    await userEvent.click(screen.getByLabelText('后一天'))
    expect(await screen.findByText('到期工单 · 11月23日 周一（明天）')).toBeTruthy()
    expect(address()).toBe('/due?day=2026-11-23')
    expect(heard.at(-1)?.query.get('day')).toBe('2026-11-23')
    expect(await screen.findByText('当天到期（0）')).toBeTruthy()
    expect(screen.getByText('不需要用到店里的线')).toBeTruthy()
  })

  test('a failed read of the work shows the reason', async () => {
    draw(<DuePage />, { at: '/due', answers: { [DUE]: refused('action_forbidden') } })
    expect(await screen.findByText('无权限操作')).toBeTruthy()
  })
})
