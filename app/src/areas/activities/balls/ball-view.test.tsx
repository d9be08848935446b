import type { BallDetail } from '@paidang/api/areas/activities/balls'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { publishBallPath, userCardPath } from '../../../paths'
import { endSession } from '../../../platform/session'
import { useToast } from '../../../platform/toast-present'
import {
  type FakeAnswer,
  type FakeCall,
  freshCacheWithFeatures,
  givenServer,
  givenSession,
} from '../../../testing/fake-server'
import Taro, { fire, shares } from '../../../testing/taro'
import { DialogHost } from '../../../ui/dialog-host'
import { BallView } from './ball-view'
import { at, givenBall, givenOrder, givenSeat, PEOPLE } from './testing/given-ball'

const TOKEN = 'a'.repeat(22)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('20', '09:41'))
  useToast.setState({ toast: null })
  givenSession('10')
})

const open = ({ id = '1', share }: { id?: string; share?: string } = {}) =>
  render(
    <QueryClientProvider client={freshCacheWithFeatures()}>
      <BallView id={id} share={share} />
      <DialogHost />
    </QueryClientProvider>,
  )

/** Sets up the server with one game, and with the changed game after an action. */
function givenGame(ball: BallDetail, after: BallDetail | FakeAnswer = ball): FakeCall[] {
  let answer: FakeAnswer = { data: ball }
  return givenServer(({ method, path }) => {
    if (path.startsWith('/invitationball/result')) return { data: null }
    if (method === 'GET') return answer
    if ('status' in after && 'code' in after) return after as FakeAnswer
    answer = 'data' in after ? (after as FakeAnswer) : { data: after }
    return answer
  })
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const sent = (calls: readonly FakeCall[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => ({ path, body }))
const toast = () => useToast.getState().toast?.text

const FULL = { status: 'FULL', seatsTaken: 4 } as const
const participant = { role: 'participant' as const, seat: { id: '510', state: 'CONFIRMED' as const, heldUntil: null } }
const initiator = {
  role: 'initiator' as const,
  userId: '10',
  seat: { id: '510', state: 'CONFIRMED' as const, heldUntil: null },
}

test('the page shows the whole game: when, where, who, level, cost and rules', async () => {
  givenGame(givenBall({ description: '球我带', waiting: [PEOPLE['99']], waitingCount: 1 }))
  open()
  await screen.findByText('周六早场')
  for (const text of ['11.22 周日 08:00–10:00', '青杉网球俱乐部 5号场', '你 3.5，符合', '等你', '球我带'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('已成局，距开球 1 天 22 小时')).toBeTruthy()
  expect(screen.getByText('候补 1 人：赵一鸣')).toBeTruthy()
  expect(screen.getByText('每人报名预付')).toBeTruthy()
})

test.each([
  ['a stranger', {}, '等你'],
  ['the initiator', initiator, '空位'],
])('a running game has no free seat for %s any more', async (_who, viewer, seat) => {
  vi.setSystemTime(at('22', '07:59'))
  givenGame(givenBall({ viewer }))
  open()
  await screen.findByText(seat)
  vi.setSystemTime(at('22', '08:00'))
  act(() => fire('show'))
  await screen.findByText('进行中')
  expect(screen.queryByText(seat)).toBeNull()
})

test('the initiator reads which texts of the game wait for approval', async () => {
  givenGame(givenBall({ title: '约球', viewer: initiator, pending: [{ field: 'title', value: '周末双打' }] }))
  open()
  await screen.findByText('球局标题「周末双打」审核中，通过后其他人才能看到')
})

test('支付并报名 takes the seat once, even with two fast presses, and opens the cashier', async () => {
  const held = { id: '510', state: 'HELD' as const, heldUntil: at('20', '09:56').toISOString() }
  const after = givenBall({ viewer: { role: 'participant', seat: held, order: givenOrder() } })
  const calls = givenGame(givenBall(), after)
  open()
  const enroll = await button('支付并报名')
  fireEvent.click(enroll)
  fireEvent.click(enroll)
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/user/pages/cashier/index?orderId=70' }))
  expect(sent(calls)).toEqual([{ path: '/invitationball/enroll', body: { id: '1', revision: 3 } }])
  // There is no success message before the payment.
  expect(toast()).toBeUndefined()
  await button('去支付')
  expect(screen.getByText('还剩 15 分钟，超时名额释放')).toBeTruthy()
})

test('a seat that is taken within a minute is not kept for longer than the rule says', async () => {
  const heldUntil = new Date(at('20', '09:56').getTime() + 40_000).toISOString()
  const held = { id: '510', state: 'HELD' as const, heldUntil }
  const order = givenOrder({ expiresAt: heldUntil })
  givenGame(givenBall(), givenBall({ viewer: { role: 'participant', seat: held, order } }))
  open()
  const enroll = await button('支付并报名')
  vi.setSystemTime(at('20', '09:41').getTime() + 40_000)
  fireEvent.click(enroll)
  await button('去支付')
  expect(screen.getByText('还剩 15 分钟，超时名额释放')).toBeTruthy()
})

test('a press joins a free game at once', async () => {
  const free = { feeFen: 0, courtFeeFen: 0, extrasFen: 0 }
  const calls = givenGame(givenBall(free), givenBall({ ...free, viewer: participant }))
  open()
  await userEvent.click(await button('报名'))
  await screen.findByText('已报名，到时见')
  expect(sent(calls)).toEqual([{ path: '/invitationball/join', body: { id: '1', revision: 3 } }])
  expect(toast()).toBe('报名成功')
})

test('with the initiator’s link a player of any level joins, and the token is sent along', async () => {
  const calls = givenGame(givenBall({ isPublic: false, viewer: { level: 2, isLevelFit: false } }))
  open({ share: TOKEN })
  await userEvent.click(await button('支付并报名'))
  await waitFor(() =>
    expect(sent(calls)).toEqual([{ path: '/invitationball/join', body: { id: '1', share: TOKEN, revision: 3 } }]),
  )
  expect(calls[0]?.path).toBe(`/invitationball/detail/1?share=${TOKEN}`)
})

test('a refusal is shown with the server’s text, and the game is read again', async () => {
  const calls = givenGame(givenBall(), { status: 409, code: 'ball_full', msg: '人数已满' })
  open()
  await userEvent.click(await button('支付并报名'))
  await waitFor(() => expect(toast()).toBe('人数已满'))
  await waitFor(() => expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2))
})

test('a player out of the level range sends a request with a note, and then waits', async () => {
  const unfit = { level: 2, isLevelFit: false }
  const calls = givenGame(givenBall({ viewer: unfit }), givenBall({ viewer: { ...unfit, requestStatus: 0 } }))
  open()
  await userEvent.click(await button('申请加入'))
  await userEvent.type(await screen.findByRole('textbox'), '能接发球')
  await userEvent.click(await button('发出申请'))
  await screen.findByText('已申请，等待发起人同意')
  expect(sent(calls)).toEqual([{ path: '/invitationball/request', body: { id: '1', note: '能接发球', revision: 3 } }])
})

test('who never said a level says it before the first seat; the page then says whether it fits', async () => {
  const unsaid = { level: 3, levelIsUnsaid: true as const }
  const calls = givenServer(({ method, path }) => {
    if (path.startsWith('/invitationball/result')) return { data: null }
    if (method === 'GET') return { data: givenBall({ viewer: sent(calls).length > 0 ? {} : unsaid }) }
    return { data: { nickname: '林知夏', avatar: null, pending: [] } }
  })
  open()
  expect(await screen.findByText('你还没有选过等级')).toBeTruthy()
  await userEvent.click(await button('支付并报名'))
  const sheet = await screen.findByRole('dialog', { name: '你打到什么水平' })
  expect(within(sheet).getByText(/^这场球局要求 .*第一次报名前先选一个/)).toBeTruthy()
  expect(sent(calls)).toEqual([])
  await userEvent.click(within(sheet).getByRole('button', { name: '增加等级' }))
  await userEvent.click(within(sheet).getByRole('button', { name: '保存等级' }))
  await waitFor(() => expect(sent(calls)).toEqual([{ path: '/app-users/save-player', body: { level: 3.5 } }]))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '你打到什么水平' })).toBeNull())
})

test('who never said a gender says it before a seat in a game for one', async () => {
  const unsaid = { isGenderFit: false, genderIsUnsaid: true as const }
  const calls = givenServer(({ method, path }) => {
    if (path.startsWith('/invitationball/result')) return { data: null }
    if (method === 'GET')
      return { data: givenBall({ genderRule: 'FEMALE', viewer: sent(calls).length > 0 ? {} : unsaid }) }
    return { data: { nickname: '林知夏', avatar: null, pending: [] } }
  })
  open()
  await userEvent.click(await button('支付并报名'))
  const sheet = await screen.findByRole('dialog', { name: '请填写性别' })
  expect(within(sheet).getByText(/^这场球局仅限女。/)).toBeTruthy()
  await userEvent.click(within(sheet).getByRole('button', { name: '保存性别' }))
  expect(sent(calls)).toEqual([])
  await userEvent.click(within(sheet).getByRole('radio', { name: '女' }))
  await userEvent.click(within(sheet).getByRole('button', { name: '保存性别' }))
  await waitFor(() => expect(sent(calls)).toEqual([{ path: '/app-users/save-player', body: { gender: 0 } }]))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '请填写性别' })).toBeNull())
})

test('a full game has a waiting list, and the place on it can be given back', async () => {
  const full = { status: 'FULL' as const, seatsTaken: 4 }
  const calls = givenGame(givenBall(full), givenBall({ ...full, viewer: { waitingPlace: 1 } }))
  open()
  await userEvent.click(await button('加入候补'))
  expect(toast()).toBe('已加入候补')
  await userEvent.click(await button('退出候补'))
  const dialog = within(await screen.findByRole('alertdialog'))
  await userEvent.click(dialog.getByRole('button', { name: '退出候补' }))
  await waitFor(() =>
    expect(sent(calls).map(({ path }) => path)).toEqual(['/invitationball/wait', '/invitationball/leave']),
  )
})

test.each([
  [
    '退出候补',
    '接受名额',
    { waitingPlace: 1 },
    { seat: { id: '510', state: 'OFFERED', heldUntil: at('20', '10:41') } },
  ],
  ['撤回申请', '报名', { isLevelFit: false, requestStatus: 0 }, { isLevelFit: false, requestStatus: 1 }],
] as const)('where %s turns into %s under the finger, that press asks first', async (out, into, before, after) => {
  const free = { feeFen: 0, status: 'OPEN' as const }
  const seat = 'seat' in after ? { ...after.seat, heldUntil: after.seat.heldUntil.toISOString() } : null
  let ball = givenBall({ ...free, ...('seat' in after && FULL), viewer: before })
  const calls = givenServer(({ method }) => {
    if (method !== 'GET') ball = givenBall({ ...free, viewer: participant })
    return { data: ball }
  })
  open()
  await button(out)
  ball = givenBall({ ...free, viewer: { ...after, seat } })
  act(() => fire('pull'))
  await userEvent.click(await button(into))
  const question = within(await screen.findByRole('alertdialog', { name: `${into}？` }))
  expect(sent(calls)).toEqual([])
  await userEvent.click(question.getByRole('button', { name: into }))
  await waitFor(() => expect(sent(calls).map(({ path }) => path)).toEqual(['/invitationball/join']))
})

test.each([
  ['before the game', '07:59', true],
  ['once it has begun', '08:00', false],
])('%s a change of players waits for an answer: %s, %s', async (_when, time, waits) => {
  vi.setSystemTime(at('22', time))
  const swap = { id: '61', kind: 'SWAP' as const, out: PEOPLE['10'], in: PEOPLE['11'], hasOutAgreed: false }
  givenGame(givenBall({ viewer: participant, proposals: [{ ...swap, hasInAgreed: false, order: null }] }))
  open()
  await screen.findByText('参与人')
  expect(screen.queryByRole('button', { name: '去处理' }) !== null).toBe(waits)
})

test('who opens a game with an offered seat takes it with one press', async () => {
  const seat = { id: '510', state: 'OFFERED' as const, heldUntil: at('20', '10:41').toISOString() }
  const calls = givenGame(givenBall({ feeFen: 0, viewer: { seat } }), givenBall({ viewer: participant }))
  open()
  await userEvent.click(await button('接受名额'))
  await waitFor(() => expect(sent(calls)).toHaveLength(1))
})

test('who has got a seat meanwhile reads that, and not that they wait', async () => {
  const full = { status: 'FULL' as const, seatsTaken: 4 }
  givenGame(givenBall(full), givenBall({ ...full, viewer: participant }))
  open()
  await userEvent.click(await button('加入候补'))
  await waitFor(() => expect(toast()).toBe('您已有名额'))
})

const leave = { isFree: true, freeUntil: at('21', '08:00').toISOString(), paidFen: 4800, refundFen: 4800 }

test('退出 shows the current refund and asks where to send it', async () => {
  const order = givenOrder({ state: 'PAID', method: 'WECHAT' })
  const calls = givenGame(givenBall({ viewer: { ...participant, order, leave } }), givenBall())
  open()
  await userEvent.click(await button('退出'))
  await screen.findByRole('dialog', { name: '退出这场球局' })
  expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2)
  expect(screen.getByText('明天 08:00 之前退出，全额退款')).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: '原路退回' }))
  await userEvent.click(await button('确认退出'))
  await button('支付并报名')
  expect(sent(calls)).toEqual([
    { path: '/invitationball/leave', body: { id: '1', refundTo: 'SOURCE', refundFen: 4800, revision: 3 } },
  ])
})

test('退出 that stays open past its free time shows the terms of then', async () => {
  // A millisecond before: it is over once the sheet is open.
  vi.setSystemTime(at('21', '08:00').getTime() - 1)
  const late = { ...leave, isFree: false, refundFen: 0 }
  let reads = 0
  givenServer(({ path }) => {
    if (path.startsWith('/invitationball/result')) return { data: null }
    reads += 1
    return { data: givenBall({ viewer: { ...participant, leave: reads > 2 ? late : leave } }) }
  })
  open()
  await userEvent.click(await button('退出'))
  await screen.findByText('今天 08:00 之后退出，要有人补上你的名额才退款')
})

test('a player of a changed game agrees with one press', async () => {
  const changedAt = at('20', '09:00').toISOString()
  const calls = givenGame(
    givenBall({ viewer: { ...participant, leave, changedAt } }),
    givenBall({ viewer: participant }),
  )
  open()
  await screen.findByText('发起人修改了球局')
  await userEvent.click(await button('同意修改'))
  await waitFor(() => expect(screen.queryByText('发起人修改了球局')).toBeNull())
  expect(sent(calls)).toEqual([{ path: '/invitationball/agree', body: { id: '1', revision: 3 } }])
})

test('a late 退出 says that nothing comes back yet', async () => {
  vi.setSystemTime(at('21', '12:00'))
  givenGame(givenBall({ viewer: { ...participant, leave: { ...leave, isFree: false, refundFen: 0 } } }))
  open()
  await userEvent.click(await button('退出'))
  await screen.findByText('今天 08:00 之后退出，要有人补上你的名额才退款')
  expect(screen.queryByRole('radio', { name: '原路退回' })).toBeNull()
})

const openMenu = async () => userEvent.click(await button('管理球局'))

test('the initiator cancels their game with a reason, after reading what comes back', async () => {
  const calls = givenGame(
    givenBall({ viewer: initiator }),
    givenBall({ status: 'CANCELLED', cancelReason: 'INITIATOR', viewer: initiator }),
  )
  open()
  await openMenu()
  await userEvent.click(await button('取消球局'))
  await screen.findByText('每人 ¥48，全额退回')
  await userEvent.click(await button('天气原因'))
  await userEvent.click(screen.getAllByRole('button', { name: '取消球局' }).at(-1) as HTMLElement)
  await screen.findByText('您已取消这场球局，已付的钱全额退回')
  expect(sent(calls)).toEqual([{ path: '/invitationball/cancel', body: { id: '1', reason: '天气原因', revision: 3 } }])
})

test('the initiator of a cancelled game begins the next one at the same venue', async () => {
  givenGame(givenBall({ status: 'CANCELLED', cancelReason: 'INITIATOR', stadiumId: '3', viewer: initiator }))
  open()
  await userEvent.click(await button('再发起一场'))
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: publishBallPath({ stadiumId: '3' }) }))
})

test('a level that a player never said is not shown beside their name', async () => {
  givenGame(
    givenBall({ seats: [givenSeat('20', { level: 6.5, levelIsUnsaid: true }), givenSeat('11', { level: 4.5 })] }),
  )
  open()
  await screen.findByText('4.5')
  expect(screen.queryByText(/6\.5/)).toBeNull()
})

test('the initiator makes their game link-only with one press', async () => {
  const calls = givenGame(givenBall({ viewer: initiator }), givenBall({ viewer: initiator, isPublic: false }))
  open()
  await openMenu()
  await userEvent.click(await button(/^改为仅链接可见/))
  await screen.findByText('仅链接')
  expect(sent(calls)).toEqual([
    { path: '/invitationball/publicBallOrNot', body: { id: '1', isPublic: false, revision: 3 } },
  ])
})

test('the initiator asks a participant to take over, and another to give their seat to a player on the waiting list', async () => {
  const game = givenBall({ viewer: initiator, waiting: [PEOPLE['10']], waitingCount: 1 })
  const calls = givenGame(game)
  open()
  await openMenu()
  await userEvent.click(await button(/^转让发起人/))
  await userEvent.click(await screen.findByRole('radio', { name: '陈默' }))
  await userEvent.click(await button('请对方接手'))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '转让发起人' })).toBeNull())
  await openMenu()
  await userEvent.click(await button(/^更换球友/))
  await userEvent.click(await screen.findByRole('radio', { name: '陈默' }))
  await userEvent.click(await screen.findByRole('radio', { name: '林知夏' }))
  await userEvent.click(await button('请双方确认'))
  await waitFor(() =>
    expect(sent(calls)).toEqual([
      { path: '/invitationball/hand-over', body: { id: '1', userId: '11', revision: 3 } },
      { path: '/invitationball/swap', body: { id: '1', outUserId: '11', inUserId: '10', revision: 3 } },
    ]),
  )
})

test('after the start the initiator marks who did not come, and can undo it', async () => {
  vi.setSystemTime(at('22', '08:30'))
  const marked = [givenSeat('20'), givenSeat('11', { noShowAt: at('22', '08:30').toISOString() })]
  const seats = [givenSeat('20'), givenSeat('11')]
  const calls = givenGame(givenBall({ viewer: initiator, seats }), givenBall({ viewer: initiator, seats: marked }))
  open()
  await openMenu()
  await userEvent.click(await button('标记未到'))
  await userEvent.click(await button('标记未到 陈默'))
  await userEvent.click(await button('撤销标记 陈默'))
  await waitFor(() =>
    expect(sent(calls).map(({ body }) => body)).toEqual([
      { id: '1', userId: '11', isNoShow: true },
      { id: '1', userId: '11', isNoShow: false },
    ]),
  )
})

test('a player who was marked as absent can answer', async () => {
  vi.setSystemTime(at('22', '12:00'))
  const noShowAt = at('22', '11:00').toISOString()
  const game = (noShowAnswer: string | null) =>
    givenBall({ status: 'FINISHED', seats: [givenSeat('10', { noShowAt, noShowAnswer })], viewer: participant })
  const calls = givenGame(game(null), game('我到了'))
  open()
  await userEvent.click(await button('未到说明'))
  await button(/^提交说明/)
  await userEvent.type(screen.getByRole('textbox'), '我到了')
  await userEvent.click(await button('提交说明'))
  await screen.findByText('说明：我到了')
  expect(sent(calls)).toEqual([{ path: '/invitationball/no-show-answer', body: { id: '1', answer: '我到了' } }])
})

test('a guest reads the game and is asked to log in; nothing is changed', async () => {
  endSession()
  const calls = givenGame(givenBall({ viewer: { userId: null, level: null, isLevelFit: false } }))
  open()
  await screen.findByText('周六早场')
  await userEvent.click(await button('登录'))
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/pages/login_h5/index' }))
  expect(sent(calls)).toEqual([])
})

test('a game that does not exist for this reader says so, and a failure can be repeated', async () => {
  givenServer(() => ({ status: 404, code: 'ball_not_found', msg: '球局不存在' }))
  const { unmount } = open()
  await screen.findByText('这场球局不存在或不公开')
  unmount()

  let isBroken = true
  givenServer(() =>
    isBroken ? { status: 500, code: 'unexpected', msg: '服务器开小差了，请稍后再试' } : { data: givenBall() },
  )
  open()
  await screen.findByText('获取活动详情失败')
  isBroken = false
  await userEvent.click(await button('重试'))
  await screen.findByText('周六早场')
})

test('without an id nothing is requested from the server', async () => {
  const calls = givenGame(givenBall())
  open({ id: '' })
  await screen.findByText('这场球局不存在或不公开')
  expect(calls).toEqual([])
})

test('pull-to-refresh reads the game again', async () => {
  const calls = givenGame(givenBall())
  open()
  await screen.findByText('周六早场')
  fire('pull')
  await waitFor(() => expect(calls).toHaveLength(2))
  await waitFor(() => expect(Taro.stopPullDownRefresh).toHaveBeenCalled())
})

test('what has to be fetched at the front desk stands with the cost of the game', async () => {
  const back = { id: '1', reason: '', createTime: '', doneTime: null, amountFen: 1_200 }
  const order = givenOrder({
    state: 'PAID',
    method: 'OFFLINE',
    refunds: [{ ...back, target: 'OFFLINE', state: 'WAITING' }],
  })
  givenGame(givenBall({ status: 'FINISHED', sharesFen: [3600, 3600, 3600, 3600], viewer: { ...participant, order } }))
  open()
  await screen.findByText('¥12 请到前台领取')
})

test('a game that is no longer for its reader leaves the open page', async () => {
  let isHidden = false
  givenServer(() => (isHidden ? { status: 404, code: 'ball_not_found', msg: '球局不存在' } : { data: givenBall() }))
  open()
  await screen.findByText('周六早场')
  isHidden = true
  fire('pull')
  await screen.findByText('这场球局不存在或不公开')
  expect(screen.queryByText('周六早场')).toBeNull()
})

/** A game behind a short id. */
const SHARED = {
  shareId: 'Ab12Cd34',
  kind: 'ball',
  objectId: '1',
  title: '周六早场',
  path: `/bookingBall/pages/ballDetail/index?id=1&share=${TOKEN}`,
  picture: '/aaapi/share/Ab12Cd34/picture.png',
  code: '/aaapi/share/Ab12Cd34/code.png',
  poster: null,
}

test('a scanned code opens the game with its token', async () => {
  const calls = givenServer(({ path }) => ({ data: path.startsWith('/share/') ? SHARED : givenBall() }))
  render(
    <QueryClientProvider client={freshCacheWithFeatures()}>
      <BallView scene="i%3DAb12Cd34" />
    </QueryClientProvider>,
  )
  await screen.findByText('周六早场')
  expect(calls.map(({ path }) => path)).toContain('/share/Ab12Cd34')
  expect(calls.map(({ path }) => path)).toContain(`/invitationball/detail/1?share=${TOKEN}`)
})

test('a code whose game is gone says so', async () => {
  givenServer(() => ({ status: 404, code: 'share_not_found', msg: '分享已失效' }))
  render(
    <QueryClientProvider client={freshCacheWithFeatures()}>
      <BallView i="Ab12Cd34" />
    </QueryClientProvider>,
  )
  await screen.findByText('这场球局不存在或不公开')
})

test('a game is shared with its picture, or without one where the server makes none', async () => {
  let isOut = false
  givenServer(({ path }) => {
    if (!path.startsWith('/share/')) return { data: givenBall() }
    return isOut ? { status: 500, code: 'unexpected', msg: '操作失败' } : { data: SHARED }
  })
  open()
  await screen.findByText('周六早场')
  const words = { title: expect.stringContaining('周六早场'), path: '/bookingBall/pages/ballDetail/index?id=1' }
  isOut = true
  const without = shares.chat?.() as { promise: Promise<unknown> }
  expect(await without.promise).toEqual(words)
  isOut = false
  const withIt = shares.chat?.() as { promise: Promise<unknown> }
  expect(await withIt.promise).toEqual({ ...words, imageUrl: SHARED.picture })
})

test('a player’s name opens their card; a guest has no such link', async () => {
  const { viewer } = givenBall()
  givenGame(givenBall({ viewer: { ...viewer, userId: null } }))
  const { unmount } = open()
  await screen.findAllByText('周远航')
  expect(screen.queryByRole('link', { name: '周远航的名片' })).toBeNull()
  unmount()

  givenGame(givenBall())
  open()
  await userEvent.click(await screen.findByRole('link', { name: '周远航的名片' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: userCardPath({ id: '20' }) })
})
