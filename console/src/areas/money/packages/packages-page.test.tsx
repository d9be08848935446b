import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, fill, refused, shownRows } from '../../../testing/draw'
import { CapsPage } from './caps-page'
import { PackagesPage } from './packages-page'

const terms = { hours: 20, giftHours: 1, priceFen: 760_000, validDays: 270, refundRule: 'UNUSED', isOnSale: true }
const version = { ...terms, version: 1, soldCount: 22, madeBy: '王启明', createTime: '2026-11-01T00:00:00.000Z' }
const sold = (over: object = {}) => ({
  id: '5',
  course: { id: '9', courseName: '成人私教 1 对 1', pricePerSession: 42_000, isDeleted: false },
  version: 1,
  ...terms,
  soldCount: 22,
  soldHours: 440,
  soldFen: 16_720_000,
  refundedHours: 13.5,
  refundedFen: 513_000,
  usedCount: 15,
  openOrders: 1,
  versions: [version],
  ...over,
})
const courses = [{ id: '9', courseName: '成人私教 1 对 1', pricePerSession: 42_000 }]
const READ = 'GET /packages/managed'
const company = { role: 'company' as const }

test('packages are listed with their price per paid hour, and what was sold', async () => {
  const packages = [sold(), sold({ id: '6', hours: 5, priceFen: 210_000, giftHours: 0, isOnSale: false })]
  draw(<PackagesPage />, { at: '/packages', staff: company, answers: { [READ]: { data: { packages, courses } } } })
  await screen.findByText('20 课时')
  const row = ['20 课时', '¥7,600', '¥380', '270 天', '赠 1', '22', '15']
  expect(shownRows()).toEqual([['成人私教 1 对 1'], row])
  expect(screen.getByText(/1 种在售，累计售出 44 份，¥334,400，退课 ¥10,260/)).toBeTruthy()
  await userEvent.click(screen.getByLabelText('显示'))
  await userEvent.click(await screen.findByText('全部'))
  const stopped = ['5 课时停售', '¥2,100', '¥420', '270 天', '—', '22', '15']
  expect(shownRows()).toEqual([['成人私教 1 对 1'], row, stopped])
  await userEvent.click(screen.getByText('20 课时'))
  expect(screen.getByText('已售 22 份，440 课时，¥167,200；退课 13.5 课时，¥5,130')).toBeTruthy()
  expect(screen.getByText('2026.11.01 起，王启明')).toBeTruthy()
})

test('stopping the sale changes nothing else, and the rule of refunds is chosen', async () => {
  const { writes } = draw(<PackagesPage />, {
    at: '/packages',
    staff: company,
    answers: {
      [READ]: { data: { packages: [sold()], courses } },
      'PUT /packages/managed/5': ({ body }) => ({
        data: sold({ version: (body as { isOnSale: boolean }).isOnSale ? 2 : 1 }),
      }),
    },
  })
  await userEvent.click(await screen.findByText('20 课时'))
  await userEvent.click(screen.getByRole('radio', { name: /^7 天内没用过全额退，之后不退/ }))
  await userEvent.click(screen.getByText('停售'))
  await screen.findByText('已停售，已买的课时照常使用')
  await userEvent.click(screen.getByText('保存新版本'))
  await screen.findByText('已保存新版本')
  expect(writes().map(([, body]) => body)).toEqual([
    { ...terms, isOnSale: false, version: 1 },
    { ...terms, refundRule: 'FIRST_DAYS', version: 1 },
  ])
})

test('a change is the next version of what was seen, and says what stays', async () => {
  const { writes } = draw(<PackagesPage />, {
    at: '/packages',
    staff: company,
    answers: {
      [READ]: { data: { packages: [sold()], courses } },
      'PUT /packages/managed/5': () => refused('package_changed'),
    },
  })
  await userEvent.click(await screen.findByText('20 课时'))
  expect(
    screen.getByText('保存为第 2 版。22 份已售仍按 ¥7,600，退课时每课时退 ¥380；正在付款的 1 单按旧版。'),
  ).toBeTruthy()
  const price = screen.getByLabelText<HTMLInputElement>('售价')
  fill([price, '7777.77'])
  await userEvent.click(screen.getByText('保存新版本'))
  expect(await screen.findByText('售价要能平均到每课时，精确到分')).toBeTruthy()
  fill([price, '7800'])
  await userEvent.click(screen.getByText('保存新版本'))
  await waitFor(() =>
    expect(writes()).toEqual([['PUT /packages/managed/5', { ...terms, priceFen: 780_000, version: 1 }]]),
  )
  expect(await screen.findByText('别人刚改过，下面是最新内容')).toBeTruthy()
})

test('each term is refused under its own field, and saving leads to the first', async () => {
  const { writes } = draw(<PackagesPage />, {
    at: '/packages',
    staff: company,
    answers: { [READ]: { data: { packages: [sold()], courses } } },
  })
  await userEvent.click(await screen.findByText('20 课时'))
  const [hours, price, days, gifts] = ['课时', '售价', '有效期（天）', '赠课时'].map((name) =>
    screen.getByLabelText<HTMLInputElement>(name),
  )
  if (!hours || !price || !days || !gifts) throw new Error('a field is not there')
  const faultOf = (field: HTMLElement) =>
    field.closest('.ant-form-item')?.querySelector('.ant-form-item-explain')?.textContent ?? ''
  fill([gifts, '21'])
  await userEvent.click(screen.getByText('保存新版本'))
  await waitFor(() => expect(faultOf(gifts)).toBe('课时填 1 到 500 的整数，赠送不多于购买'))
  expect([hours, price, days].map(faultOf)).toEqual(['', '', ''])
  await waitFor(() => expect(document.activeElement).toBe(gifts))
  fill([gifts, '1'], [days, '6'], [hours, '0'])
  await userEvent.click(screen.getByText('保存新版本'))
  await waitFor(() =>
    expect([hours, price, days, gifts].map(faultOf)).toEqual([
      '课时填 1 到 500 的整数，赠送不多于购买',
      '',
      '有效期填 7 到 1095 天',
      '',
    ]),
  )
  await waitFor(() => expect(document.activeElement).toBe(hours))
  expect(writes()).toEqual([])
})

test('without packages one is made', async () => {
  draw(<PackagesPage />, {
    at: '/packages',
    staff: company,
    answers: { [READ]: { data: { packages: [], courses } } },
  })
  expect(await screen.findByText('还没有课包，学员只能找教练缔约')).toBeTruthy()
  await userEvent.click(screen.getByText('新建课包'))
  expect(screen.getByLabelText('课程')).toBeTruthy()
})

test('the caps of minors are those of the law when they are switched on, and never looser', async () => {
  const none = { months: null, hours: null, fen: null }
  const { writes } = draw(<CapsPage />, {
    at: '/packages/caps',
    staff: company,
    answers: {
      'GET /packages/caps': { data: { version: 0, caps: { buyer: none, minor: null }, versions: [] } },
      'PUT /packages/caps': () => refused('caps_changed'),
    },
  })
  expect(await screen.findByText('还没有设过上限')).toBeTruthy()
  await userEvent.click(screen.getByLabelText('未成年人上限'))
  const [, hours] = screen.getAllByLabelText<HTMLInputElement>('每月最多购买（课时）')
  if (!hours) throw new Error('the figures of minors are not there')
  fill([hours, '61'])
  await userEvent.click(screen.getByText('保存新版本'))
  expect(await screen.findByText('未成年人最多 3 个月、60 课时、¥5,000，三项都要填')).toBeTruthy()
  expect(writes()).toEqual([])
  fill([hours, '60'])
  await userEvent.click(screen.getByText('保存新版本'))
  const minor = { months: 3, hours: 60, fen: 500_000 }
  await waitFor(() => expect(writes()).toEqual([['PUT /packages/caps', { version: 0, buyer: none, minor }]]))
  expect(await screen.findAllByText('别人刚改过上限，请再看一遍')).not.toHaveLength(0)
})
