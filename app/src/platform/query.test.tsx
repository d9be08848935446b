import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Page } from '../ui/page'
import { NetworkError } from './network-error'
import { mayRetry, queryClient } from './query'
import { useReadOf } from './read'

afterEach(() => onlineManager.setOnline(true))

test('a read without a network is tried again, but not after the whole time was waited, nor after a refusal', () => {
  expect([0, 1, 2].map((failures) => mayRetry(failures, new NetworkError()))).toEqual([true, true, false])
  expect(mayRetry(0, new NetworkError({ hasTimedOut: true }))).toBe(false)
  expect(mayRetry(0, new Error('refused'))).toBe(false)
})

function Word() {
  const { data } = useReadOf(['word'], async () => 'read', { outcome: { failed: '' } })
  return <div>{data}</div>
}
const show = (page: JSX.Element) => render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>)

test('without a network a page says that it shows the last answers only where it has some', async () => {
  act(() => onlineManager.setOnline(false))
  const { unmount } = show(
    <Page title="首页" hero={<div>我的</div>}>
      {null}
    </Page>,
  )
  const strip = screen.getByText('网络不可用，恢复后自动更新')
  // Cards lie over the foot of the green head, and would hide it there.
  expect(strip.compareDocumentPosition(screen.getByText('我的'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  unmount()
  show(
    <Page title="首页">
      <Word />
    </Page>,
  )
  await screen.findByText('read')
  await screen.findByText('网络不可用，显示的是上次的内容')
})
