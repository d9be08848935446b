import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { contractPath, userCardPath } from '../../../paths'
import { useToast } from '../../../platform/toast-present'
import { givenServer, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { at, COMPLETED, CONFIRMED, givenInfo, givenQuote } from './testing/given-invitation'
import { button, found, openInvitation, sent, toast } from './testing/open-invitation'

const UNTIL = at('25', '20:05')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('22', '21:00'))
  useToast.setState({ toast: null })
})

const OPEN = {
  id: '5',
  userId: '10',
  words: '那天请了假',
  coachAbsent: false,
  state: 'OPEN' as const,
  answer: '',
  at: at('22', '20:30').toISOString(),
  answeredAt: null,
  isByPlatform: false,
  answerer: null,
}
const mayObject = { mayObjectUntil: UNTIL.toISOString() }

test('a player objects in their own words, once', async () => {
  givenSession('10')
  const calls = givenServer(() => found(givenInfo('initiator', { invitation: COMPLETED, reqUser: mayObject })))
  openInvitation()
  expect((await screen.findByText('11.25 20:05 前可以提出')).textContent).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^对扣课有异议/ }))
  const sheet = await screen.findByRole('dialog', { name: '对扣课有异议' })
  const send = () => within(sheet).getByRole('button', { name: '提交异议' })
  await userEvent.click(send())
  expect(within(sheet).getByText('请写下原因')).toBeTruthy()
  expect(sent(calls)).toEqual([])
  fireEvent.change(within(sheet).getByLabelText('原因'), { target: { value: ' 那天请了假 ' } })
  fireEvent.click(send())
  fireEvent.click(send())
  await waitFor(() => expect(toast()).toBe('异议已提出，等待答复'))
  expect(sent(calls)).toEqual([
    { method: 'PUT', path: '/course-invitation/object/by-player/1', body: { words: '那天请了假' } },
  ])
})

test.each([
  ['just before', -1, true],
  ['after', 1, false],
])('%s the end of 72 hours the objection is offered: %s', async (_when, ms, isOffered) => {
  vi.setSystemTime(new Date(UNTIL.getTime() + Number(ms)))
  givenSession('10')
  givenServer(() => found(givenInfo('initiator', { invitation: COMPLETED, reqUser: mayObject })))
  openInvitation()
  await screen.findByText('这节课已完成')
  expect(screen.queryByRole('button', { name: /^对扣课有异议/ }) !== null).toBe(isOffered)
})

test.each([
  ['the coach', 'COACH', '教练答复：记错了'],
  ['the company', 'COMPANY', '公司答复：记错了'],
  ['the platform', 'PLATFORM', '平台答复：记错了'],
] as const)('the player’s objection is shown with what %s answered', async (_who, answerer, answer) => {
  givenSession('10')
  const answered = { answer: '记错了', answeredAt: at('22', '20:50').toISOString(), answerer }
  const objections = [{ ...OPEN, state: 'REFUNDED' as const, ...answered }]
  givenServer(() => found(givenInfo('initiator', { invitation: COMPLETED, objections })))
  openInvitation()
  await screen.findByText('那天请了假')
  expect(screen.getByText('已退回课时')).toBeTruthy()
  expect(screen.getByText(answer)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /答复/ })).toBeNull()
})

test.each([
  ['退回课时', true],
  ['维持', false],
])('the coach answers %s', async (name, isRefunded) => {
  givenSession('20')
  const calls = givenServer(() => found(givenInfo('coach', { invitation: COMPLETED, objections: [OPEN] })))
  openInvitation()
  await userEvent.click(await button('答复 林知夏 的异议'))
  const sheet = await screen.findByRole('dialog', { name: '答复 林知夏 的异议' })
  fireEvent.change(within(sheet).getByLabelText('给学员的话（选填）'), { target: { value: '已核对' } })
  await userEvent.click(within(sheet).getByRole('button', { name }))
  await waitFor(() => expect(toast()).toBe('异议已答复'))
  expect(sent(calls)).toEqual([
    { method: 'PUT', path: '/course-invitation/object/answer/5', body: { isRefunded, answer: '已核对' } },
  ])
})

test.each([
  ['the coach', 'COACH', true],
  ['the company', 'COMPANY', false],
] as const)('where %s upholds the cost, its player reads whom to ask next', async (_who, answerer, asksCompany) => {
  givenSession('10')
  const objection = { ...OPEN, state: 'UPHELD' as const, answer: '我在场', answeredAt: OPEN.at, answerer }
  givenCompleted(givenInfo('initiator', { invitation: COMPLETED, objections: [objection] }))
  openInvitation()
  await screen.findByText('不同意这个答复，可以再问')
  await screen.findByText('教练和公司没有解决的，联系 400-820-0000')
  expect(screen.queryByRole('button', { name: /^青杉俱乐部/ }) !== null).toBe(asksCompany)
  expect(screen.queryByRole('button', { name: /^教练 王启明/ })).toBeNull()
})

test('a coach said not to have come writes why the cost stays', async () => {
  givenSession('20')
  const objections = [{ ...OPEN, coachAbsent: true }]
  const calls = givenServer(() => found(givenInfo('coach', { invitation: COMPLETED, objections })))
  openInvitation()
  await userEvent.click(await button('答复 林知夏 的异议'))
  const sheet = await screen.findByRole('dialog', { name: '答复 林知夏 的异议' })
  await userEvent.click(within(sheet).getByRole('button', { name: '维持' }))
  expect(toast()).toBe('请写下维持的原因')
  expect(sent(calls)).toEqual([])
  fireEvent.change(within(sheet).getByLabelText('给学员的话（维持时必填）'), { target: { value: '我在场' } })
  await userEvent.click(within(sheet).getByRole('button', { name: '维持' }))
  await waitFor(() => expect(sent(calls)).toHaveLength(1))
  expect(sent(calls)[0]?.body).toEqual({ isRefunded: false, answer: '我在场' })
})

test.each([
  ['waits for an answer stands above the progress', OPEN, true],
  ['is answered stands below', { ...OPEN, state: 'UPHELD' as const, answeredAt: OPEN.at }, false],
])('for the coach an objection that %s', async (_name, objection, isAbove) => {
  givenSession('20')
  givenServer(() => found(givenInfo('coach', { invitation: COMPLETED, objections: [objection] })))
  openInvitation()
  const card = await screen.findByText('扣课异议')
  const progress = screen.getByRole('heading', { name: '进度' })
  const follows = card.compareDocumentPosition(progress) & Node.DOCUMENT_POSITION_FOLLOWING
  expect(follows !== 0).toBe(isAbove)
})

test('the admin of the company completes or cancels a class for a coach who cannot', async () => {
  givenSession('99')
  const cancellation = givenQuote({ reason: 'by_coach' })
  const reqUser = { isCompanyAdmin: true }
  const calls = givenServer(() => found(givenInfo('viewer', { invitation: CONFIRMED, cancellation, reqUser })))
  openInvitation()
  await userEvent.click(await button('为学员签到'))
  const sheet = await screen.findByRole('dialog', { name: /签到/ })
  await userEvent.click(within(sheet).getByRole('button', { name: /签到/ }))
  await waitFor(() => expect(sent(calls)[0]?.path).toBe('/course-invitation/sign/by-coach/1'))
  await userEvent.click(await button('取消'))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByText('场地或天气原因'))
  await userEvent.click(within(dialog).getByRole('button', { name: '取消约课' }))
  await waitFor(() => expect(sent(calls).at(-1)?.path).toBe('/course-invitation/cancel/by-coach/1'))
})

/** A server on which the class is completed, and whose platform can be reached. */
const givenCompleted = (info: ReturnType<typeof givenInfo>, contact = '400-820-0000') =>
  givenServer((call) => (call.path === '/operator' ? { data: { name: '青杉体育', contact } } : found(info)))

test('after 72 hours a charged class names whom to ask, with the way there', async () => {
  vi.setSystemTime(new Date(UNTIL.getTime() + 1))
  givenSession('10')
  givenCompleted(givenInfo('initiator', { invitation: COMPLETED }))
  openInvitation()
  await screen.findByText('扣课异议的时间已于 11.25 20:05 结束，有疑问请联系')
  await screen.findByText('教练和公司没有解决的，联系 400-820-0000')
  await userEvent.click(await button(/^教练 王启明/))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: userCardPath({ id: '20' }) })
  await userEvent.click(await button(/^青杉俱乐部/))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: contractPath('30') })
})

const TO_72_HOURS = /^完成不能撤销。扣错了课时，学员 11\.25 20:05 前可提异议，由你答复退回；你也可以在学员页调整课时$/
test.each<[string, number, 'initiator' | 'coach', Parameters<typeof givenInfo>[1], RegExp | null]>([
  ['up to the end of 72 hours', 0, 'coach', {}, TO_72_HOURS],
  ['after it', 1, 'coach', {}, /^完成不能撤销。扣错了课时，可以在学员页调整$/],
  ['not where an objection is there', 0, 'coach', { objections: [OPEN] }, null],
  ['not of a trial lesson', 0, 'coach', { invitation: { ...COMPLETED, trialId: '4' } }, null],
  ['not before it is completed', 0, 'coach', { invitation: CONFIRMED }, null],
  ['not to the player', 0, 'initiator', {}, null],
])('the coach reads how hours of a completed class come back: %s', async (_when, ms, role, over, words) => {
  vi.setSystemTime(new Date(UNTIL.getTime() + ms))
  givenSession(role === 'coach' ? '20' : '10')
  givenCompleted(givenInfo(role, { invitation: COMPLETED, ...over }))
  openInvitation()
  await screen.findByRole('heading', { name: '进度' })
  const said = screen.queryByText(/^完成不能撤销/)?.textContent
  if (words) expect(said).toMatch(words)
  else expect(said).toBeUndefined()
})

const OF_ADMIN = { invitation: COMPLETED, reqUser: { isCompanyAdmin: true } }
const TO_72_HOURS_OF_ADMIN =
  /^完成不能撤销。扣错了课时，学员 11\.25 20:05 前可提异议，由教练或你答复退回；教练也可以在学员页调整课时$/
test.each<[string, number, Parameters<typeof givenInfo>[1], RegExp | null]>([
  ['up to the end of 72 hours', 0, OF_ADMIN, TO_72_HOURS_OF_ADMIN],
  ['after it', 1, OF_ADMIN, /^完成不能撤销。扣错了课时，请教练在学员页调整$/],
  ['not where an objection is there', 0, { ...OF_ADMIN, objections: [OPEN] }, null],
  ['not of a trial lesson', 0, { ...OF_ADMIN, invitation: { ...COMPLETED, trialId: '4' } }, null],
  ['not before it is completed', 0, { ...OF_ADMIN, invitation: CONFIRMED }, null],
  ['nobody else', 0, { invitation: COMPLETED }, null],
])("the company's admin, who may complete a class as well, reads it too: %s", async (_when, ms, over, words) => {
  vi.setSystemTime(new Date(UNTIL.getTime() + ms))
  givenSession('99')
  givenCompleted(givenInfo('viewer', over))
  openInvitation()
  await screen.findByRole('heading', { name: '进度' })
  const said = screen.queryByText(/^完成不能撤销/)?.textContent
  if (words) expect(said).toMatch(words)
  else expect(said).toBeUndefined()
})

test.each<[string, number, 'initiator' | 'coach', Parameters<typeof givenInfo>[1]]>([
  ['up to the end of 72 hours', 0, 'initiator', {}],
  ['to the coach', 1, 'coach', {}],
  ['after a refund', 1, 'initiator', { objections: [{ ...OPEN, state: 'REFUNDED' }] }],
])('whom to ask is not said %s', async (_when, ms, role, over) => {
  vi.setSystemTime(new Date(UNTIL.getTime() + ms))
  givenSession(role === 'coach' ? '20' : '10')
  givenCompleted(givenInfo(role, { invitation: COMPLETED, ...over }))
  openInvitation()
  await screen.findByText('这节课已完成')
  expect(screen.queryByText(/扣课异议的时间已于/)).toBeNull()
})
