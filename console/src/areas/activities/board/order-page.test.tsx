import type { StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { errors } from '@paidang/api/catalogue/errors'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, fill, refused } from '../../../testing/draw'
import { OrderPage } from './order-page'
import { givenHistory, givenOrder } from './testing/given-jobs'

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
      /货款全额退回：用储值卡付的或有储值卡的退到卡上，否则原路退回。预留的球线放回库存；球拍已在店里的，还要退还给他。不能撤销/,
    ),
  ).toBeTruthy()
  fill([question.getByLabelText('原因'), '球拍有裂痕'])
  await userEvent.click(question.getByText('拒单并退款'))
}

test('the page shows stringing, player, price, and the racket’s earlier stringings', async () => {
  show(givenOrder)
  expect(await screen.findByText('海岬 疾风 98 · 林知夏')).toBeTruthy()
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
      order = givenOrder({ status: 'CANCELLED', isInShop: false, handIn: 'COURIER', trackingNo: 'SF123' })
      return { data: order }
    },
  })
  expect(await screen.findByText('球拍待退还')).toBeTruthy()
  expect(screen.getByText('上海市 徐汇区 宜山路 1 号')).toBeTruthy()
  expect(screen.getByText('标签')).toBeTruthy()
  expect(screen.queryByText('订单结束后不再显示联系方式')).toBeNull()
  await userEvent.click(screen.getByText('退还'))
  const form = within(await screen.findByRole('dialog'))
  fill([form.getByLabelText('快递单号'), 'SF123'])
  await userEvent.click(form.getByText('确认退还'))
  expect(await screen.findByText('订单结束后不再显示联系方式')).toBeTruthy()
  expect(writes()).toEqual([[GIVE_BACK, { trackingNo: 'SF123', revision: 3 }]])
  expect(screen.queryByText('球拍待退还')).toBeNull()
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
