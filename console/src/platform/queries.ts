import { ApiError } from '@paidang/api/catalogue/errors'
import { pathOf } from '@paidang/api/client'
import type { Answer, Endpoint, Input } from '@paidang/api/endpoint'
import { keepPreviousData, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './call'

/** What the server said is true until the next look; a refusal is not asked again, a lost line once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 0, retry: (failures, error) => failures < 1 && !(error instanceof ApiError) },
    },
  })
}

/** What an answer is kept under: the endpoint's path, and what was asked of it. */
const keyOf = (endpoint: Endpoint, input: object) => [endpoint.path, pathOf(endpoint.path, input)] as const

/** Reads an endpoint. While another page or filter loads, the last answer stays in sight (`isPlaceholderData`). */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { enabled = true, refetchInterval = false }: { enabled?: boolean; refetchInterval?: number | false } = {},
) {
  return useQuery<Answer<E>>({
    queryKey: keyOf(endpoint, input as object),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    placeholderData: keepPreviousData,
    enabled,
    refetchInterval,
  })
}

/**
 * Does something by an endpoint. Nothing is shown before the server answered; then all that `changes` names is read anew.
 */
export function useWrite<E extends Endpoint>(endpoint: E, { changes = [] }: { changes?: readonly Endpoint[] } = {}) {
  const client = useQueryClient()
  return useMutation<Answer<E>, Error, Input<E> & { file?: File }>({
    mutationFn: ({ file, ...input }) => call(endpoint, input as Input<E>, file ? { file } : {}),
    async onSettled() {
      // After a refusal too: what is in sight was older than what the server knows.
      await Promise.all(changes.map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
    },
  })
}
