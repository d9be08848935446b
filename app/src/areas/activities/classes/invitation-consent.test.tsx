import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { freshCache, givenServer, givenSession } from '../../../testing/fake-server'

// The view tests run on the H5 half of each platform pair. This test is about the WeChat half.
const wechat = vi.hoisted(() => ({ ask: vi.fn() }))
vi.mock('../../../platform/subscribe', () => ({ HAS_SUBSCRIBE: true, askToSubscribe: wechat.ask }))
const { useConfirmInvitation, useContractInvitation, useFinishInvitation, useJoinInvitation } = await import(
  './invitation-data'
)

const TEMPLATES = ['class', 'ball', 'reminder'].map((key) => ({ key, title: key, templateId: `id-${key}`, quota: 0 }))
const SETTINGS = { quietFrom: null, quietTo: null, templates: TEMPLATES }
const TERMS = { userId: '10', sessions: 10, expiryDate: '2027-05-01' }

beforeEach(() => {
  givenSession('20')
  wechat.ask.mockReset().mockResolvedValue({ acceptedIds: [] })
})

/**
 * Presses an action once the templates are known. Returns the WeChat requests made inside the press, and what was sent.
 */
async function press(useAction: () => () => void) {
  const calls = givenServer(() => ({ data: SETTINGS }))
  const client = freshCache()
  const wrapper = ({ children }: PropsWithChildren) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(useAction, { wrapper })
  await waitFor(() => expect(client.isFetching()).toBe(0))
  let asked: unknown[] = []
  act(() => {
    result.current()
    asked = wechat.ask.mock.calls.map(([ids]) => ids)
  })
  await waitFor(() => expect(calls.filter(({ method }) => method !== 'GET')).toHaveLength(1))
  return asked
}

const SHOWN = { id: '1', revision: 3 }

const useJoin = () => {
  const { act: join } = useJoinInvitation(SHOWN, null)
  return () => join()
}
const useConfirm = () => {
  const { act: confirm } = useConfirmInvitation(SHOWN)
  return () => confirm()
}
const useContract = () => {
  const { act: contract } = useContractInvitation(SHOWN)
  return () => contract(TERMS)
}
const useFinish = () => {
  const { act: finish } = useFinishInvitation(SHOWN)
  return () => finish()
}

test.each([
  ['a player joins', useJoin],
  ['a coach confirms', useConfirm],
  ['a coach makes a contract', useContract],
])('where %s, the press asks WeChat for permission to send messages', async (_what, useAction) => {
  expect(await press(useAction)).toEqual([['id-class', 'id-reminder']])
})

test('an action that leads to no further messages asks for no permission', async () => {
  expect(await press(useFinish)).toEqual([])
})
