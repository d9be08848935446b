import { QueryClientProvider, type QueryKey } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import { held } from '../../../testing/held'
import { InvitationView } from './invitation-view'
import { at, givenClass, givenInfo } from './testing/given-invitation'
import { found } from './testing/open-invitation'

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
