import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { coachesPath } from '../../../paths'
import { type FakeAnswer, freshCacheWithFeatures, givenServer } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { AdvertView } from './advert-view'

const offer = (over: object = {}) => ({
  ...{ id: '7', label: '新课', title: '春季班', subtitle: '四人小班', image: null, terms: '限新学员', companyId: '2' },
  ...{ club: '青杉', phone: '02112345678', target: '/bookingClass/pages/coach_page/index?id=20', mayAsk: true },
  thing: { kind: 'coach', id: '20', name: '王启明', priceFen: 30_000 },
  ...{ beginsAt: '2026-10-31T16:00:00.000Z', endsAt: '2026-11-30T16:00:00.000Z' },
  ...over,
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T10:00:00+08:00'))
})

function open(answer: FakeAnswer) {
  givenServer(({ path }) => (path === '/common/adv/one/7' ? answer : { data: [], total: 0 }))
  render(
    <QueryClientProvider client={freshCacheWithFeatures()}>
      <AdvertView id="7" />
    </QueryClientProvider>,
  )
}

test('an offer shows its days, terms and club, and leads to its thing as it is now', async () => {
  open({ data: offer() })
  await screen.findByText('春季班')
  for (const text of ['四人小班', '活动时间 11.1 至 11.30', '限新学员', '青杉'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('button', { name: '拨打青杉的电话 02112345678' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '约这位教练' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: offer().target })
})

test('a page of its own shows who teaches for the club, without a button that leads nowhere', async () => {
  open({ data: offer({ target: null, thing: null, terms: '' }) })
  await screen.findByText('谁在教')
  expect(screen.queryByText('活动条款')).toBeNull()
  expect(screen.queryByText('去看看')).toBeNull()
})

test('what is over leads to coaches; what could not be fetched can be fetched again', async () => {
  open({ status: 404, code: 'advert_not_found', msg: '' })
  await screen.findByText('这个活动结束了')
  await userEvent.click(screen.getByRole('button', { name: '找教练' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: coachesPath() })
})

test('a failure is shown as one', async () => {
  open({ status: 500, code: 'unexpected', msg: '' })
  expect(await screen.findByText('活动没有取到')).toBeTruthy()
})
