import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { draw, type ReceivedRequest, shownRows } from '../../../testing/draw'
import { ApprovalsPage } from './approvals-page'

const COUNTS = {
  'GET /admin/inbox': {
    data: {
      counts: [
        { kind: 'VENUE', waiting: 2, late: 0 },
        { kind: 'REPORT', waiting: 3, late: 1 },
        { kind: 'SHOP_UNSENT', waiting: 1, late: 1 },
      ],
      items: [],
    },
  },
}
/** The tab of new venues. */
const VENUES = '/approvals?kind=venues'
const creator = { id: '9', nickname: '王启明', avatar: null }
const inList = (id: string, name: string) => ({
  id,
  name,
  city: '上海市',
  district: '松江区',
  creator,
  createTime: '2026-11-20T12:00:00.000Z',
  approveStatus: 0,
})
const evidence = (id: string, name: string, over: object = {}) => ({
  data: {
    ...inList(id, name),
    venue: {
      ...inList(id, name),
      address: '松江区云栖路 66 号',
      phone: null,
      avatar: null,
      latitude: null,
      longitude: null,
      courtCount: 1,
      courts: [{ id: '1', courtCode: 'A', name: '1 号场', surface: '' }],
      firstStart: 12,
      lastStart: 44,
    },
    decision: null,
    creatorIsVerified: true,
    creatorAdded: { approved: 1, rejected: 0 },
    lookAlikes: [
      {
        id: '5',
        name: '云栖球馆',
        district: '松江区',
        address: '云栖路 66 号',
        phone: null,
        courtCount: 4,
        alike: ['address'],
      },
    ],
    ...over,
  },
})

/** Two waiting venues, until they are decided. */
function givenTwoVenues(
  verdict?: (heard: ReceivedRequest) => { refusal: { status: number; code: string; msg: string } },
) {
  let waiting = [inList('1', '云栖网球公园'), inList('2', '江湾球馆')]
  const decided = (id: string, name: string) => (heard: ReceivedRequest) => {
    if (verdict) return verdict(heard)
    waiting = waiting.filter((venue) => venue.id !== id)
    return evidence(id, name, { approveStatus: 1 })
  }
  return {
    ...COUNTS,
    'GET /admin/new-venues': () => ({ data: waiting, total: waiting.length }),
    'GET /admin/new-venues/1': evidence('1', '云栖网球公园'),
    'GET /admin/new-venues/2': evidence('2', '江湾球馆'),
    'POST /admin/venues/decide/1': decided('1', '云栖网球公园'),
    'POST /admin/venues/decide/2': decided('2', '江湾球馆'),
  }
}

test('the first waiting item is open, with similar venues, and the tabs count what waits', async () => {
  const { heard } = draw(<ApprovalsPage />, { at: VENUES, answers: givenTwoVenues() })
  await screen.findByText('正在加载……')
  expect(screen.queryByText('没有要看的内容')).toBeNull()
  await screen.findByRole('heading', { level: 2, name: '云栖网球公园' })
  expect(screen.getByText('地址相同')).toBeTruthy()
  expect(screen.getByText('上海市 松江区云栖路 66 号')).toBeTruthy()
  expect(screen.getByTitle('3 条待处理')).toBeTruthy()
  const list = heard.find(({ path }) => path === '/admin/new-venues')
  expect(Object.fromEntries(list?.query ?? [])).toEqual({ current: '1', rows: '20', state: 'waiting' })
})

test('all that waits stands in one list, with its age and its limit, and leads to its page', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-24T12:00:00Z'))
  const of = (kind: string, id: string, over: object) => ({
    ...{ kind, id, pageId: id, about: '', amountFen: null },
    ...{ since: '2026-11-07T12:00:00.000Z', limitAt: '2026-11-21T12:00:00.000Z', ...over },
  })
  const items = [
    of('SHOP_UNSENT', '7', { about: 'S20261107', amountFen: 19_800 }),
    of('STRINGING_REFUND', '8', { about: 'T8' }),
    of('CARD_ADJUSTMENT', '11', { amountFen: 0, limitAt: '2026-11-24T11:20:00.000Z' }),
    of('JOB', '9', { about: 'retry-refunds', since: '2026-11-24T04:00:00.000Z', limitAt: '2026-11-25T04:00:00.000Z' }),
  ]
  const { heard, address } = draw(<ApprovalsPage />, {
    answers: { 'GET /admin/inbox': { data: { counts: COUNTS['GET /admin/inbox'].data.counts, items } } },
  })
  await screen.findByRole('link', { name: '商城订单久未发货' })
  expect(shownRows()).toEqual([
    ['商城订单久未发货', 'S20261107', '¥198', '2026-11-07 20:00', '17 天', '超时 3 天'],
    ['穿线退款待审批', 'T8', '—', '2026-11-07 20:00', '17 天', '超时 3 天'],
    ['储值卡调整待审批', '开新卡', '¥0', '2026-11-07 20:00', '17 天', '超时 40 分钟'],
    ['任务失败', '重试退款', '—', '2026-11-24 12:00', '8 小时', '还剩 16 小时'],
  ])
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual([
    '/shop-orders/7',
    '/stringing-refunds?state=WAITING&orderNo=T8',
    '/card-adjustments?state=WAITING',
    '/jobs?tab=failures&state=open',
  ])
  expect(screen.getByTitle('6 条待处理')).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: '待办类型' }))
  await userEvent.click(await screen.findByText('内容举报（3，超时 1）'))
  expect(address()).toContain('only=REPORT')
  await waitFor(() => expect(heard.map(({ query }) => query.get('kind'))).toContain('REPORT'))
})

test('J and K go through the list, and the address contains the open item', async () => {
  const { address } = draw(<ApprovalsPage />, { at: VENUES, answers: givenTwoVenues() })
  await screen.findByRole('heading', { level: 2, name: '云栖网球公园' })
  fireEvent.keyDown(document.body, { key: 'j' })
  await screen.findByRole('heading', { level: 2, name: '江湾球馆' })
  expect(address()).toContain('id=2')
  fireEvent.keyDown(document.body, { key: 'k' })
  await screen.findByRole('heading', { level: 2, name: '云栖网球公园' })
  const [open, other] = ['云栖网球公园', '江湾球馆'].map((name) => screen.getByRole('link', { name: new RegExp(name) }))
  expect(open?.getAttribute('aria-current')).toBe('true')
  expect(other?.getAttribute('href')).toContain('id=2')
  fireEvent.click(other as HTMLElement)
  await screen.findByRole('heading', { level: 2, name: '江湾球馆' })
})

test('after a verdict the next waiting item opens', async () => {
  const { heard } = draw(<ApprovalsPage />, { at: VENUES, answers: givenTwoVenues() })
  fireEvent.click(await screen.findByRole('button', { name: '通过' }))
  await screen.findByRole('heading', { level: 2, name: '江湾球馆' })
  expect(heard.find(({ method }) => method === 'POST')).toMatchObject({ body: { approve: true } })
  await waitFor(() => expect(screen.queryByRole('link', { name: /云栖网球公园/ })).toBeNull())
})

test('a refusal needs a reason, and the server’s message is shown', async () => {
  const refusal = { status: 409, code: 'venue_decided', msg: '该场馆已审核' }
  const { heard } = draw(<ApprovalsPage />, { at: VENUES, answers: givenTwoVenues(() => ({ refusal })) })
  fireEvent.click(await screen.findByRole('button', { name: '拒绝' }))
  const [, send] = await screen.findAllByRole('button', { name: '拒绝' })
  fireEvent.click(send as HTMLElement)
  await screen.findByText('请填写原因')
  fireEvent.change(screen.getByLabelText('原因'), { target: { value: '与已有场馆重复' } })
  fireEvent.click(send as HTMLElement)
  await screen.findByText('该场馆已审核')
  expect(heard.filter(({ method }) => method === 'POST')).toMatchObject([
    { path: '/admin/venues/decide/1', body: { approve: false, reason: '与已有场馆重复' } },
  ])
})

test('a request for a manager offers no verdict', async () => {
  const row = {
    id: '4',
    coach: creator,
    venue: { id: '7', name: '星湖网球中心', city: '上海市', district: '徐汇区' },
    createTime: '2026-11-20T12:00:00.000Z',
    approveStatus: 0,
    managers: ['沈嘉禾'],
  }
  const whole = {
    ...row,
    decision: null,
    address: '星湖路 1 号',
    venueApproveStatus: 1,
    coachesThere: 3,
    isVerified: true,
    coachSince: '2026-01-20T12:00:00.000Z',
    companies: [],
    otherVenues: [],
    classesHeld: 12,
  }
  const { heard } = draw(<ApprovalsPage />, {
    at: '/approvals?kind=associations&state=manager',
    answers: {
      ...COUNTS,
      'GET /admin/associations': { data: [row], total: 1 },
      'GET /admin/associations/4': { data: whole },
    },
  })
  await screen.findByText('等待场馆管理者审核：沈嘉禾')
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull()
  expect(heard.find(({ path }) => path === '/admin/associations')?.query.get('state')).toBe('manager')
})

test('the ticked parts of a reported profile are removed, after a question with the consequences', async () => {
  const profile = { nickname: '加微信领课', avatar: null, description: '看简介', nicePhotos: [], card: null }
  const row = {
    id: '3',
    kind: 'user',
    objectId: '9',
    name: '加微信领课',
    owner: creator,
    state: 'WAITING',
    reason: 'advert',
    reportCount: 2,
    createTime: '2026-11-20T12:00:00.000Z',
  }
  const whole = {
    ...row,
    present: { profile: { ...profile, nickname: '小王' }, ball: null },
    reports: [
      {
        id: '3',
        reporter: creator,
        reason: 'advert',
        words: '每天发广告',
        createTime: row.createTime,
        content: { profile, ball: null },
      },
    ],
    removedBefore: 1,
    parts: [],
    decision: null,
  }
  const { heard } = draw(<ApprovalsPage />, {
    at: '/approvals?kind=reports',
    answers: {
      ...COUNTS,
      'GET /admin/reports': { data: [row], total: 1 },
      'GET /admin/reports/3': { data: whole },
      'POST /admin/reports/decide/3': { data: { ...whole, state: 'REMOVED', parts: ['nickname'] } },
    },
  })
  await screen.findByText('现在已不同')
  expect(screen.getByRole('button', { name: '移除所选' })).toHaveProperty('disabled', true)
  fireEvent.click(screen.getByRole('checkbox', { name: '昵称' }))
  fireEvent.click(screen.getByRole('button', { name: '移除所选' }))
  await screen.findByText(/昵称改为「球友」加编号，不能恢复/)
  fireEvent.change(screen.getByLabelText('原因'), { target: { value: '含联系方式' } })
  fireEvent.click(screen.getByRole('button', { name: '移除' }))
  await screen.findByText('已移除昵称')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({
    verdict: 'remove',
    parts: ['nickname'],
    reason: '含联系方式',
  })
})

test('every text of a game at the time of a report is shown with time and count, next to the present text', async () => {
  const ball = { title: '加群领装备', description: '扫码进群', place: '云栖网球公园' }
  const reportOf = (id: string, createTime: string, over: object) => ({
    id,
    reporter: creator,
    reason: 'advert',
    words: '',
    createTime,
    content: { profile: null, ball: { ...ball, ...over } },
  })
  const row = {
    id: '3',
    kind: 'ball',
    objectId: '9',
    name: ball.title,
    owner: creator,
    state: 'WAITING',
    reason: 'advert',
    reportCount: 3,
    createTime: '2026-11-20T12:00:00.000Z',
  }
  const whole = {
    ...row,
    present: { profile: null, ball: { ...ball, title: '周末双打', description: '' } },
    reports: [
      reportOf('3', '2026-11-20T12:00:00.000Z', {}),
      reportOf('4', '2026-11-20T13:00:00.000Z', { title: '加微信领课' }),
      reportOf('5', '2026-11-20T14:00:00.000Z', { title: '加微信领课' }),
    ],
    removedBefore: 0,
    parts: [],
    decision: null,
  }
  draw(<ApprovalsPage />, {
    at: '/approvals?kind=reports',
    answers: {
      ...COUNTS,
      'GET /admin/reports': { data: [row], total: 1 },
      'GET /admin/reports/3': { data: whole },
    },
  })
  const contentOf = async (label: string) => (await screen.findByText(label)).closest('tr')?.textContent
  expect(await contentOf('标题')).toBe(
    '标题加群领装备2026-11-20 20:00 起，1 人举报加微信领课2026-11-20 21:00 起，2 人举报现在已不同周末双打',
  )
  expect(await contentOf('说明')).toBe('说明扫码进群现在已不同—')
  expect(await contentOf('地点')).toBe('地点云栖网球公园')
})

const BEGUN = {
  company: true,
  venue: true,
  coach: false,
  course: false,
  wechat: false,
  payments: true,
  firstClass: false,
}

test('a new platform reads what to set up, each line with its page, and what may stay off', async () => {
  draw(<ApprovalsPage />, { answers: { 'GET /admin/set-up': { data: BEGUN } } })
  expect(await screen.findByText('开始使用')).toBeTruthy()
  expect(screen.getAllByLabelText('已完成')).toHaveLength(3)
  expect(screen.getByRole('link', { name: '教练入驻' }).getAttribute('href')).toBe('/coaches')
  expect(screen.getByRole('link', { name: '添加场馆和场地' }).getAttribute('href')).toBe('/venues')
  expect(screen.getAllByText('未开通（可以之后再开）')).toHaveLength(1)
})

test('the list is gone once all is done that has to be', async () => {
  const done = { ...BEGUN, coach: true, course: true, firstClass: true }
  const { heard } = draw(<ApprovalsPage />, { answers: { 'GET /admin/set-up': { data: done } } })
  await waitFor(() => expect(heard.map(({ path }) => path)).toContain('/admin/set-up'))
  await screen.findByRole('heading', { name: '待办' })
  expect(screen.queryByText('开始使用')).toBeNull()
})
