import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { storeCardDetailPath, storeCardPath } from '../../../paths'
import { endSession } from '../../../platform/session'
import { freshCache, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { type CardWorld, FAILED, givenCard, givenCardServer } from './testing/given-cards'
import { Wallet } from './wallet'

beforeEach(() => givenSession('10'))

const open = (world: CardWorld = {}) => {
  const calls = givenCardServer(world)
  const { container } = render(
    <QueryClientProvider client={freshCache()}>
      <Wallet />
    </QueryClientProvider>,
  )
  return { calls, container }
}

test('one card shows its balance, leads to its movements and is topped up here', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: '拍档储值卡，余额 ¥800，本金 ¥780，赠送 ¥20' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: storeCardDetailPath('5') })
  await userEvent.click(screen.getByRole('button', { name: '充值储值卡' }))
  await screen.findByRole('dialog', { name: '充值到拍档储值卡' })
})

test('several cards show their total, and lead to their list', async () => {
  open({
    '/stored-card/user': {
      data: [givenCard(), givenCard({ id: '6', balanceFen: 100, principalFen: 100, giftFen: 0 })],
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '储值卡，2 张，余额 ¥801，本金 ¥781，赠送 ¥20' }))
  await userEvent.click(screen.getByRole('button', { name: '充值储值卡' }))
  expect(Taro.navigateTo).toHaveBeenNthCalledWith(1, { url: storeCardPath() })
  expect(Taro.navigateTo).toHaveBeenNthCalledWith(2, { url: storeCardPath() })
})

test('a balance that could not be read is not shown as one, and can be read again in its place', async () => {
  let fails = true
  open({ '/stored-card/user': () => (fails ? FAILED : { data: [] }) })
  const retry = await screen.findByRole('button', { name: /重试/ })
  expect(screen.getByText('— —')).toBeTruthy()
  fails = false
  await userEvent.click(retry)
  await screen.findByText('还没有储值卡')
})

test('a guest has no wallet', () => {
  endSession()
  const { calls, container } = open()
  expect([calls.length, container.textContent]).toEqual([0, ''])
})
