import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type FakeAnswer, type FakeCall, givenSession } from '../../../testing/fake-server'
import Taro, { pages } from '../../../testing/taro'
import { givenWorld, open, posts } from '../../views/cashier/testing/open-payments'
import { AddressFormView } from './address-form-view'
import { givenAddress, givenOffice } from './testing/given-address'

beforeEach(() => {
  givenSession('10')
  pages.push({ route: 'user/pages/user_addrs_add/index' })
})

function givenForm(answer: (call: FakeCall) => FakeAnswer = () => ({ data: givenAddress() })): FakeCall[] {
  return givenWorld({
    '/user/address/list': () => ({ data: [givenAddress(), givenOffice()] }),
    '/user/address/create': answer,
    '/user/address/update/2': answer,
  })
}
const field = (name: string) => screen.findByRole('textbox', { name })
const region = () => screen.getByRole('button', { name: /^所在地区/ })

async function typeAll(user: ReturnType<typeof open>): Promise<void> {
  await user.type(await field('收货人'), '陈默')
  await user.type(await field('手机号'), '13900000002')
  await user.type(await field('详细地址'), '科技园路 1 号')
}

test('a new address is typed and chosen level by level, and the page goes back', async () => {
  const calls = givenForm()
  const user = open(<AddressFormView />)
  await typeAll(user)
  await user.click(region())
  const sheet = await screen.findByRole('dialog', { name: '选择所在地区' })
  await user.click(within(sheet).getByRole('radio', { name: '广东省' }))
  await user.click(within(sheet).getByRole('radio', { name: '深圳市' }))
  await user.click(within(sheet).getByRole('radio', { name: '南山区' }))
  expect(region().textContent).toContain('广东省 深圳市 南山区')
  await user.click(screen.getByRole('switch', { name: '设为默认地址' }))
  await user.dblClick(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalledTimes(1))
  expect(posts(calls, '/create').map(({ body }) => body)).toEqual([
    { name: '陈默', phone: '13900000002', regionCode: '440305', detail: '科技园路 1 号', isDefault: true },
  ])
})

test('a city that is its own province has no level in between, and a name can be searched', async () => {
  givenForm()
  const user = open(<AddressFormView />)
  await field('收货人')
  await user.click(region())
  const sheet = await screen.findByRole('dialog', { name: '选择所在地区' })
  await user.click(within(sheet).getByRole('radio', { name: '上海市' }))
  await user.click(within(sheet).getByRole('radio', { name: '黄浦区' }))
  expect(region().textContent).toContain('上海市 黄浦区')

  await user.click(region())
  await user.type(await screen.findByRole('searchbox'), '姑苏')
  await user.click(await screen.findByRole('radio', { name: /姑苏区/ }))
  expect(region().textContent).toContain('江苏省 苏州市 姑苏区')
})

test('a field is checked on blur, and nothing is sent while one is wrong', async () => {
  const calls = givenForm()
  const user = open(<AddressFormView />)
  await user.type(await field('手机号'), '123')
  expect(screen.queryByText('请填写正确的手机号')).toBeNull()
  await user.tab()
  expect(screen.getByText('请填写正确的手机号')).toBeTruthy()
  expect(screen.queryByText('请填写收货人')).toBeNull()
  await user.click(screen.getByRole('button', { name: '保存' }))
  for (const text of ['请填写收货人', '请选择所在地区', '请填写详细地址']) expect(screen.getByText(text)).toBeTruthy()
  expect(posts(calls, '/create')).toEqual([])
})

test.each(['139 0000 0002', '+86 139-0000-0002', '0086 139 0000 0002'])(
  'a pasted number is not cut, and is no fault: %s',
  async (pasted) => {
    givenForm()
    const user = open(<AddressFormView />)
    const phone = (await field('手机号')) as HTMLInputElement
    await user.click(phone)
    await user.paste(pasted)
    await user.tab()
    expect(phone.value).toBe(pasted)
    expect(screen.queryByText('请填写正确的手机号')).toBeNull()
  },
)

test('a refusal of the server is shown, and the input stays', async () => {
  givenForm(() => ({ status: 409, code: 'addresses_too_many', msg: '地址数量已达上限' }))
  const user = open(<AddressFormView id="2" />)
  const name = await field('收货人')
  await user.clear(name)
  await user.type(name, '陈默')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await screen.findByText('地址数量已达上限')
  expect((name as HTMLInputElement).value).toBe('陈默')
  expect(Taro.navigateBack).not.toHaveBeenCalled()
})

test('an existing address begins with its present values and is sent under its id', async () => {
  const calls = givenForm()
  const user = open(<AddressFormView id="2" />)
  expect(((await field('手机号')) as HTMLInputElement).value).toBe('0512-65220000')
  expect(region().textContent).toContain('江苏省 苏州市 姑苏区')
  await user.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalled())
  expect(posts(calls, '/update/2').map(({ body }) => body)).toMatchObject([
    { name: '林女士', isDefault: false, revision: 4 },
  ])
})

test('a user who leaves with unsaved input is asked, and may stay or discard it', async () => {
  givenForm()
  const user = open(<AddressFormView />)
  await user.type(await field('收货人'), '陈')
  await user.click(screen.getByRole('button', { name: '返回' }))
  await user.click(await screen.findByRole('button', { name: '继续填写' }))
  expect(Taro.navigateBack).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: '返回' }))
  await user.click(await screen.findByRole('button', { name: '放弃' }))
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalledTimes(1))
})

test('the back button of the browser asks each time it is pressed', async () => {
  givenForm()
  const user = open(<AddressFormView />)
  await user.type(await field('收货人'), '陈')
  for (const _press of ['first', 'second']) {
    act(() => window.history.back())
    await user.click(await screen.findByRole('button', { name: '继续填写' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
  expect(Taro.navigateBack).not.toHaveBeenCalled()
  act(() => window.history.back())
  await user.click(await screen.findByRole('button', { name: '放弃' }))
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalledTimes(1))
})

test('a user without input leaves at once', async () => {
  givenForm()
  const user = open(<AddressFormView id="2" />)
  await field('收货人')
  await user.click(screen.getByRole('button', { name: '返回' }))
  await waitFor(() => expect(Taro.navigateBack).toHaveBeenCalledTimes(1))
})

test('the first address is always the default', async () => {
  givenWorld({ '/user/address/list': () => ({ data: [] }) })
  open(<AddressFormView />)
  const isDefault = await screen.findByRole('switch', { name: '设为默认地址' })
  expect(isDefault.getAttribute('aria-checked')).toBe('true')
  expect(isDefault.getAttribute('aria-disabled')).toBe('true')
})

test('the page says so when an address no longer exists', async () => {
  givenForm()
  open(<AddressFormView id="9" />)
  await screen.findByText('地址不存在')
})
