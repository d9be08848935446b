import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { held } from '../../testing/held'
import { CLASSES_KEY } from './invitation-data'
import { InvitationView } from './invitation-view'
import { freshCache, givenServer, givenSession } from './testing/fake-server'
import { at, givenClass, givenInfo } from './testing/given-invitation'
import { found } from './testing/open-invitation'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('20', '09:41'))
  givenSession('10')
})

const ticket = () => screen.queryByRole('heading', { name: '成人私教 1 对 1' })

function openKnowing(userId: string) {
  const cache = freshCache()
  const rows = [{ id: '1', role: 'initiator', responseTime: '2026-11-20T01:00:00Z', invitation: givenClass() }]
  cache.setQueryData([...CLASSES_KEY, 'mine', userId, 'all'], { pages: [{ rows, total: 1 }], pageParams: [1] })
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

test('a class from a list is painted before its page has come, and then whole', async () => {
  const answer = openKnowing('10')
  expect(ticket()).toBeTruthy()
  expect(screen.queryByRole('heading', { name: '进度' })).toBeNull()
  answer.release()
  await screen.findByRole('heading', { name: '进度' })
})

test('what another account looked at on this device is not painted', async () => {
  const answer = openKnowing('11')
  expect(ticket()).toBeNull()
  answer.release()
  await screen.findByRole('heading', { name: '进度' })
})
