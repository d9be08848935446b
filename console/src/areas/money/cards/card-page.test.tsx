import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, fill, refused, shownRows } from '../../../testing/draw'
import { CardPage } from './card-page'
import { givenAdjustment, givenCard, givenMovement } from './testing/given-cards'

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
  expect(shownRows()).toEqual([['2026-11-20 12:00:00', '消费', '报名球局', '周末双打', '-¥100', '-¥20', '¥820']])
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
