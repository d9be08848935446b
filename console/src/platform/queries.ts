import { ApiError } from '@paidang/api/catalogue/errors'
import { pathOf } from '@paidang/api/client'
import type { Answer, Endpoint, Input } from '@paidang/api/endpoint'
import { keepPreviousData, QueryCache, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from './call'
import { NetworkError } from './network-error'

/**
 * What the server said is true until the next look; a refusal is not asked again, a lost line once. `onStale` hears that what is in
 * sight could not be looked at again.
 */
export function createQueryClient({ onStale }: { onStale?: () => void } = {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, { state }) {
        if (state.data !== undefined && !isTakenAway(error)) onStale?.()
      },
    }),
    defaultOptions: {
      queries: { staleTime: 0, retry: (failures, error) => failures < 1 && !(error instanceof ApiError) },
    },
  })
}

/** What an answer is kept under: the endpoint's path, and what was asked of it. */
const keyOf = (endpoint: Endpoint, input: object) => [endpoint.path, pathOf(endpoint.path, input)] as const

/** Whether the server says that this person sees it no more: it is gone, or it is not for him. */
function isTakenAway(error: Error): boolean {
  return error instanceof ApiError && [401, 403, 404].includes(error.status)
}

/**
 * Reads an endpoint. While another page or filter loads, the last answer stays in sight (`isPlaceholderData`), and so it does when a
 * later look fails: `isError` says that there is nothing to show.
 */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { enabled = true, refetchInterval = false }: { enabled?: boolean; refetchInterval?: number | false } = {},
) {
  const query = useQuery<Answer<E>>({
    queryKey: keyOf(endpoint, input as object),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval,
  })
  const { data, error, dataUpdatedAt, isFetching, isPending, isPlaceholderData, refetch } = query
  const isError = query.isError && (data === undefined || isTakenAway(query.error))
  return { data, error, isError, dataUpdatedAt, isFetching, isPending, isPlaceholderData, refetch }
}

/**
 * Does something by an endpoint. Nothing is shown before the server answered; then all that `changes` names is read anew. The same
 * wish after an answer that never came has the key of the first one, so that the server does it once.
 */
export function useWrite<E extends Endpoint>(endpoint: E, { changes = [] }: { changes?: readonly Endpoint[] } = {}) {
  const client = useQueryClient()
  const lost = useRef<{ wish: string; file: File | undefined; key: string }>(undefined)
  return useMutation<Answer<E>, Error, Input<E> & { file?: File }>({
    async mutationFn({ file, ...input }) {
      const wish = JSON.stringify(input)
      const again = lost.current?.wish === wish && lost.current.file === file ? lost.current : undefined
      const key = again?.key ?? crypto.randomUUID()
      try {
        const answer = await call(endpoint, input as Input<E>, { idempotencyKey: key, ...(file && { file }) })
        if (again) lost.current = undefined
        return answer
      } catch (error) {
        lost.current = error instanceof NetworkError ? { wish, file, key } : undefined
        throw error
      }
    },
    async onSettled() {
      // After a refusal too: what is in sight was older than what the server knows.
      await Promise.all(changes.map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
    },
  })
}
