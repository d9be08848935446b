import { expect, test } from 'vitest'
import { at, givenBall, givenOrder, givenSeat, PEOPLE } from '../testing/given-ball'
import { ballBar, manageEntries, swappable, wayIn } from './ball-bar'

const now = at('20', '09:41')
const looker = { isLoggedIn: true, hasShare: false, takesPayments: true, now }
const bar = (over: Parameters<typeof givenBall>[0] = {}, by: Partial<typeof looker> = {}) => {
  const found = ballBar(givenBall(over), { ...looker, ...by })
  return found && { amountFen: found.amountFen, line: found.line, buttons: found.buttons.map(({ text }) => text) }
}

const full = { status: 'FULL', seatsTaken: 4 } as const
const seat = (state: 'OFFERED' | 'HELD' | 'CONFIRMED', heldUntil: string | null = null) => ({
  viewer: { role: 'participant' as const, seat: { id: '510', state, heldUntil } },
})

test('a player who fits the rules pays and enrolls; a free game only needs enrolling', () => {
  expect(bar()).toEqual({ amountFen: 4800, line: '1 天 22 小时后开球', buttons: ['支付并报名'] })
  expect(bar({ feeFen: 0 })).toEqual({ amountFen: undefined, line: '1 天 22 小时后开球', buttons: ['报名'] })
})

test('where the platform takes no payments for games, nobody can enroll in a game with a fee, and the button says why', () => {
  for (const isLoggedIn of [true, false]) {
    const found = ballBar(givenBall(), { ...looker, isLoggedIn, takesPayments: false })
    expect(found?.buttons).toEqual([
      { key: 'take', text: '报名', disabled: true, reason: '本平台不代收球局费用，请与球友线下分摊' },
    ])
  }
  expect(bar({ feeFen: 0 }, { takesPayments: false })?.buttons).toEqual(['报名'])
})

test('a guest is asked to log in', () => {
  expect(bar({}, { isLoggedIn: false })?.buttons).toEqual(['登录'])
})

test('a player out of the level range sends a request, waits for the answer, and is accepted or refused', () => {
  const unfit = (requestStatus: number | null) => bar({ viewer: { level: 2, isLevelFit: false, requestStatus } })
  expect(unfit(null)).toMatchObject({ line: '你的等级 2.0，不在 3.0–4.0', buttons: ['申请加入'] })
  expect(unfit(0)?.buttons).toEqual(['撤回申请'])
  expect(unfit(1)?.buttons).toEqual(['支付并报名'])
  const refused = ballBar(givenBall({ viewer: { isLevelFit: false, requestStatus: 2 } }), looker)
  expect(refused?.buttons).toMatchObject([{ text: '申请加入', disabled: true, reason: '发起人未同意您的申请' }])
})

test('a full game names its waiting list also to who does not fit the level', () => {
  const full = { status: 'FULL' as const, seatsTaken: 4, waitingCount: 3 }
  const line = (requestStatus: number | null) =>
    bar({ ...full, viewer: { level: 2, isLevelFit: false, requestStatus } })?.line
  expect(line(null)).toBe('已满员，3 人候补；你的等级 2.0，不在 3.0–4.0')
  expect(line(0)).toBe('已满员，3 人候补；已申请，等待发起人同意')
  expect(line(2)).toBe('已满员，3 人候补')
})

test('the initiator’s link accepts any level, and joins by its own call', () => {
  expect(bar({ viewer: { level: 2, isLevelFit: false } }, { hasShare: true })?.buttons).toEqual(['支付并报名'])
  expect(wayIn({ feeFen: 4800 }, false)).toBe('enroll')
  expect(wayIn({ feeFen: 4800 }, true)).toBe('join')
  expect(wayIn({ feeFen: 0 }, false)).toBe('join')
})

test('a player outside of the gender rule cannot enroll, and reads where a wrong gender is changed', () => {
  const unfit = ballBar(givenBall({ genderRule: 'FEMALE', viewer: { isGenderFit: false } }), looker)
  const reason = '这场球局仅限女。性别填错了，可以在个人资料里改'
  expect(unfit?.buttons).toMatchObject([{ text: '报名', disabled: true, reason }])
})

test('a full game offers the waiting list, and shows the place before the press', () => {
  expect(bar({ ...full, waitingCount: 1 })).toMatchObject({ line: '已满员，候补排到第 2 位', buttons: ['加入候补'] })
  expect(bar({ ...full, waitingCount: 2, viewer: { waitingPlace: 2 } })).toMatchObject({
    line: '候补中，排到第 2 位',
    buttons: ['退出候补'],
  })
})

test('a held seat can be paid while its time lasts, and is free again afterwards', () => {
  const held = seat('HELD', at('20', '09:56').toISOString())
  const viewer = { ...held.viewer, order: givenOrder() }
  expect(bar({ viewer })).toEqual({
    amountFen: 4800,
    line: '还剩 15 分钟，超时名额释放',
    buttons: ['放弃', '去支付'],
  })
  expect(bar({ viewer }, { now: at('20', '09:56') })).toMatchObject({
    line: '名额已释放，可以重新报名',
    buttons: ['支付并报名'],
  })
})

test('an offered seat shows until when it is kept', () => {
  const offered = seat('OFFERED', at('20', '11:41').toISOString())
  expect(bar(offered)).toMatchObject({ line: '名额为你留到 今天 11:41', buttons: ['放弃', '支付并报名'] })
  expect(bar({ ...offered, feeFen: 0 })?.buttons).toEqual(['放弃', '接受名额'])
})

test('a player can leave until the game begins', () => {
  expect(bar(seat('CONFIRMED'))).toMatchObject({ line: '已报名，到时见', buttons: ['退出'] })
  const begun = ballBar(givenBall(seat('CONFIRMED')), { ...looker, now: at('22', '08:00') })
  expect(begun?.buttons).toMatchObject([{ text: '球局已开始', disabled: true }])
})

test('a player who paid for all and handed over the game cannot leave', () => {
  const order = givenOrder({ kind: 'BALL_PUBLISH', state: 'PAID' })
  const bearer = { ...seat('CONFIRMED').viewer, order }
  const found = (feeMode: 'AA' | 'INITIATOR') => ballBar(givenBall({ feeMode, viewer: bearer }), looker)?.buttons
  expect(found('INITIATOR')).toMatchObject([{ disabled: true, reason: '费用由该球友全部承担，不能退出或更换' }])
  expect(found('AA')).toMatchObject([{ key: 'leave' }])
  expect(found('AA')?.[0]).not.toHaveProperty('disabled')
})

test('only players who are not yet asked can be replaced', () => {
  const swap = { id: '8', kind: 'SWAP' as const, out: PEOPLE['11'], in: PEOPLE['10'], hasOutAgreed: false }
  const game = givenBall({ proposals: [{ ...swap, hasInAgreed: false, order: null }] })
  expect(swappable(game).map(({ user }) => user.nickname)).toEqual(['赵一鸣'])
})

test('a player proposed for a seat pays for it', () => {
  const proposal = {
    id: '8',
    kind: 'SWAP' as const,
    out: PEOPLE['11'],
    in: PEOPLE['10'],
    hasOutAgreed: true,
    hasInAgreed: true,
    order: givenOrder({ kind: 'BALL_SWAP' }),
  }
  expect(bar({ ...full, proposals: [proposal] })?.buttons).toEqual(['去支付'])
})

test('the initiator pays before the game is published, then invites, then manages', () => {
  const viewer = { role: 'initiator' as const, userId: '20' }
  expect(bar({ status: 'UNPAID', viewer: { ...viewer, order: givenOrder() } })).toMatchObject({
    line: '还剩 15 分钟，支付后发布',
    buttons: ['管理', '去支付'],
  })
  expect(bar({ viewer })?.buttons).toEqual(['管理球局', '邀请球友'])
  expect(bar({ ...full, viewer })?.buttons).toEqual(['管理球局'])
})

test.each(['CANCELLED', 'FINISHED'] as const)(
  'a game that is %s leads on to others, and its initiator to the next',
  (status) => {
    const later = { now: at('23', '00:00') }
    const initiator = { role: 'initiator' as const, userId: '20' }
    const first = status === 'CANCELLED' ? '看 11.22 的球局' : '管理球局'
    for (const isLoggedIn of [true, false]) {
      expect(bar({ status }, { isLoggedIn })).toEqual({ buttons: ['看 11.22 的球局'] })
      expect(bar({ status }, { isLoggedIn, ...later })).toEqual({ buttons: ['看其他球局'] })
    }
    expect(bar({ status, ...seat('CONFIRMED') })?.buttons).toEqual(['看 11.22 的球局'])
    expect(bar({ status, viewer: initiator })?.buttons).toEqual([first, '再发起一场'])
  },
)

test('a running game leads on who has no seat in it, and keeps its players', () => {
  const now = at('22', '08:00')
  for (const ball of [{}, full, { viewer: { waitingPlace: 1 } }, seat('HELD'), { feeFen: 0 }])
    expect(bar(ball, { now })).toEqual({ line: '球局已开始', buttons: ['看 11.22 的球局'] })
  expect(bar(seat('CONFIRMED'), { now })).toEqual({ buttons: ['球局已开始'] })
})

test('a game has ended before the server has closed it', () => {
  const at10 = (minute: string) => bar({}, { now: at('22', minute) })?.buttons
  expect(at10('09:59')).toEqual(['看 11.22 的球局'])
  expect(at10('10:00')).toEqual(['看 11.22 的球局'])
  const own = (minute: string) =>
    bar({ viewer: { role: 'initiator', userId: '20' } }, { now: at('22', minute) })?.buttons
  expect(own('09:59')).toEqual(['管理球局'])
  expect(own('10:00')).toEqual(['管理球局', '再发起一场'])
})

test('a player marked as absent can answer once', () => {
  const marked = (noShowAnswer: string | null) =>
    bar({
      status: 'FINISHED',
      seats: [givenSeat('10', { noShowAt: at('22', '11:00').toISOString(), noShowAnswer })],
      ...seat('CONFIRMED'),
    })
  expect(marked(null)?.buttons).toEqual(['未到说明'])
  expect(marked('我到了')?.buttons).toEqual(['看 11.22 的球局'])
})

test('the menu of the initiator says why an action is not possible', () => {
  const menu = (over: Parameters<typeof givenBall>[0], when = now) =>
    manageEntries(givenBall(over), when).map(({ key, disabled, note }) => (disabled ? `${key}: ${note}` : key))
  expect(menu({ waiting: [PEOPLE['10']] })).toEqual(['edit', 'public', 'handOver', 'swap', 'cancel'])
  expect(menu({ seats: [givenSeat('20')] })).toEqual([
    'edit',
    'public',
    'handOver: 还没有别的球友报名',
    'swap: 还没有别的球友报名',
    'cancel',
  ])
  const handOver = { id: '8', kind: 'HAND_OVER' as const, out: null, in: PEOPLE['11'], hasOutAgreed: false }
  expect(menu({ waiting: [PEOPLE['10']], proposals: [{ ...handOver, hasInAgreed: false, order: null }] })).toEqual([
    'edit',
    'public',
    'handOver: 已有一个等待同意的变更',
    'swap',
    'cancel',
  ])
  expect(menu({ status: 'UNPAID' })).toEqual(['edit', 'cancel'])
  expect(menu({}, at('22', '08:00'))).toEqual(['noShow'])
  expect(menu({}, at('24', '10:01'))).toEqual(['noShow: 标记时间已过'])
  expect(menu({ status: 'CANCELLED' })).toEqual([])
})
