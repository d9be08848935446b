import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { useToast } from '../../../platform/toast-present'
import { givenServer, givenSession } from '../../../testing/fake-server'
import { at, BY_COACH, givenInfo, givenQuote, givenSeat, INVITED, TOKEN } from './testing/given-invitation'
import { button, found, openInvitation, sent, toast } from './testing/open-invitation'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('20', '09:41'))
  useToast.setState({ toast: null })
})

const invited = (availableSessions: number) =>
  givenInfo('viewer', {
    invitation: BY_COACH,
    responsePlayers: [INVITED],
    reqUser: { userId: '11', isInvited: true, joinCost: { neededSessions: 1.5, availableSessions } },
  })

test('an invited player reads what the seat costs before taking it, and takes it once', async () => {
  givenSession('11')
  let info = invited(8)
  const calls = givenServer(({ method }) => {
    if (method === 'PUT') {
      const responsePlayers = [givenSeat({ responderId: '11', name: '陈默' })]
      info = givenInfo('participant', { invitation: { ...BY_COACH, invitationStatus: 'CONFIRMED' }, responsePlayers })
    }
    return found(info)
  })
  openInvitation()
  await userEvent.click(await button('参与约课'))
  const sheet = await screen.findByRole('dialog', { name: '参与约课' })
  expect(sheet.textContent).toContain('参与后预占 1.5 课时，可用 8 课时')
  expect(sent(calls)).toEqual([])
  const join = screen.getAllByRole('button', { name: '参与约课' }).at(-1) as HTMLElement
  fireEvent.click(join)
  fireEvent.click(join)
  await screen.findByText('还有 2 天 8 小时开课')
  expect(sent(calls)).toEqual([
    { method: 'PUT', path: '/course-invitation/join/by-player/1/11', body: { revision: 3 } },
  ])
  expect(toast()).toBe('参与约课成功')
})

test('a player with too few hours is sent to the coach, and nothing is sent', async () => {
  givenSession('11')
  const calls = givenServer(() => found(invited(0.5)))
  openInvitation()
  await userEvent.click(await button('参与约课'))
  const sheet = await screen.findByRole('dialog', { name: '参与约课' })
  expect(sheet.textContent).toContain('需要 1.5 课时，可用 0.5 课时')
  expect(sheet.textContent).toContain('课时不足，请联系教练缔约')
  await userEvent.click(screen.getAllByRole('button', { name: '参与约课' }).at(-1) as HTMLElement)
  expect(sent(calls)).toEqual([])
})

test('a refusal stays in the sheet, and disappears when the sheet is opened again', async () => {
  givenSession('11')
  givenServer(({ method }) =>
    method === 'PUT' ? { status: 409, code: 'lesson_hours_too_few', msg: '剩余课时不足' } : found(invited(8)),
  )
  openInvitation()
  await userEvent.click(await button('参与约课'))
  await screen.findByRole('dialog', { name: '参与约课' })
  await userEvent.click(screen.getAllByRole('button', { name: '参与约课' }).at(-1) as HTMLElement)
  await screen.findByText('剩余课时不足')
  await userEvent.click(await button('关闭'))
  await waitFor(() => expect(screen.queryByText('剩余课时不足')).toBeNull())
  await userEvent.click(await button('参与约课'))
  await screen.findByRole('dialog', { name: '参与约课' })
  expect(screen.queryByText('剩余课时不足')).toBeNull()
})

test('through a share link a viewer reads the class and joins with its token, at no cost in a player’s class', async () => {
  givenSession('99')
  const calls = givenServer(() => found(givenInfo('viewer', { invitation: { messageToCoach: '' } })))
  openInvitation('1', TOKEN)
  await screen.findByText('林知夏邀请你一起上课')
  expect(calls[0]?.path).toBe(`/course-invitation/full-info/1?share=${TOKEN}`)
  expect(screen.queryByText('全部记录')).toBeNull()
  expect(screen.queryByRole('button', { name: '分享这节课' })).toBeNull()
  await userEvent.click(await button('参与约课'))
  await screen.findByText('由发起人的合同支付，不占用你的课时')
  await userEvent.click(screen.getAllByRole('button', { name: '参与约课' }).at(-1) as HTMLElement)
  await waitFor(() =>
    expect(sent(calls)).toEqual([
      { method: 'PUT', path: '/course-invitation/join/by-player/1/99', body: { share: TOKEN, revision: 3 } },
    ]),
  )
})

test('an invalid token is not sent, and an expired link says so', async () => {
  givenSession('99')
  const calls = givenServer(() => ({ status: 404, code: 'invitation_not_found', msg: '约课不存在' }))
  const { unmount } = openInvitation('1', 'x')
  await screen.findByText('这节课不存在或已被删除')
  expect(calls[0]?.path).toBe('/course-invitation/full-info/1')
  unmount()
  openInvitation('1', TOKEN)
  await screen.findByText('分享链接已失效')
})

test('a share link asks a guest to log in first', async () => {
  endSession()
  openInvitation('1', TOKEN)
  await screen.findByText('登录后查看')
  await screen.findByText('登录后回到这里，就能查看这节课')
})

test('the initiator of the class copies its link with the token, or makes new links, both under 分享', async () => {
  givenSession('10')
  const writeText = vi.fn(async () => undefined)
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  givenServer(() => found(givenInfo('initiator', { reqUser: { shareToken: TOKEN } })))
  openInvitation()
  expect(screen.queryByText('重置分享链接')).toBeNull()
  fireEvent.click(await button('分享这节课'))
  await button(/^重置分享链接/)
  fireEvent.click(await button('发给球友'))
  await waitFor(() => expect(toast()).toBe('链接已复制，发给球友即可'))
  expect(writeText).toHaveBeenCalledWith(
    `${window.location.origin}/#/pages/booking_view/index?invitationId=1&share=${TOKEN}`,
  )
})

test('a full class offers no link to join it, and its initiator still makes new links', async () => {
  givenSession('10')
  const full = givenInfo('initiator', { invitation: { seatsTaken: 2 }, reqUser: { shareToken: TOKEN } })
  givenServer(() => found(full))
  openInvitation()
  fireEvent.click(await button('分享这节课'))
  await button(/^重置分享链接/)
  expect(screen.queryByRole('button', { name: '发给球友' })).toBeNull()
})

test.each([
  ['has a free seat', 1, true],
  ['is full', 2, false],
])('a participant shares a class that %s directly: %s', async (_when, seatsTaken, isOffered) => {
  givenSession('11')
  vi.stubGlobal('navigator', { clipboard: { writeText: vi.fn(async () => undefined) } })
  const invitation = { seatsTaken: Number(seatsTaken) }
  givenServer(() => found(givenInfo('participant', { invitation, reqUser: { shareToken: TOKEN } })))
  openInvitation()
  await screen.findByText(`球员 ${seatsTaken}/2 人`)
  expect(screen.queryByRole('button', { name: '分享这节课' }) !== null).toBe(isOffered)
  if (!isOffered) return
  fireEvent.click(await button('分享这节课'))
  await waitFor(() => expect(toast()).toBe('链接已复制，发给球友即可'))
})

test('a player with a seat agrees to the shown new time with one press', async () => {
  givenSession('11')
  const responsePlayers = [givenSeat({ responderId: '11', name: '陈默' })]
  const calls = givenServer(() =>
    found(
      givenInfo('participant', {
        ...{ invitation: BY_COACH, responsePlayers, cancellation: givenQuote() },
        reqUser: { mustAgree: true },
      }),
    ),
  )
  openInvitation()
  const agree = await button('同意修改')
  fireEvent.click(agree)
  fireEvent.click(agree)
  await waitFor(() => expect(toast()).toBe('参与约课成功'))
  expect(sent(calls)).toMatchObject([{ path: '/course-invitation/join/by-player/1/11', body: { revision: 3 } }])
})

test('participants come before invited players without an answer, and players who left come last', async () => {
  givenSession('20')
  const gone = givenSeat({ responderId: '12', name: '方晓', responseStatus: 'LEFT' })
  const coming = givenSeat({ responderId: '13', name: '阿正' })
  givenServer(() => found(givenInfo('coach', { invitation: BY_COACH, responsePlayers: [gone, INVITED, coming] })))
  openInvitation()
  await screen.findByText('阿正')
  const names = screen.getAllByText(/^(方晓|陈默|阿正)$/).map(({ textContent }) => textContent)
  expect(names).toEqual(['阿正', '陈默', '方晓'])
})

test('an invited player declines once, after reading what it means, with or without a reason', async () => {
  givenSession('11')
  const calls = givenServer(() => found(invited(8)))
  openInvitation()
  await userEvent.click(await button('拒绝'))
  const dialog = await screen.findByRole('alertdialog', { name: /^拒绝这节课？，不扣课时/ })
  expect(sent(calls)).toEqual([])
  await userEvent.click(within(dialog).getByText('时间冲突'))
  const no = within(dialog).getByRole('button', { name: '拒绝' })
  fireEvent.click(no)
  fireEvent.click(no)
  await waitFor(() => expect(toast()).toBe('已拒绝'))
  expect(sent(calls)).toEqual([
    { method: 'PUT', path: '/course-invitation/decline/by-player/1', body: { reason: '时间冲突', revision: 3 } },
  ])
})

test('a player who declines a change reads which hours come back', async () => {
  givenSession('11')
  const responsePlayers = [givenSeat({ responderId: '11', name: '陈默', heldSessions: 1.5 })]
  const changed = { invitation: BY_COACH, responsePlayers, reqUser: { mustAgree: true } }
  const calls = givenServer(() => found(givenInfo('participant', changed)))
  openInvitation()
  await userEvent.click(await button('拒绝'))
  const dialog = await screen.findByRole('alertdialog', { name: /退回 1.5 课时/ })
  await userEvent.click(within(dialog).getByRole('button', { name: '拒绝' }))
  await waitFor(() => expect(sent(calls)).toMatchObject([{ body: { reason: '' } }]))
})
