import type { LiveTopic } from '@paidang/api/live'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { givenSession } from '../testing/fake-server'
import { serveLive } from '../testing/live-server'
import { useLiveQuery } from './live'
import { queryClient } from './query'

const MINE: LiveTopic[] = [{ kind: 'messages' }]

function Count({ read }: { read: () => Promise<number> }) {
  useLiveQuery(MINE, ['count'])
  const { data } = useQuery({ queryKey: ['count'], queryFn: read })
  return <div>read {data}</div>
}

test('unchanged data is read once, and again when it changes', async () => {
  givenSession('10')
  const live = serveLive([])
  const read = vi.fn(async () => read.mock.calls.length)
  render(
    <QueryClientProvider client={queryClient}>
      <Count read={read} />
    </QueryClientProvider>,
  )
  await screen.findByText('read 1')
  await waitFor(() => expect(live.watched()).toEqual(['messages']))
  live.changed({ kind: 'messages' })
  await screen.findByText('read 2')
  expect(read).toHaveBeenCalledTimes(2)
})
