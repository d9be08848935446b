import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { allDone } from '../../../testing/all-done'
import { type FakeCall, freshCache, givenServer, givenSession } from '../../../testing/fake-server'

// View tests run on the web half of each platform pair. This test needs the mini-program half.
const wechat = vi.hoisted(() => ({ ask: vi.fn() }))
vi.mock('../../../platform/subscribe', () => ({ HAS_SUBSCRIBE: true, askToSubscribe: wechat.ask }))
const { useConsent } = await import('./consent')

const TEMPLATES = ['class', 'ball', 'reminder'].map((key) => ({ key, title: key, templateId: `id-${key}`, quota: 0 }))
const SETTINGS = { quietFrom: null, quietTo: null, templates: TEMPLATES }

beforeEach(() => {
  givenSession('10')
  wechat.ask.mockReset()
})

/** A page that asks for consent once it knows the templates. */
async function open(calls: FakeCall[]) {
  const client = freshCache()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useConsent('class', 'reminder'), { wrapper })
  await waitFor(() => expect(client.getQueriesData({ queryKey: ['message-settings'] })[0]?.[1]).toBeDefined())
  return { ask: () => result.current(), kept: () => calls.filter(({ method }) => method === 'POST') }
}

test('WeChat is asked within the press, and the server gets the consents', async () => {
  const calls = givenServer(async () => ({ data: SETTINGS }))
  wechat.ask.mockResolvedValue({ acceptedIds: ['id-reminder'] })
  const { ask, kept } = await open(calls)
  ask()
  expect(wechat.ask).toHaveBeenCalledWith(['id-class', 'id-reminder'])
  await waitFor(() => expect(kept()).toHaveLength(1))
  expect(kept()[0]).toMatchObject({ path: '/common/messages/subscribed', body: { accepted: ['reminder'] } })
})

test('two quick presses ask once, and a refusal is not saved', async () => {
  const calls = givenServer(async () => ({ data: SETTINGS }))
  wechat.ask.mockResolvedValue({ acceptedIds: [], obstacle: 'off' })
  const { ask, kept } = await open(calls)
  ask()
  ask()
  expect(wechat.ask).toHaveBeenCalledTimes(1)
  await allDone()
  expect(kept()).toEqual([])
})

test('a failure to save a consent is not shown', async () => {
  const calls = givenServer(async ({ method }) =>
    method === 'GET' ? { data: SETTINGS } : { status: 503, code: 'server_busy', msg: '有点忙，请稍后再试' },
  )
  wechat.ask.mockResolvedValue({ acceptedIds: ['id-class'] })
  const { ask, kept } = await open(calls)
  ask()
  await waitFor(() => expect(kept()).toHaveLength(1))
  await allDone()
})
