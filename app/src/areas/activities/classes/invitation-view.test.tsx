import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { useToast } from '../../../platform/toast-present'
import { givenServer, givenSession } from '../../../testing/fake-server'
import { fire } from '../../../testing/taro'
import { at, CONFIRMED, givenInfo, givenQuote, givenSeat } from './testing/given-invitation'
import { button, found, openInvitation, sent, toast } from './testing/open-invitation'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('20', '09:41'))
  useToast.setState({ toast: null })
})

test('a coach confirms once, even with two fast presses, and sees the new state of the class', async () => {
  givenSession('20')
  let info = givenInfo('coach', { cancellation: givenQuote({ reason: 'by_coach' }) })
  const calls = givenServer(({ method }) => {
    if (method === 'PUT') info = givenInfo('coach', { invitation: CONFIRMED })
    return found(info)
  })
  openInvitation()
  const confirm = await button('确认约课')
  fireEvent.click(confirm)
  fireEvent.click(confirm)
  await screen.findByText('还有 2 天 8 小时开课')
  expect(sent(calls).map(({ path }) => path)).toEqual(['/course-invitation/confirm/by-coach/1'])
  expect(toast()).toBe('确认约课成功')
})

test('a refusal is shown with the server’s text, and the data is read again', async () => {
  givenSession('20')
  const calls = givenServer(({ method }) =>
    method === 'PUT'
      ? { status: 409, code: 'slot_taken', msg: '该时段已被占用，不能选择' }
      : found(givenInfo('coach', { cancellation: givenQuote({ reason: 'by_coach' }) })),
  )
  openInvitation()
  await userEvent.click(await button('确认约课'))
  await waitFor(() => expect(toast()).toBe('该时段已被占用，不能选择'))
  await waitFor(() => expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2))
})

test('the dialog shows the current cost of cancelling, fetched again, before anything is sent', async () => {
  givenSession('10')
  let quote = givenQuote()
  const calls = givenServer(() => found(givenInfo('initiator', { invitation: CONFIRMED, cancellation: quote })))
  openInvitation()
  const cancel = await button('取消约课')
  quote = givenQuote({ reason: 'late', lostSessions: 1.5 })
  await userEvent.click(cancel)
  const dialog = await screen.findByRole('alertdialog')
  expect(dialog.textContent).toContain('逾时取消将扣除 1.5 课时')
  expect(dialog.textContent).toContain('取消后可用11')
  expect(sent(calls)).toEqual([])
  await userEvent.click(screen.getAllByRole('button', { name: '取消约课' }).at(-1) as HTMLElement)
  await waitFor(() =>
    expect(sent(calls)).toEqual([
      {
        method: 'PUT',
        path: '/course-invitation/cancel/by-player/1',
        body: { reason: '', revision: 3, lostSessions: 1.5, lostFen: 0, costReason: 'late' },
      },
    ]),
  )
})

test('a coach can refuse only with a reason', async () => {
  givenSession('20')
  const calls = givenServer(() => found(givenInfo('coach', { cancellation: givenQuote({ reason: 'by_coach' }) })))
  openInvitation()
  await userEvent.click(await button('拒绝'))
  const dialog = await screen.findByRole('alertdialog', { name: /^拒绝这个申请？/ })
  const action = within(dialog).getByRole('button', { name: '拒绝' })
  await userEvent.click(action)
  expect(sent(calls)).toEqual([])
  await userEvent.click(await button('身体不适'))
  await userEvent.click(action)
  await waitFor(() => expect(sent(calls)[0]?.body).toEqual({ reason: '身体不适', revision: 3 }))
})

test('签到 shows for each choice what happens to the hours, and sends what was chosen', async () => {
  vi.setSystemTime(at('22', '18:04'))
  givenSession('20')
  const responsePlayers = [givenSeat(), givenSeat({ responderId: '11', name: '陈默', heldSessions: 0 })]
  const calls = givenServer(() => found(givenInfo('coach', { invitation: CONFIRMED, responsePlayers })))
  openInvitation()
  await userEvent.click(await button('为学员签到'))
  await screen.findByRole('dialog', { name: '为学员签到' })
  expect(screen.getByText('消课 1.5，完成约课时生效')).toBeTruthy()
  await userEvent.click(screen.getAllByRole('radio', { name: '请假' })[0] as HTMLElement)
  expect(screen.getByText('退回 1.5，完成约课时生效')).toBeTruthy()
  await userEvent.click(await button('确认签到'))
  await waitFor(() =>
    expect(sent(calls)).toEqual([
      {
        method: 'PUT',
        path: '/course-invitation/sign/by-coach/1',
        body: {
          // A player who was not touched keeps what somebody else signed meanwhile.
          attendances: [{ userId: '10', attendance: 'leave' }],
          revision: 3,
        },
      },
    ]),
  )
})

test('an address that names 签到 opens it at once, where it is possible', async () => {
  vi.setSystemTime(at('22', '18:04'))
  givenSession('20')
  givenServer(() => found(givenInfo('coach', { invitation: CONFIRMED })))
  const { unmount } = openInvitation('1', undefined, 'sign')
  await screen.findByRole('dialog', { name: '为学员签到' })
  unmount()

  vi.setSystemTime(at('22', '17:00'))
  openInvitation('1', undefined, 'sign')
  await button(/^为学员签到/)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('completing an unsigned class names who counts as present before it is sent', async () => {
  vi.setSystemTime(at('23', '09:00'))
  givenSession('20')
  const calls = givenServer(() => found(givenInfo('coach', { invitation: CONFIRMED })))
  openInvitation()
  await userEvent.click(await button('完成约课'))
  expect((await screen.findByRole('alertdialog')).textContent).toContain('未签到，按到场算：林知夏')
  expect(sent(calls)).toEqual([])
  await userEvent.click(screen.getAllByRole('button', { name: '完成约课' }).at(-1) as HTMLElement)
  await waitFor(() => expect(sent(calls)[0]?.path).toBe('/course-invitation/finish/by-coach/1'))
})

test('a class that is gone or not the caller’s own says so, and a failed load can be repeated', async () => {
  givenSession('10')
  givenServer(() => ({ status: 404, code: 'invitation_not_found', msg: '约课不存在' }))
  const { unmount } = openInvitation()
  await screen.findByText('这节课不存在或已被删除')
  unmount()

  let isBroken = true
  givenServer(() =>
    isBroken ? { status: 500, code: 'unexpected', msg: '服务器开小差了，请稍后再试' } : found(givenInfo('initiator')),
  )
  openInvitation()
  await screen.findByText('获取约课详情失败')
  isBroken = false
  await userEvent.click(await button('重试'))
  await screen.findByText('等待教练确认')
})

test('pull-to-refresh reads past every cache and says so', async () => {
  givenSession('10')
  const calls = givenServer(() => found(givenInfo('initiator')))
  openInvitation()
  await screen.findByText('等待教练确认')
  fire('pull')
  await waitFor(() => expect(toast()).toBe('已更新最新约课信息'))
  expect(calls.at(-1)?.path).toBe(`/course-invitation/full-info/1?_t=${at('20', '09:41').getTime()}`)
})

test('a class that its link no longer opens leaves the open page, with its button', async () => {
  givenSession('99')
  let isCancelled = false
  givenServer(() =>
    isCancelled
      ? { status: 404, code: 'invitation_not_found', msg: '约课不存在' }
      : found(givenInfo('viewer', { invitation: { participantsCount: 2 } })),
  )
  openInvitation('1', 'a'.repeat(22))
  await button('参与约课')
  isCancelled = true
  fire('pull')
  await screen.findByText('分享链接已失效')
  expect(screen.queryByRole('button', { name: '参与约课' })).toBeNull()
})

test('without a session nothing is requested from the server', async () => {
  endSession()
  const calls = givenServer(() => found(givenInfo('initiator')))
  openInvitation()
  await screen.findByText('登录后查看')
  expect(calls).toEqual([])
})

test('the author of an unapproved text reads it, with a note that others cannot', async () => {
  givenSession('10')
  const pending = [{ field: 'messageToCoach', value: '想练发球' }]
  givenServer(() => found(givenInfo('initiator', { invitation: { messageToCoach: '（审核中，编号 7）' }, pending })))
  openInvitation()
  await screen.findByText('给教练的留言「想练发球」审核中，通过后其他人才能看到')
  expect(screen.queryByText(/编号 7/)).toBeNull()
})

test.each([
  ['its player', '10', 'initiator', { target: 'SOURCE', state: 'PROCESSING' }, '¥168，退回原支付方式，处理中'],
  ['its player once it is back', '10', 'initiator', { target: 'CARD', state: 'DONE' }, '¥168，已退回储值卡'],
  ['its coach', '20', 'coach', null, '¥168，按付款方式退给学员'],
] as const)(
  'a trial lesson that is cancelled says to %s what became of its money',
  async (_who, userId, role, back, text) => {
    givenSession(userId)
    const invitation = { ...CONFIRMED, invitationStatus: 'CANCELLED', trialId: '4', cancelledBy: '20' } as const
    const refunds = back ? [{ amountFen: 16_800, ...back }] : []
    const trialMoney = { orderId: back && '70', priceFen: 16_800, refundedFen: 16_800, refunds }
    givenServer(() => found(givenInfo(role, { invitation, trialMoney })))
    openInvitation()
    await screen.findByText('体验课的钱')
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryByText('查看订单') !== null).toBe(back !== null)
  },
)

test('of a trial lesson that was cancelled late the page says what the club keeps, and of one that was held nothing', async () => {
  givenSession('10')
  const refunds = [{ amountFen: 8_400, target: 'OFFLINE', state: 'WAITING' }] as const
  const trialMoney = { orderId: '70', priceFen: 16_800, refundedFen: 8_400, refunds: [...refunds] }
  const cancelled = { ...CONFIRMED, invitationStatus: 'CANCELLED', trialId: '4', cancelledBy: '10' } as const
  givenServer(() => found(givenInfo('initiator', { invitation: cancelled, trialMoney })))
  const page = openInvitation()
  await screen.findByText('¥84，请到前台领取')
  expect(screen.getByText('¥84，已过免费取消时间')).toBeTruthy()
  page.unmount()
  const held = {
    ...CONFIRMED,
    invitationStatus: 'COMPLETED',
    completedAt: '2026-11-20T01:00:00Z',
    trialId: '4',
  } as const
  const kept = { ...trialMoney, refundedFen: 0, refunds: [] }
  givenServer(() => found(givenInfo('initiator', { invitation: held, trialMoney: kept })))
  openInvitation()
  await screen.findByText('这节课已完成')
  expect(screen.queryByText('体验课的钱')).toBeNull()
})
