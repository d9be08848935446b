import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, fill, refused, shownRows } from '../../../testing/draw'
import { givenAccount } from '../../desks/staff-accounts/testing/given-account'
import { MerchantPage, MerchantsPage } from './merchant-pages'
import { givenService, givenShop } from './testing/given-shop'

const shop = givenShop()
const row = {
  ...shop,
  rating: 4.8,
  ratingCount: 5,
  monthJobs: 3,
  staffCount: 2,
  createTime: '2026-11-01T04:00:00.000Z',
}

test('a shop is opened from the list, and taken out of the app only after the effect was shown', async () => {
  const { heard, address } = draw(
    <Routes>
      <Route path="/merchants" element={<MerchantsPage />} />
      <Route path="/merchants/:id" element={<MerchantPage />} />
    </Routes>,
    {
      at: '/merchants',
      answers: {
        'GET /admin/merchants/query': { data: [row], total: 1 },
        'GET /admin/merchants/7': { data: { shop, services: [] } },
        'POST /admin/merchants/publish/7': { data: { ...shop, isPublished: false } },
      },
    },
  )
  await userEvent.click(await screen.findByText('弦音穿线工作室'))
  expect(address()).toBe('/merchants/7')
  await userEvent.click(await screen.findByRole('button', { name: '下架' }))
  expect(await screen.findByText(/已下的订单照常穿线和取拍/)).toBeTruthy()
  expect(heard.some(({ method }) => method === 'POST')).toBe(false)
  const confirm = screen.getAllByRole('button', { name: '下架' }).at(-1)
  if (!confirm) throw new Error('nothing confirms')
  await userEvent.click(confirm)
  await screen.findByText('「弦音穿线工作室」已下架')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ isPublished: false, revision: 3 })
})

const page = (
  <Routes>
    <Route path="/merchants/:id" element={<MerchantPage />} />
  </Routes>
)
const FILE = 'GET /admin/merchants/7'
const SAVE = 'PUT /admin/merchants/7'
const CREATE = 'POST /admin/staff/create'

test('the facts of a shop are saved completely: an empty field becomes null', async () => {
  const { id, avatar, isPublished, ...facts } = givenShop()
  const { writes } = draw(page, {
    at: '/merchants/7',
    answers: { [FILE]: { data: { shop: givenShop(), services: [] } }, [SAVE]: { data: givenShop() } },
  })
  const phone = await screen.findByLabelText('电话')
  fill([phone, '021-55550399'], [screen.getByLabelText('取送费'), ''])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('资料已保存，拍档里已更新')).toBeTruthy()
  expect(writes()).toEqual([[SAVE, { ...facts, phone: '021-55550399', courierFeeFen: null }]])
})

test('a correction that is refused shows the reason, and the input stays', async () => {
  draw(page, {
    at: '/merchants/7',
    answers: { [FILE]: { data: { shop: givenShop(), services: [] } }, [SAVE]: refused('merchant_place_invalid') },
  })
  fill([await screen.findByLabelText('纬度'), '31.2'])
  await userEvent.click(screen.getByText('保存'))
  expect(await screen.findByText('经度和纬度须一起填写')).toBeTruthy()
  expect((screen.getByLabelText('纬度') as HTMLInputElement).value).toBe('31.2')
  expect(screen.queryByText('资料已保存，拍档里已更新')).toBeNull()
})

test('a change by the shop is not overwritten', async () => {
  let latest = givenShop()
  draw(page, {
    at: '/merchants/7',
    answers: {
      [FILE]: () => ({ data: { shop: latest, services: [] } }),
      [SAVE]: () => {
        latest = givenShop({ introduction: '电子穿线机', revision: 4 })
        return refused('revision_outdated')
      },
    },
  })
  fill([await screen.findByLabelText('电话'), '021-55550399'])
  await userEvent.click(screen.getByText('保存'))
  await userEvent.click(await screen.findByText('载入最新内容'))
  expect((screen.getByLabelText('介绍') as HTMLTextAreaElement).value).toBe('电子穿线机')
  expect((screen.getByLabelText('电话') as HTMLInputElement).value).toBe(latest.phone)
})

test('the services are read-only here', async () => {
  const stopped = givenService({ id: '12', kind: 'EXTRA', name: '护线条', priceFen: 800, isOffered: false })
  draw(page, {
    at: '/merchants/7?tab=services',
    answers: { [FILE]: { data: { shop: givenShop(), services: [givenService(), stopped] } } },
  })
  await screen.findByText('护线条')
  expect(shownRows()).toEqual([
    ['网球手工费', '手工费', '网球', '¥50', '提供中'],
    ['护线条', '加项', '网球', '¥8', '已停止'],
  ])
})

test('an account created here belongs to the shop, and its password is shown once', async () => {
  const { writes, heard } = draw(page, {
    at: '/merchants/7?tab=staff',
    answers: {
      [FILE]: { data: { shop: givenShop(), services: [] } },
      'GET /admin/staff/query': { data: [], total: 0 },
      [CREATE]: { data: { account: givenAccount({ nickname: '小李' }), password: 'abc234def567' } },
    },
  })
  await userEvent.click(await screen.findByText('新增账号'))
  const form = within(await screen.findByRole('dialog'))
  fill([form.getByLabelText('姓名'), '小李'], [form.getByLabelText('账号'), 'new_clerk'])
  await userEvent.click(form.getByLabelText('店主'))
  await userEvent.click(form.getByText('创建账号'))
  expect(await screen.findByText('abc234def567')).toBeTruthy()
  expect(writes()).toEqual([[CREATE, { nickname: '小李', username: 'new_clerk', isLead: true, merchantId: '7' }]])
  expect(heard.find(({ path }) => path === '/admin/staff/query')?.query.get('merchantId')).toBe('7')
})

test('a shop that does not exist is reported', async () => {
  draw(page, { at: '/merchants/7', answers: { [FILE]: refused('merchant_not_found') } })
  expect(await screen.findByText('商家不存在')).toBeTruthy()
})
