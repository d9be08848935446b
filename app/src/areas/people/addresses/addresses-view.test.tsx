import type { Address } from '@paidang/api/areas/people/addresses'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { endSession } from '../../../platform/session'
import { type FakeCall, givenSession } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { AddressesView } from './addresses-view'
import { chooseDeliveryAddress, DeliveryAddressCell } from './delivery-address'
import { givenAddress, givenOffice } from './testing/given-address'

beforeEach(() => {
  givenSession('10')
  chooseDeliveryAddress(null)
})

/** A server that stores these addresses and answers the calls. */
function givenAddresses(rows: Address[]): FakeCall[] {
  const idOf = ({ path }: FakeCall) => /\d+(?=\?|$)/.exec(path)?.[0] ?? ''
  const act = (call: FakeCall) => {
    const id = idOf(call)
    if (call.path.includes('/delete/')) rows = rows.filter((row) => row.id !== id)
    else rows = rows.map((row) => ({ ...row, isDefault: row.id === id }))
    return { data: null }
  }
  return givenWorld({
    '/user/address/list': () => ({ data: rows }),
    ...Object.fromEntries(rows.flatMap(({ id }) => [`set-default/${id}`, `delete/${id}`]).map((end) => [end, act])),
  })
}

const cards = () => screen.findAllByRole('listitem')

test('each address is shown with a masked phone, and the default is marked', async () => {
  givenAddresses([givenAddress(), givenOffice()])
  open(<AddressesView />)
  const [home, office] = await cards()
  expect(home?.textContent).toContain('138****0001')
  expect(home?.textContent).toContain('默认')
  expect(home?.textContent).not.toContain('设为默认')
  expect(office?.textContent).toContain('江苏省 苏州市 姑苏区 观前街 1 号')
  expect(screen.queryByText('13800000001')).toBeNull()
})

test('another address becomes the default: one call, and the list is read again', async () => {
  const calls = givenAddresses([givenAddress(), givenOffice()])
  const user = open(<AddressesView />)
  await user.click(await screen.findByRole('button', { name: '把林女士的地址设为默认' }))
  await screen.findByRole('button', { name: '把林知夏的地址设为默认' })
  expect(posts(calls, '/set-default/2')).toHaveLength(1)
  expect(screen.getByText('已设为默认地址')).toBeTruthy()
})

test('deleting asks first with the name of the address, and then removes it', async () => {
  const calls = givenAddresses([givenAddress(), givenOffice()])
  const user = open(<AddressesView />)
  await user.click(await screen.findByRole('button', { name: '删除林女士的地址' }))
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('林女士 051****0000，江苏省 苏州市 姑苏区 观前街 1 号')
  await user.click(within(dialog).getByRole('button', { name: '再想想' }))
  expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([])

  await user.click(screen.getByRole('button', { name: '删除林女士的地址' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  expect(calls.filter(({ path }) => path.endsWith('/delete/2?revision=4'))).toHaveLength(1)
  expect(screen.getByText('删除成功')).toBeTruthy()
})

test('a refusal is shown, and the address stays', async () => {
  givenWorld({
    '/user/address/list': () => ({ data: [givenAddress(), givenOffice()] }),
    '/set-default/2': () => ({ status: 404, code: 'address_not_found', msg: '地址不存在' }),
  })
  const user = open(<AddressesView />)
  await user.click(await screen.findByRole('button', { name: '把林女士的地址设为默认' }))
  await screen.findByText('地址不存在')
  expect(await cards()).toHaveLength(2)
})

test('an empty list offers the first address, and a list of twenty offers no other', async () => {
  givenAddresses([])
  const user = open(<AddressesView />)
  await user.click(await screen.findByRole('button', { name: '新增地址' }))
  expect(screen.getByText('还没有收货地址')).toBeTruthy()
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/user/pages/user_addrs_add/index' })
})

test('with twenty addresses none can be added, and the page says why', async () => {
  givenAddresses(Array.from({ length: 20 }, (_, at) => givenOffice({ id: String(at + 1) })))
  const user = open(<AddressesView />)
  await user.click(await screen.findByRole('button', { name: '新增地址' }))
  expect(screen.getByText('地址数量已达上限')).toBeTruthy()
  expect(Taro.navigateTo).not.toHaveBeenCalled()
})

test('an address is changed on its own page', async () => {
  givenAddresses([givenAddress()])
  const user = open(<AddressesView />)
  await user.click(await screen.findByRole('button', { name: '修改林知夏的地址' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/user/pages/user_addrs_edit/index?id=1' })
})

test('a chosen delivery address is remembered, and a new default replaces it', async () => {
  givenAddresses([givenAddress(), givenOffice()])
  const user = open(
    <>
      <DeliveryAddressCell />
      <AddressesView choose="1" />
    </>,
  )
  const cell = await screen.findByRole('button', { name: /^收货地址：林知夏/ })
  await user.click(screen.getByRole('button', { name: /^送到林女士/ }))
  await waitFor(() => expect(cell.getAttribute('aria-label')).toContain('林女士'))
  expect(cell.textContent).toContain('051****0000')

  await user.click(screen.getByRole('button', { name: '把林女士的地址设为默认' }))
  await user.click(await screen.findByRole('button', { name: '把林知夏的地址设为默认' }))
  await waitFor(() => expect(cell.getAttribute('aria-label')).toContain('林知夏'))
})

test('the cell asks for an address if there is none, and reads again after a failure', async () => {
  let isAway = true
  givenWorld({
    '/user/address/list': () =>
      isAway ? { status: 500, code: 'unexpected', msg: '获取地址失败' } : { data: [] as Address[] },
  })
  const user = open(<DeliveryAddressCell />)
  const failed = await screen.findByRole('button', { name: /收货地址没有取到/ })
  isAway = false
  await user.click(failed)
  await user.click(await screen.findByRole('button', { name: '请选择收货地址' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/user/pages/user_addrs/index?choose=1' })
})

test('a failed read says 获取地址失败 and can be repeated; pull-to-refresh reads again', async () => {
  let isAway = true
  const calls = givenWorld({
    '/user/address/list': () =>
      isAway ? { status: 500, code: 'unexpected', msg: '获取地址失败' } : { data: [givenAddress()] },
  })
  const user = open(<AddressesView />)
  await screen.findByText('获取地址失败')
  isAway = false
  await user.click(screen.getByRole('button', { name: '重试' }))
  await cards()
  const before = calls.length
  act(() => fire('pull'))
  await waitFor(() => expect(Taro.stopPullDownRefresh).toHaveBeenCalled())
  expect(calls).toHaveLength(before + 1)
})

test('a guest is asked to log in', () => {
  endSession()
  const calls = givenAddresses([])
  open(<AddressesView />)
  expect(screen.getByText('用户未登录')).toBeTruthy()
  expect(calls).toEqual([])
})
