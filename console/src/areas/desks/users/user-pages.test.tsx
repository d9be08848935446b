import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { describe, expect, test } from 'vitest'
import { draw, shownRows } from '../../../testing/draw'
import { DuplicatesPage } from './merge-pages'
import { UserPage, UsersPage } from './user-pages'

describe('users', () => {
  const user = (over: object = {}) => ({
    id: '7',
    nickname: '林知夏',
    avatar: null,
    userType: 0,
    phone: '138****0001',
    username: 'player',
    state: 'NORMAL',
    createdAt: '2026-11-01T04:00:00.000Z',
    lastSeenAt: null,
    ...over,
  })

  test('users are listed as the server returned them; a user without a visit has no time of one', async () => {
    draw(<UsersPage />, {
      answers: {
        'GET /admin/users/query': {
          data: [user(), user({ id: '8', nickname: '低价代练', userType: 1, state: 'SUSPENDED' })],
          total: 10_001,
        },
      },
    })
    await screen.findByText('林知夏')
    const rows = screen.getAllByRole('row').slice(1)
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['7', '林知夏', '138****0001', 'player', '球员', '正常', '2026-11-01 12:00', '—'],
      ['8', '低价代练', '138****0001', 'player', '教练', '已停用', '2026-11-01 12:00', '—'],
    ])
    expect(screen.getByText('超过 1 万条')).toBeTruthy()
  })

  test('a row opens with Enter, and filters of the address are sent', async () => {
    const keyboard = userEvent.setup()
    const { heard, address } = draw(<UsersPage />, {
      at: '/users?keyword=0001&state=NORMAL&from=2026-11-01&until=2026-11-30&sort=lastSeenAt&order=asc',
      answers: { 'GET /admin/users/query': { data: [user()], total: 1 } },
    })
    const row = (await screen.findByText('林知夏')).closest('tr')
    expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject({
      keyword: '0001',
      state: 'NORMAL',
      from: '2026-11-01',
      until: '2026-11-30',
      sort: 'lastSeenAt',
      sord: 'asc',
    })
    row?.querySelector('a')?.focus()
    await keyboard.keyboard('{Enter}')
    expect(address()).toBe('/users/7')
  })

  test('accounts with the same number lead to their comparison', async () => {
    const mouse = userEvent.setup()
    const pair = {
      claimant: user({ id: '9', nickname: '微信用户0427' }),
      holder: user(),
      claimedAt: '2026-11-02T04:00:00.000Z',
    }
    const { address } = draw(<DuplicatesPage />, {
      answers: { 'GET /admin/users/duplicates': { data: [pair], total: 1 } },
    })
    await screen.findByText('林知夏（编号 7）')
    await mouse.click(screen.getByRole('link', { name: '对比' }))
    expect(address()).toBe('/users/merge?from=9&into=7')
  })
})

describe('user', () => {
  const HOLDINGS = {
    classes: 12,
    taughtClasses: 0,
    contracts: 2,
    hours: 15.5,
    cards: 1,
    cardFen: 82_000,
    orders: 6,
    stringing: 3,
    balls: 4,
    reports: 0,
  }
  const user = (over: object = {}) => ({
    id: '7',
    nickname: '林知夏',
    avatar: null,
    userType: 0,
    phone: '138****0001',
    phoneVerified: true,
    username: 'player',
    hasWechat: true,
    state: 'NORMAL',
    level: 3.5,
    region: '上海市 徐汇区',
    createdAt: '2026-11-01T04:00:00.000Z',
    lastSeenAt: '2026-11-20T04:00:00.000Z',
    registeredAt: null,
    closedAt: null,
    companies: [],
    holdings: HOLDINGS,
    logIns: [],
    suspensions: [],
    auditEvents: [],
    ...over,
  })
  const DETAIL = 'GET /admin/users/detail/7'
  const EVENTS = 'GET /admin/audit'
  const event = (over: object) => ({
    key: '1-1-0',
    at: '2026-11-20T04:00:00.000Z',
    actor: { kind: 'user', id: '7', name: '林知夏' },
    ...{ about: null, from: null, to: null, amount: null, after: null, unit: null, reason: '', summary: null },
    ...over,
  })
  const noEvents = { [EVENTS]: { data: [], total: 0 } }
  const page = (
    <Routes>
      <Route path="/users/:id" element={<UserPage />} />
    </Routes>
  )

  test('the number stays masked until it is requested, and then is shown whole', async () => {
    const mouse = userEvent.setup()
    const { heard } = draw(page, {
      at: '/users/7',
      answers: {
        ...noEvents,
        [DETAIL]: { data: user() },
        'POST /admin/users/reveal-phone/7': { data: { phone: '13800000001' } },
      },
    })
    await screen.findByText(/138\*{4}0001/)
    expect(screen.getByText('3.5')).toBeTruthy()
    expect(screen.getByText('2 份，可用 15.5 课时')).toBeTruthy()
    expect(screen.getByText('1 张，余额 ¥820')).toBeTruthy()
    await mouse.click(screen.getByText('显示完整号码'))
    expect(await screen.findByText(/13800000001/)).toBeTruthy()
    expect(heard.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test('a level that nobody said is no level', async () => {
    draw(page, { at: '/users/7', answers: { ...noEvents, [DETAIL]: { data: user({ levelIsUnsaid: true }) } } })
    expect(await screen.findByText('未填写')).toBeTruthy()
    expect(screen.queryByText('3.5')).toBeNull()
  })

  test('a permanent suspension needs a reason, and the effect is shown before', async () => {
    const mouse = userEvent.setup()
    let state = 'NORMAL'
    const { heard } = draw(page, {
      at: '/users/7',
      answers: {
        ...noEvents,
        [DETAIL]: () => ({ data: user({ state }) }),
        'POST /admin/users/suspend/7': () => {
          state = 'SUSPENDED'
          return { data: user({ state }) }
        },
      },
    })
    await mouse.click(await screen.findByText('停用账号'))
    await screen.findByText('期限')
    const dialog = screen.getByRole('dialog')
    expect(within(dialog).getByText(/停用期间不能登录。已约的课、课时、余额和订单都保留/)).toBeTruthy()
    await mouse.click(within(dialog).getByLabelText('长期'))
    await mouse.click(within(dialog).getByText('停用'))
    expect(await within(dialog).findByText('请填写原因')).toBeTruthy()
    await mouse.type(within(dialog).getByLabelText('原因（用户会看到）'), '私下收款')
    await mouse.click(within(dialog).getByText('停用'))
    expect(await screen.findByText('恢复账号')).toBeTruthy()
    expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ reason: '私下收款', lastDay: null })
  })

  test.each([
    ['a player', 0, '该用户马上可以登录。用户会收到通知。'],
    ['a coach', 1, '该用户马上可以登录，会重新出现在教练搜索中并可被预约。用户会收到通知。'],
  ])('what restoring %s changes is true for them', async (_who, userType, expected) => {
    draw(page, {
      at: '/users/7',
      answers: { ...noEvents, [DETAIL]: { data: user({ userType, state: 'SUSPENDED' }) } },
    })
    await userEvent.click(await screen.findByText('恢复账号'))
    expect(await screen.findByText(expected)).toBeTruthy()
  })

  test('a one-time password is shown once it is confirmed', async () => {
    const mouse = userEvent.setup()
    const given = { username: 'player', password: 'abcdef2345', validUntil: '2026-11-21T04:00:00.000Z' }
    draw(page, {
      at: '/users/7',
      answers: { ...noEvents, [DETAIL]: { data: user() }, 'POST /admin/users/reset-password/7': { data: given } },
    })
    await mouse.click(await screen.findByText('发放一次性密码'))
    expect(await screen.findByText(/原密码立即失效/)).toBeTruthy()
    await mouse.click(screen.getByText('发放'))
    expect(await screen.findByText('abcdef2345')).toBeTruthy()
  })

  test('a closed account offers no actions, and an account without a password offers no new one', async () => {
    draw(page, {
      at: '/users/7',
      answers: { ...noEvents, [DETAIL]: { data: user({ state: 'CLOSED', nickname: '已注销用户' }) } },
    })
    await screen.findByText('已注销用户')
    expect(screen.queryByText('停用账号')).toBeNull()
    expect(screen.queryByText('发放一次性密码')).toBeNull()
  })

  test('a user who does not exist is reported', async () => {
    draw(page, {
      at: '/users/7',
      answers: { ...noEvents, [DETAIL]: { refusal: { status: 404, code: 'user_not_found', msg: '用户不存在' } } },
    })
    await waitFor(() => expect(screen.getByText('用户不存在')).toBeTruthy())
  })

  test('every count leads to the list of its rows', async () => {
    draw(page, { at: '/users/7', answers: { ...noEvents, [DETAIL]: { data: user() } } })
    await screen.findByText('12 节')
    const addressOf = (text: string) => screen.getByRole('link', { name: text }).getAttribute('href')
    expect(
      ['12 节', '0 节', '2 份，可用 15.5 课时', '1 张，余额 ¥820', '6 笔', '3 单', '4 场', '0 次'].map(addressOf),
    ).toEqual([
      '/classes?userId=7',
      '/classes?coachId=7',
      '/contracts?userId=7',
      '/cards?userId=7',
      '/payments?userId=7',
      '/stringing-orders?userId=7',
      '/games?userId=7',
      '/approvals?kind=reports&state=all&ownerId=7',
    ])
  })

  test('the last twenty events stand on the page, each with its time and a link to what it is about', async () => {
    const { heard } = draw(page, {
      at: '/users/7',
      answers: {
        [DETAIL]: { data: user() },
        [EVENTS]: {
          data: [
            event({
              action: 'user.log-in',
              object: { kind: 'user', id: '7', name: '林知夏' },
              reason: 'Chrome · macOS',
            }),
            event({
              ...{ key: '2-1-0', action: 'order.pay', object: { kind: 'order', id: '31', name: '周末双打' } },
              ...{ from: 'UNPAID', to: 'PAID', amount: 4_800, unit: 'fen' },
            }),
            event({ key: '3-1-0', action: 'ball.seat', object: { kind: 'ball', id: '9', name: '周末双打' } }),
          ],
          total: 3,
        },
      },
    })
    await screen.findByText('取得球局名额')
    const events = within(screen.getByText('最近动态').closest('.ant-card') as HTMLElement)
    expect(shownRows()).toEqual([
      ['2026-11-20 12:00', '登录', '—', '—', 'Chrome · macOS'],
      ['2026-11-20 12:00', '付款', '付款订单 31 周末双打', '待付款 → 已付款，¥48', '—'],
      ['2026-11-20 12:00', '取得球局名额', '球局 9 周末双打', '—', '—'],
    ])
    const addresses = events.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(addresses).toEqual(['/audit?personId=7', '/payments/31', '/audit?objectKind=ball&objectId=9'])
    const asked = heard.find(({ path }) => path === '/admin/audit')?.query
    expect([asked?.get('personId'), asked?.get('rows')]).toEqual(['7', '20'])
  })
})
