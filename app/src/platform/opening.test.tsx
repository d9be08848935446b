import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useOpening } from './opening'

const KEYS = { first: ['first'], second: ['second'] }

function Part({ name, read }: { name: 'first' | 'second'; read: () => Promise<string> }) {
  const { data, error } = useQuery({ queryKey: KEYS[name], queryFn: read, staleTime: 15_000 })
  return <div>{data ?? error?.message ?? '…'}</div>
}

type Whole = { first: string; second: string }
type Reads = { ask: () => Promise<Whole>; read: (name: string) => Promise<string>; ready?: () => Whole | undefined }

function Opened({ ask, read, ready }: Reads) {
  useOpening('10', KEYS, ask, ready)
  return (['first', 'second'] as const).map((name) => <Part key={name} name={name} read={() => read(name)} />)
}

function open(reads: Reads, queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })) {
  render(
    <QueryClientProvider client={queryClient}>
      <Opened {...reads} />
    </QueryClientProvider>,
  )
}

test('the parts are taken from one answer, and none fetches on its own', async () => {
  const ask = vi.fn(async () => ({ first: 'one', second: 'two' }))
  const read = vi.fn(async (name: string) => name)
  open({ ask, read })
  await screen.findByText('one')
  await screen.findByText('two')
  expect([ask.mock.calls.length, read.mock.calls.length]).toEqual([1, 0])
})

test('what has come already is drawn at once, and nothing is fetched', () => {
  const ask = vi.fn(async () => ({ first: 'one', second: 'two' }))
  const read = vi.fn(async (name: string) => name)
  open({ ask, read, ready: () => ({ first: 'ready one', second: 'ready two' }) })
  screen.getByText('ready one')
  screen.getByText('ready two')
  expect([ask.mock.calls.length, read.mock.calls.length]).toEqual([0, 0])
})

test('if the one call fails, each part fetches on its own, and reports its own failure', async () => {
  const ask = async () => {
    throw new Error('all')
  }
  const read = async (name: string) => {
    if (name === 'second') throw new Error('only the second')
    return 'one'
  }
  open({ ask, read })
  await screen.findByText('one')
  await screen.findByText('only the second')
})

test('existing data is not fetched', async () => {
  const queryClient = new QueryClient()
  for (const [name, queryKey] of Object.entries(KEYS)) queryClient.setQueryData(queryKey, `known ${name}`)
  const ask = vi.fn(async () => ({ first: 'one', second: 'two' }))
  open({ ask, read: async (name) => name }, queryClient)
  await screen.findByText('known second')
  expect(ask).not.toHaveBeenCalled()
})
