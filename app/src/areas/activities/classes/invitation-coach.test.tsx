import type { Contract } from '@paidang/api/areas/money/contracts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { useToast } from '../../../platform/toast-present'
import { type FakeCall, givenServer, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import {
  at,
  BY_COACH,
  CONFIRMED,
  givenContract,
  givenInfo,
  givenQuote,
  givenSeat,
  INVITED,
} from './testing/given-invitation'
import { button, found, openInvitation, sent, toast } from './testing/open-invitation'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('20', '09:41'))
  useToast.setState({ toast: null })
})

const NEEDS_CONTRACT = givenInfo('coach', {
  invitation: { needContract: true },
  responsePlayers: [givenSeat({ heldSessions: 0, availableSessions: 0.5 })],
})

/** Sets up the server with a student's contracts beside the class. */
function givenContracts(contracts: Contract[], answer: Parameters<typeof givenServer>[0]): FakeCall[] {
  return givenServer((call) => (call.path.includes('search-by-coach') ? { data: contracts } : answer(call)))
}

test('缔约 opens a contract with enough hours for the class, shows the price first, and is sent once', async () => {
  givenSession('20')
  const calls = givenContracts([], () => found(NEEDS_CONTRACT))
  openInvitation()
  await userEvent.click((await screen.findAllByRole('button', { name: '缔约' })).at(-1) as HTMLElement)
  const sheet = await screen.findByRole('dialog', { name: '缔约' })
  await within(sheet).findByText('开新合同')
  expect(sheet.textContent).toContain('¥380 × 1.5 课时¥570')
  expect(sheet.textContent).toContain('缔约后可用 0 课时，这节课预占 1.5')
  await userEvent.click(within(sheet).getByRole('button', { name: '10 课时' }))
  await userEvent.click(within(sheet).getByRole('button', { name: '增加课时' }))
  expect(sheet.textContent).toContain('¥380 × 10.5 课时¥3,990')
  expect(sent(calls)).toEqual([])
  const grant = within(sheet).getByRole('button', { name: '确认缔约' })
  fireEvent.click(grant)
  fireEvent.click(grant)
  await waitFor(() => expect(toast()).toBe('缔约成功'))
  expect(sent(calls)).toEqual([
    {
      method: 'PUT',
      path: '/course-invitation/contract/by-coach/1',
      body: { userId: '10', sessions: 10.5, expiryDate: '2027-11-20', revision: 3 },
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '缔约' })).toBeNull())
})

test('缔约 for an unverified number is sent once the coach has confirmed it', async () => {
  givenSession('20')
  const [seat] = NEEDS_CONTRACT.responsePlayers
  const unverified = { ...NEEDS_CONTRACT, responsePlayers: [{ ...seat, isPhoneUnverified: true } as typeof INVITED] }
  const calls = givenContracts([], () => found(unverified))
  openInvitation()
  await userEvent.click((await screen.findAllByRole('button', { name: '缔约' })).at(-1) as HTMLElement)
  const sheet = await screen.findByRole('dialog', { name: '缔约' })
  await within(sheet).findByText('开新合同')
  const grant = () => userEvent.click(within(sheet).getByRole('button', { name: '确认缔约' }))
  await grant()
  const question = await screen.findByRole('alertdialog', { name: '林知夏的手机号未验证' })
  await userEvent.click(within(question).getByRole('button', { name: '先不缔约' }))
  expect(sent(calls)).toEqual([])
  await grant()
  await userEvent.click(await screen.findByRole('button', { name: '已核对，确认缔约' }))
  await waitFor(() => expect(sent(calls)).toMatchObject([{ body: { userId: '10', isPhoneChecked: true } }]))
})

test('缔约 tops up a contract of this course by the missing hours, and extends it to another day', async () => {
  givenSession('20')
  const calls = givenContracts(
    [givenContract({ availableSessions: 0.5, remainingSessions: 0.5 }), givenContract({ id: '61', courseId: '41' })],
    () => found(NEEDS_CONTRACT),
  )
  openInvitation()
  await userEvent.click((await screen.findAllByRole('button', { name: '缔约' })).at(-1) as HTMLElement)
  const sheet = await screen.findByRole('dialog', { name: '缔约' })
  const choices = await within(sheet).findByRole('radiogroup', { name: '合同' })
  expect(within(choices).getAllByRole('radio')).toHaveLength(2)
  expect(sheet.textContent).toContain('¥350 × 1 课时¥350')
  await userEvent.click(within(sheet).getByRole('button', { name: /^有效期至/ }))
  await userEvent.click(within(sheet).getByRole('button', { name: '下个月' }))
  await userEvent.click(within(sheet).getByRole('radio', { name: '2027 年 12 月 31 日' }))
  await userEvent.click(within(sheet).getByRole('button', { name: '确认缔约' }))
  await waitFor(() =>
    expect(sent(calls)[0]?.body).toEqual({
      userId: '10',
      contractId: '60',
      sessions: 1,
      expiryDate: '2027-12-31',
      revision: 3,
    }),
  )
})

test('too few hours cannot be sent, and a refusal of the server is shown in the sheet', async () => {
  givenSession('20')
  const calls = givenContracts([], ({ method }) =>
    method === 'PUT'
      ? { status: 400, code: 'contract_expiry_invalid', msg: '合同有效期不能早于上课日期' }
      : found(NEEDS_CONTRACT),
  )
  openInvitation()
  await userEvent.click((await screen.findAllByRole('button', { name: '缔约' })).at(-1) as HTMLElement)
  const sheet = await screen.findByRole('dialog', { name: '缔约' })
  await within(sheet).findByText('开新合同')
  await userEvent.click(within(sheet).getByRole('button', { name: '减少课时' }))
  expect(sheet.textContent).toContain('缔约课时不足以支付这节课')
  await userEvent.click(within(sheet).getByRole('button', { name: '确认缔约' }))
  expect(sent(calls)).toEqual([])
  await userEvent.click(within(sheet).getByRole('button', { name: '5 课时' }))
  await userEvent.click(within(sheet).getByRole('button', { name: '确认缔约' }))
  await within(sheet).findByText('合同有效期不能早于上课日期')
})

test('a 缔约 without an answer is repeated under its own key, so that the hours are granted once', async () => {
  givenSession('20')
  let isLost = true
  givenContracts([], ({ method }) => {
    if (method === 'PUT' && isLost) throw new TypeError('Failed to fetch')
    return method === 'PUT' ? { data: null } : found(NEEDS_CONTRACT)
  })
  const keys: string[] = []
  const answer = fetch
  vi.stubGlobal('fetch', (url: string, init: { method: string; headers: Record<string, string> }) => {
    if (init.method === 'PUT') keys.push(init.headers['Idempotency-Key'] ?? '')
    return answer(url, init)
  })
  openInvitation()
  await userEvent.click((await screen.findAllByRole('button', { name: '缔约' })).at(-1) as HTMLElement)
  const sheet = await screen.findByRole('dialog', { name: '缔约' })
  await within(sheet).findByText('开新合同')
  await userEvent.click(within(sheet).getByRole('button', { name: '确认缔约' }))
  await within(sheet).findByText('缔约失败')
  isLost = false
  await userEvent.click(within(sheet).getByRole('button', { name: '确认缔约' }))
  await waitFor(() => expect(toast()).toBe('缔约成功'))
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})

test('in a class that the coach made, the coach sees each student with too few hours, and makes a contract with them', async () => {
  givenSession('20')
  const rich = givenSeat({
    responderId: '12',
    name: '方晓',
    responseStatus: 'INVITED',
    heldSessions: 0,
    availableSessions: 8,
  })
  const calls = givenContracts([], () =>
    found(givenInfo('coach', { invitation: BY_COACH, responsePlayers: [rich, INVITED] })),
  )
  openInvitation()
  await screen.findByText('可用 0.5 课时，还差 1')
  await screen.findByText('可用 8 课时')
  expect(screen.queryByRole('button', { name: '给方晓缔约' })).toBeNull()
  await userEvent.click(await button('给陈默缔约'))
  const sheet = await screen.findByRole('dialog', { name: '缔约' })
  await within(sheet).findByText('开新合同')
  expect(calls.some(({ path }) => path === '/user-course-contract/by-user/11/search-by-coach')).toBe(true)
  await userEvent.click(within(sheet).getByRole('button', { name: '确认缔约' }))
  await waitFor(() => expect(sent(calls)[0]?.body).toMatchObject({ userId: '11' }))
})

const COACHES = [
  { id: '21', nickname: '周岚', avatar: null, likeCount: 9, isFree: true },
  { id: '22', nickname: '何川', avatar: null, likeCount: 3, isFree: false },
]

/** Opens the booking view of an active class as its initiator, with this answer to the request for coaches. */
function openChooser(
  coaches: ReturnType<Parameters<typeof givenServer>[0]>,
  change: ReturnType<Parameters<typeof givenServer>[0]> | 'lost' = { data: null },
  invitation: Parameters<typeof givenInfo>[1] = {},
): FakeCall[] {
  givenSession('10')
  const info = givenInfo('initiator', { invitation: CONFIRMED, cancellation: givenQuote(), ...invitation })
  const calls = givenServer((call) => {
    if (call.path.includes('findCoachByCourse')) return coaches
    if (call.method === 'GET') return found(info)
    if (change === 'lost') throw new TypeError('Failed to fetch')
    return change
  })
  openInvitation()
  return calls
}

const chooser = async () => {
  await userEvent.click(await button('更换教练'))
  return screen.findByRole('dialog', { name: '更换教练' })
}

test('the chooser lists free coaches, shows busy ones as disabled, and says that the new coach must agree', async () => {
  const calls = openChooser({ data: COACHES })
  const sheet = await chooser()
  const busy = await within(sheet).findByRole('radio', { name: '何川，该时段有课' })
  expect(calls.some(({ path }) => path === '/coach-course/findCoachByCourse/40?invitationId=1')).toBe(true)
  await userEvent.click(busy)
  expect(busy.getAttribute('aria-checked')).toBe('false')
  await userEvent.click(within(sheet).getByRole('radio', { name: '周岚，该时段有空' }))
  expect(sheet.textContent).toContain('换成周岚后，约课回到待确认，等新教练确认')
  const change = within(sheet).getByRole('button', { name: '确认更换' })
  fireEvent.click(change)
  fireEvent.click(change)
  await waitFor(() => expect(toast()).toBe('更换教练成功'))
  expect(sent(calls).map(({ path }) => path)).toEqual(['/course-invitation/change-coach/1/21'])
})

test('the chooser says so when there is no other coach, no list or no course', async () => {
  openChooser({ data: [] })
  expect((await chooser()).textContent).toContain('没有可更换的教练')
})

test('when all other coaches have a class at that time, the chooser says so and asks for no choice', async () => {
  openChooser({ data: COACHES.map((coach) => ({ ...coach, isFree: false })) })
  const sheet = await chooser()
  await within(sheet).findByText('其他教练在该时段都有课')
  const change = within(sheet).getByRole('button', { name: '确认更换' })
  expect(change.getAttribute('aria-disabled')).toBe('true')
  expect(within(sheet).queryByText('先选教练')).toBeNull()
})

test.each([
  ['a class that its coach made', BY_COACH, '每人消耗 1.5'],
  ['a class of its player', { needContract: true }, '消耗 1.5'],
])('the hours of %s are labelled with whom they are for', async (_case, invitation, words) => {
  givenSession('20')
  givenServer(() => found(givenInfo('coach', { invitation, responsePlayers: [INVITED] })))
  openInvitation()
  const row = (await screen.findByText('课时')).parentElement
  expect(row?.textContent).toMatch(new RegExp(`^课时${words}`))
})

const LOST = { lostSessions: 0.5, returnedSessions: 1, bonusSessions: 0 }

test.each([
  ['costs its player nothing', '10', 'initiator', {}, {}, '没有扣课时'],
  ['is shown with what was deducted', '10', 'initiator', {}, { settled: LOST }, '已扣 0.5'],
  ['is shown to its coach alike', '20', 'coach', {}, { settled: LOST }, '已扣 0.5'],
  ['keeps what it would have cost for who reads no hours', '99', 'viewer', BY_COACH, {}, '原每人消耗 1.5'],
] as const)('a cancelled class %s', async (_case, userId, role, by, seat, words) => {
  givenSession(userId)
  const invitation = { ...CONFIRMED, ...by, invitationStatus: 'CANCELLED' } as const
  const rows = [givenSeat({ ...seat, heldSessions: 0 })]
  givenServer(() => found(givenInfo(role, { invitation, responsePlayers: rows })))
  openInvitation()
  const row = (await screen.findByText('课时')).parentElement
  expect(row?.textContent).toBe(`课时${words}`)
})

test('a failed list can be fetched again', async () => {
  openChooser({ status: 500, code: 'unexpected', msg: '服务器开小差了，请稍后再试' })
  const sheet = await chooser()
  await within(sheet).findByText('获取可用教练失败')
  await within(sheet).findByText('服务器开小差了，请稍后再试')
  await within(sheet).findByRole('button', { name: '重试' })
})

test('a class without its course requests no coaches', async () => {
  const calls = openChooser({ data: COACHES }, undefined, { invitation: { ...CONFIRMED, courseDesignId: '' } })
  const sheet = await chooser()
  await within(sheet).findByText('未找到课程ID，无法获取可用教练')
  expect(calls.some(({ path }) => path.includes('findCoachByCourse'))).toBe(false)
})

test.each([
  ['refused', { status: 409, code: 'coach_busy', msg: '该教练此时段已被占用' }, '该教练此时段已被占用'],
  ['lost', 'lost', '更换教练发生错误'],
] as const)('a change of coach that is %s shows the reason in the sheet', async (_how, change, sentence) => {
  openChooser({ data: COACHES }, change)
  const sheet = await chooser()
  await userEvent.click(await within(sheet).findByRole('radio', { name: '周岚，该时段有空' }))
  await userEvent.click(within(sheet).getByRole('button', { name: '确认更换' }))
  await within(sheet).findByText(sentence)
  expect(toast()).toBe(sentence)
})

test('修改 opens the booking tab', async () => {
  givenSession('10')
  givenServer(() => found(givenInfo('initiator', { cancellation: givenQuote() })))
  openInvitation()
  await userEvent.click(await button('修改时段'))
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: '/pages/bookingClass/index' }))
})

test('加到日历 downloads the file of the class once', async () => {
  givenSession('10')
  const calls = givenServer(({ path }) =>
    path === '/course-invitation/calendar/1'
      ? { data: { fileName: 'paidang.ics', ics: 'BEGIN:VCALENDAR' } }
      : found(givenInfo('initiator', { invitation: CONFIRMED, cancellation: givenQuote() })),
  )
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }))
  openInvitation()
  const add = await button('加到日历')
  fireEvent.click(add)
  fireEvent.click(add)
  await waitFor(() => expect(toast()).toBe('日历文件已下载，打开即可加入日历'))
  expect(calls.filter(({ path }) => path === '/course-invitation/calendar/1')).toHaveLength(1)
  expect(click.mock.instances[0]).toMatchObject({ download: 'paidang.ics', href: 'blob:1' })
})

test('the student’s card says a level and the left hand only where the student said them', async () => {
  givenSession('20')
  const seatOf = (unsaid: object) => givenSeat({ responder: { ...givenSeat().responder, handedness: 1, ...unsaid } })
  let seat = seatOf({ levelIsUnsaid: true, handIsUnsaid: true })
  givenServer(() => found(givenInfo('coach', { responsePlayers: [seat] })))
  const { unmount } = openInvitation()
  const card = await button('林知夏的合同与课时')
  expect(card.textContent).not.toMatch(/等级|左手/)
  unmount()
  seat = seatOf({ levelIsUnsaid: false, handIsUnsaid: false })
  openInvitation()
  expect((await button('林知夏的合同与课时')).textContent).toMatch(/等级 3.5.*左手/)
})

test('the student’s card opens the student’s contracts of the company, where the coach may read them', async () => {
  givenSession('20')
  const info = givenInfo('coach')
  givenServer(() => found(info))
  openInvitation()
  await userEvent.click(await button('林知夏的合同与课时'))
  const { companyId, initiatorId } = info.invitation
  const url = `/user/pages/user_contract/index?companyId=${companyId}&userId=${initiatorId}`
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenCalledWith({ url }))
})
