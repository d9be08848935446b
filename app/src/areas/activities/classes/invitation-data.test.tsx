import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { PropsWithChildren } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { useToast } from '../../../platform/toast-present'
import { freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import { useChangeCoach, useConfirmInvitation } from './invitation-data'
import { toast } from './testing/open-invitation'

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
