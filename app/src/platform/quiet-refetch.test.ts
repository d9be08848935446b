import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createQuietRefetch } from './quiet-refetch'

/** A query on the screen whose answers the test controls one by one. */
async function given() {
  const queryClient = new QueryClient()
  const answers: ((text: string) => void)[] = []
  const queryFn = vi.fn(
    ({ signal: _signal }: { signal: AbortSignal }) => new Promise<string>((resolve) => answers.push(resolve)),
  )
  const shown = new QueryObserver(queryClient, { queryKey: ['grid'], queryFn, staleTime: 60_000, retry: false })
  shown.subscribe(() => undefined)
  return { queryClient, queryFn, shown, answers, refetch: createQuietRefetch<string>(queryClient, () => ['grid']) }
}

const soon = () => vi.advanceTimersByTimeAsync(5)

beforeEach(() => {
  vi.useFakeTimers()
})

/** An own change that is being sent until it is answered. */
function beginOwnChange(queryClient: QueryClient) {
  let answer: () => void = () => undefined
  const mutationFn = () => new Promise<void>((resolve) => (answer = resolve))
  const sent = queryClient.getMutationCache().build(queryClient, { mutationFn }).execute(undefined)
  return { answer: () => answer(), sent }
}

test('the first answer is shown, and then read again: it may be older than the change', async () => {
  const { queryFn, shown, answers, refetch } = await given()
  refetch()
  await soon()
  answers[0]?.('before the change')
  await soon()
  expect(shown.getCurrentResult().data).toBe('before the change')
  answers[1]?.('after it')
  await soon()
  expect([queryFn.mock.calls.length, shown.getCurrentResult().data]).toEqual([2, 'after it'])
})

test('a later answer that was requested before the change is dropped', async () => {
  const { shown, answers, refetch } = await given()
  answers[0]?.('first')
  await soon()
  void shown.refetch()
  await soon()
  refetch()
  await soon()
  answers[1]?.('before the change')
  await soon()
  expect(shown.getCurrentResult().data).toBe('first')
  answers[2]?.('after it')
  await soon()
  expect(shown.getCurrentResult().data).toBe('after it')
})

test('changes during a read wait for its answer, and are then read together', async () => {
  const { queryFn, shown, answers, refetch } = await given()
  answers[0]?.('first')
  await soon()
  refetch()
  await soon()
  for (let n = 0; n < 5; n++) refetch()
  await soon()
  expect(queryFn).toHaveBeenCalledTimes(2)
  answers[1]?.('second')
  await soon()
  expect([queryFn.mock.calls.length, shown.getCurrentResult().data]).toEqual([3, 'second'])
  answers[2]?.('third')
  await soon()
  expect([queryFn.mock.calls.length, shown.getCurrentResult().data]).toEqual([3, 'third'])
})

test('nothing is read while an own change is being sent', async () => {
  const { queryClient, queryFn, answers, refetch } = await given()
  answers[0]?.('first')
  await soon()
  const { answer, sent } = beginOwnChange(queryClient)
  refetch()
  await soon()
  expect(queryFn).toHaveBeenCalledTimes(1)
  answer()
  await sent
  await soon()
  expect(queryFn).toHaveBeenCalledTimes(2)
})

describe('a change that says what the data is now', () => {
  const applied = (shown: string) => `${shown} and the change`

  test('is shown without a read', async () => {
    const { queryFn, shown, answers, refetch } = await given()
    answers[0]?.('first')
    await soon()
    refetch(applied)
    expect(shown.getCurrentResult().data).toBe('first and the change')
    await soon()
    expect(queryFn).toHaveBeenCalledTimes(1)
  })

  test('is read where it cannot be applied', async () => {
    const { queryFn, shown, answers, refetch } = await given()
    answers[0]?.('first')
    await soon()
    refetch(() => undefined)
    await soon()
    expect([queryFn.mock.calls.length, shown.getCurrentResult().data]).toEqual([2, 'first'])
  })

  test('is read where the data is being read, failed, or was invalidated', async () => {
    const { queryClient, queryFn, shown, answers, refetch } = await given()
    refetch(applied)
    answers[0]?.('first')
    await soon()
    expect([queryFn.mock.calls.length, shown.getCurrentResult().data]).toEqual([2, 'first'])
    answers[1]?.('second')
    await soon()

    void shown.refetch()
    await soon()
    refetch(applied)
    await soon()
    answers[2]?.('before the change')
    answers[3]?.('third')
    await soon()
    expect([queryFn.mock.calls.length, shown.getCurrentResult().data]).toEqual([4, 'third'])

    queryFn.mockRejectedValueOnce(new Error('refused'))
    await shown.refetch({ throwOnError: false })
    refetch(applied)
    await soon()
    answers[4]?.('fourth')
    await soon()
    expect([queryFn.mock.calls.length, shown.getCurrentResult().data]).toEqual([6, 'fourth'])

    await queryClient.invalidateQueries({ queryKey: ['grid'], refetchType: 'none' })
    refetch(applied)
    await soon()
    expect([queryFn.mock.calls.length, shown.getCurrentResult().data]).toEqual([7, 'fourth'])
  })

  test('waits while an own change is being sent, and is then read', async () => {
    const { queryClient, queryFn, shown, answers, refetch } = await given()
    answers[0]?.('first')
    await soon()
    const { answer, sent } = beginOwnChange(queryClient)
    refetch(applied)
    await soon()
    expect([queryFn.mock.calls.length, shown.getCurrentResult().data]).toEqual([1, 'first'])
    answer()
    await sent
    await soon()
    expect(queryFn).toHaveBeenCalledTimes(2)
  })
})
