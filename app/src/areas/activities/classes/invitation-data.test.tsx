import { QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { act, render, renderHook, screen } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { useToast } from '../../../platform/toast-present'
import { freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import { held } from '../../../testing/held'
import { eventOf, useChangeCoach, useConfirmInvitation } from './invitation-data'
import { InvitationView } from './invitation-view'
import { withInstants } from './parts/invitation-info'
import { at, givenClass, givenInfo } from './testing/given-invitation'
import { found, toast } from './testing/open-invitation'

beforeEach(() => useToast.setState({ toast: null }))

const wrapper = ({ children }: PropsWithChildren) => (
  <QueryClientProvider client={freshCache()}>{children}</QueryClientProvider>
)

test('an action without the class id is not sent, and says what is missing', () => {
  givenSession('20')
  const calls = givenServer(() => ({ data: null }))
  const { result } = renderHook(() => useConfirmInvitation({ id: '', revision: 0 }), { wrapper })
  act(() => void result.current.act())
  expect(toast()).toBe('缺少必要的邀请ID')
  expect(calls).toEqual([])
})

test.each([
  ['the class', '', '21'],
  ['the coach', '1', ''],
])('a change of coach without %s is not sent, and says so', (_what, id, coachId) => {
  givenSession('10')
  const calls = givenServer(() => ({ data: null }))
  const { result } = renderHook(() => useChangeCoach({ id, revision: 0 }), { wrapper })
  act(() => void result.current.act(coachId))
  expect(toast()).toBe('缺少必要参数，无法更换教练')
  expect(calls).toEqual([])
})

test.each([
  ['the coach to a player', undefined, '教练 王启明，'],
  ['the players to the coach', ['林知夏', '陈默'], '学员 林知夏、陈默，'],
  ['that there are no players yet to the coach', [], '学员 还没有学员，'],
])('an event on the phone names %s', (_case, players, begin) => {
  const invitation = withInstants(givenClass({ coachName: '王启明' }))
  expect(eventOf(invitation, players).note).toBe(`${begin}${invitation.stadiumAddress}`)
})

describe('a class that is known from a list', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(at('20', '09:41'))
    givenSession('10')
  })

  const ticket = () => screen.queryByRole('heading', { name: '成人私教 1 对 1' })

  const ROWS = [{ id: '1', role: 'initiator', responseTime: '2026-11-20T01:00:00Z', invitation: givenClass() }]
  const PAGES = { pages: [{ rows: ROWS, total: 1 }], pageParams: [1] }

  function openKnowing(userId: string, list: QueryKey = ['mine', userId, 'all'], kept: unknown = PAGES) {
    const cache = freshCache()
    cache.setQueryData([...CLASSES_KEY, ...list], kept)
    const answer = held()
    givenServer(async () => {
      await answer.released
      return found(givenInfo('initiator'))
    })
    render(
      <QueryClientProvider client={cache}>
        <InvitationView invitationId="1" />
      </QueryClientProvider>,
    )
    return answer
  }

  test('a class from a list is shown before its page has loaded, and then completely', async () => {
    const answer = openKnowing('10')
    expect(ticket()).toBeTruthy()
    expect(screen.queryByRole('heading', { name: '进度' })).toBeNull()
    answer.release()
    await screen.findByRole('heading', { name: '进度' })
  })

  test.each([
    ['首页', ['own', '10'], ROWS],
    ['待完成', ['unfinished', '10'], ROWS],
    ['日程', ['coach-home', 'day', '10', '2026-11-22'], ROWS],
    ['待确认', ['coach-home', 'requests', '10'], ROWS],
    ['周排期', ['coach-home', 'week', '10', '2026-11-16'], ROWS],
    ['排期', ['coach-home', 'schedule', '10'], PAGES],
    ['授课记录', ['coach-home', 'records', '10', '', 'all', undefined], PAGES],
  ])('a coach sees the class at once out of %s', async (_name, list, kept) => {
    const answer = openKnowing('10', list, kept)
    expect(ticket()).toBeTruthy()
    answer.release()
    await screen.findByRole('heading', { name: '进度' })
  })

  test('a class that another account looked at on this device is not shown', async () => {
    const answer = openKnowing('11')
    expect(ticket()).toBeNull()
    answer.release()
    await screen.findByRole('heading', { name: '进度' })
  })
})
