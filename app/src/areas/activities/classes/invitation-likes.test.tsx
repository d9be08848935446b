import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useToast } from '../../../platform/toast-present'
import { givenServer, givenSession } from '../../../testing/fake-server'
import { mayLike } from './invitation-likes'
import { at, COMPLETED, CONFIRMED, givenInfo, givenLike, givenSeat } from './testing/given-invitation'
import { button, found, openInvitation, sent, toast } from './testing/open-invitation'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('22', '21:00'))
  useToast.setState({ toast: null })
})

const SEATS = [
  givenSeat(),
  givenSeat({ responderId: '11', name: '陈默' }),
  givenSeat({ responderId: '12', name: '方晓', responseStatus: 'LEFT' }),
]
const held = (options: Parameters<typeof givenInfo>[1] = {}, role: 'initiator' | 'coach' = 'initiator') =>
  givenInfo(role, { invitation: COMPLETED, responsePlayers: SEATS, ...options })
const REFUSED = { status: 409, code: 'invitation_settled', msg: '当前状态不允许此操作' }

test('a like of the coach counts at once, is sent once, and stays', async () => {
  givenSession('10')
  let info = held()
  let answer: (() => void) | undefined
  const arrived = new Promise<void>((resolve) => {
    answer = resolve
  })
  const calls = givenServer(({ method }) => {
    if (method === 'PUT') {
      const coach = { ...info.coach, likeCount: 129 }
      info = { ...held({ reqUser: { likeRecords: [givenLike('20')] } }), coach }
      return arrived.then(() => ({ data: null }))
    }
    return found(info)
  })
  openInvitation()
  const like = await button('点赞 王启明，128 个赞')
  fireEvent.click(like)
  fireEvent.click(like)
  const pressed = await button('点赞 王启明，129 个赞')
  expect(pressed.getAttribute('aria-busy')).toBe('true')
  answer?.()
  await waitFor(() => expect(toast()).toBe('点赞成功'))
  await waitFor(() => expect(screen.getByRole('button', { name: /王启明/ }).getAttribute('aria-busy')).toBeNull())
  expect(screen.getByRole('button', { name: '点赞 王启明，129 个赞' }).getAttribute('aria-pressed')).toBe('true')
  expect(sent(calls).map(({ path }) => path)).toEqual(['/course-invitation/like/to-coach/1/20'])
})

test('a player is liked by the call for players, and the number returns to its old value when the call fails', async () => {
  givenSession('10')
  const calls = givenServer(({ method }) => (method === 'PUT' ? REFUSED : found(held())))
  openInvitation()
  fireEvent.click(await button('点赞 陈默，36 个赞'))
  await button('点赞 陈默，37 个赞')
  await waitFor(() => expect(toast()).toBe('当前状态不允许此操作'))
  await button('点赞 陈默，36 个赞')
  expect(sent(calls).map(({ path }) => path)).toEqual(['/course-invitation/like/to-player/1/11'])
})

test('a like is taken back by its record, and the number never falls below 0', async () => {
  givenSession('10')
  const coach = { ...held().coach, likeCount: 0 }
  const info = { ...held({ reqUser: { likeRecords: [givenLike('20')] } }), coach }
  const calls = givenServer(({ method }) => (method === 'POST' ? { data: { likesCount: 0 } } : found(info)))
  openInvitation()
  const like = await button('点赞 王启明，0 个赞')
  expect(like.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(like)
  await waitFor(() => expect(like.getAttribute('aria-pressed')).toBe('false'))
  expect(like.textContent).toBe('0')
  await waitFor(() => expect(toast()).toBe('取消点赞成功'))
  expect(sent(calls).map(({ path }) => path)).toEqual(['/like-record/cancel/900'])
})

test('a like without its record cannot be taken back', async () => {
  givenSession('10')
  const calls = givenServer(() => found(held({ reqUser: { likeRecords: [givenLike('20', '')] } })))
  openInvitation()
  fireEvent.click(await button('点赞 王启明，128 个赞'))
  expect(toast()).toBe('缺少点赞记录ID')
  expect(sent(calls)).toEqual([])
})

test('participants can like each other in both directions once the class is completed', () => {
  expect([mayLike(held(), '20'), mayLike(held(), '11')]).toEqual([true, true])
  expect(mayLike(held({}, 'coach'), '10')).toBe(true)
  expect([mayLike(held(), '10'), mayLike(held(), '12')]).toEqual([false, false])
  expect(mayLike(givenInfo('initiator', { invitation: CONFIRMED }), '20')).toBe(false)
  expect(mayLike(givenInfo('viewer', { invitation: COMPLETED }), '20')).toBe(false)
})
