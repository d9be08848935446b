import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { cashierPath, loginH5Path, storeCardDetailPath } from '../../../paths'
import { endSession } from '../../../platform/session'
import { useToast } from '../../../platform/toast-present'
import { freshCache, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { CardsView } from './cards-view'
import { type CardWorld, FAILED, givenCard, givenCardServer } from './testing/given-cards'

beforeEach(() => givenSession('10'))

const open = (world: CardWorld = {}) => {
  const calls = givenCardServer(world)
  render(
    <QueryClientProvider client={freshCache()}>
      <CardsView />
    </QueryClientProvider>,
  )
  return calls
}
const ordersOf = (calls: ReturnType<typeof open>) =>
  calls.filter(({ path }) => path === '/stored-card/top-up').map(({ body }) => body)

test('each card shows its balance, principal and gift separately, and opens its movements', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: '拍档储值卡，余额 ¥800，本金 ¥780，赠送 ¥20' }))
  expect(screen.getByText('8600 0000 0000 0005')).toBeTruthy()
  expect(screen.getByText(/先用本金，后用赠送.*7 日内可无理由退/)).toBeTruthy()
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: storeCardDetailPath('5') })
})

test('a top-up is chosen with its gift and the rules before the button, ordered once, and paid at the cashier', async () => {
  const calls = open()
  await userEvent.click(await screen.findByRole('button', { name: '给拍档储值卡充值' }))
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.click(await sheet.findByRole('radio', { name: '充值 ¥200，无赠送' }))
  expect(sheet.getByText(/7 日内可无理由退/)).toBeTruthy()
  await userEvent.dblClick(sheet.getByRole('button', { name: '去支付 ¥200' }))
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: cashierPath('77') }))
  expect(ordersOf(calls)).toEqual([{ planId: '200', principalFen: 20_000, giftFen: 0, cardId: '5' }])
})

test('without a card the page offers the first one', async () => {
  const calls = open({ '/stored-card/user': { data: [] } })
  await screen.findByText('还没有储值卡')
  await userEvent.click(screen.getByRole('button', { name: '充值' }))
  await userEvent.click(await screen.findByRole('button', { name: '去支付 ¥500' }))
  await waitFor(() => expect(ordersOf(calls)).toEqual([{ planId: '500', principalFen: 50_000, giftFen: 2_000 }]))
})

test('a plan that would exceed the limit of the card says so instead of being sent', async () => {
  const calls = open({ '/stored-card/user': { data: [givenCard({ balanceFen: 480_000, principalFen: 478_000 })] } })
  await userEvent.click(await screen.findByRole('button', { name: '给拍档储值卡充值' }))
  const pay = await screen.findByRole('button', { name: '去支付 ¥500' })
  expect(screen.getByText('储值卡余额最多5000元')).toBeTruthy()
  await userEvent.click(pay)
  expect(screen.getByRole('alert').textContent).toBe('储值卡余额最多5000元，请选小一点的金额')
  expect(ordersOf(calls)).toEqual([])
})

test('a refused order leaves the sheet as it is', async () => {
  open({ '/stored-card/top-up': { status: 409, code: 'card_too_full', msg: '储值卡余额最多5000元' } })
  await userEvent.click(await screen.findByRole('button', { name: '给拍档储值卡充值' }))
  await userEvent.click(await screen.findByRole('radio', { name: '充值 ¥200，无赠送' }))
  await userEvent.click(screen.getByRole('button', { name: '去支付 ¥200' }))
  await waitFor(() => expect(useToast.getState().toast).toMatchObject({ text: '储值卡余额最多5000元' }))
  expect(screen.getByRole('radio', { name: '充值 ¥200，无赠送' }).getAttribute('aria-checked')).toBe('true')
  expect(Taro.navigateTo).not.toHaveBeenCalled()
})

test('a failed read is reported and can be repeated', async () => {
  let fails = true
  open({ '/stored-card/user': () => (fails ? FAILED : { data: [givenCard()] }) })
  await screen.findByText('储值卡没有取到')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('8600 0000 0000 0005')
})

test('a guest is led to the log-in, and nothing is fetched', async () => {
  endSession()
  const calls = open()
  await userEvent.click(screen.getByRole('button', { name: '登录' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: loginH5Path() })
  expect(calls).toEqual([])
})
