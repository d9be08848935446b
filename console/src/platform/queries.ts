import { ApiError } from '@paidang/api/catalogue/errors'
import { pathOf } from '@paidang/api/client'
import type { Answer, Endpoint, Input, Received } from '@paidang/api/endpoint'
import type { OutdatedRevision } from '@paidang/api/shapes'
import { keepPreviousData, QueryCache, QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useRef } from 'react'
import { call } from './call'
import { mayHaveActed } from './network-error'

/**
 * Creates the cache of the server's answers. Data counts as stale at once. A refusal is not retried, a lost network
 * once. `onStale` is called when visible data could not be read again.
 */
export function createQueryClient({ onStale }: { onStale?: () => void } = {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, { state }) {
        if (state.data !== undefined && !isTakenAway(error) && !isSessionOver(error)) onStale?.()
      },
    }),
    defaultOptions: {
      queries: { staleTime: 0, retry: (failures, error) => failures < 1 && !(error instanceof ApiError) },
    },
  })
}

/** The query key of an answer: the endpoint's path, and the input. */
const keyOf = (endpoint: Endpoint, input: { body?: unknown }) =>
  [endpoint.path, pathOf(endpoint.path, input), ...('body' in input ? [input.body] : [])] as const

/** Whether the server says that this person no longer has access: it is gone, or not permitted. */
function isTakenAway(error: Error): boolean {
  return error instanceof ApiError && [403, 404].includes(error.status)
}

/** Whether the session has ended. The console then hides the page, or leaves it. */
const isSessionOver = (error: Error): boolean => error instanceof ApiError && error.status === 401

/**
 * Reads an endpoint. The last answer stays while another page or filter loads (`isPlaceholderData`). It also stays
 * when a later read fails: `isError` means that there is nothing to show.
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

/** The input of a write. A decision about what others may change names the revision that is on the screen. */
type Sent<E extends Endpoint> = Input<E> &
  (Received<E> extends { body: infer Body }
    ? 'revision' extends keyof Body
      ? { body: { revision: number } }
      : unknown
    : Received<E> extends { query: infer Query }
      ? 'revision' extends keyof Query
        ? { query: { revision: number } }
        : unknown
      : unknown)

/** Shows what changed since the decision was prepared. Resolves to whether it still stands. */
export type AskAgain = (changes: readonly string[]) => Promise<boolean>
export const AskAgainContext = createContext<AskAgain>(() => Promise.resolve(false))

/** What changed, if this refusal is about a decision that can be asked again. A form that overwrites begins anew. */
function outdatedIn(error: unknown, { method }: Endpoint): OutdatedRevision | undefined {
  if (!(error instanceof ApiError) || error.code !== 'revision_outdated' || method === 'PUT') return undefined
  return error.data as OutdatedRevision
}

/**
 * Calls an endpoint that changes something. Nothing is shown before the server has answered; then all reads named in
 * `changes` are repeated. If somebody else has changed the object, they are repeated too, and the decision is asked
 * again with what changed. The same input after a lost answer, or one that leaves open what happened, reuses the
 * idempotency key, so that the server runs it once.
 */
export function useWrite<E extends Endpoint>(endpoint: E, { changes = [] }: { changes?: readonly Endpoint[] } = {}) {
  const client = useQueryClient()
  const askAgain = useContext(AskAgainContext)
  const repeatReads = () => Promise.all(changes.map(({ path }) => client.invalidateQueries({ queryKey: [path] })))
  const lost = useRef<{ wish: string; file: File | undefined; key: string }>(undefined)
  const send = async (input: Input<E>, file: File | undefined): Promise<Answer<E>> => {
    const wish = JSON.stringify(input)
    const again = lost.current?.wish === wish && lost.current.file === file ? lost.current : undefined
    const key = again?.key ?? crypto.randomUUID()
    try {
      const answer = await call(endpoint, input, { idempotencyKey: key, ...(file && { file }) })
      if (again) lost.current = undefined
      return answer
    } catch (error) {
      if (mayHaveActed(error)) lost.current = { wish, file, key }
      else if (again) lost.current = undefined
      throw error
    }
  }
  return useMutation<Answer<E>, Error, Sent<E> & { file?: File }>({
    async mutationFn({ file, ...input }) {
      try {
        return await send(input as Input<E>, file)
      } catch (error) {
        const outdated = outdatedIn(error, endpoint)
        if (!outdated) throw error
        await repeatReads()
        if (!(await askAgain(outdated.changes))) throw error
        const part = endpoint.method === 'DELETE' ? 'query' : 'body'
        const seen = { ...(input as Record<string, object>)[part], revision: outdated.revision }
        return await send({ ...input, [part]: seen } as unknown as Input<E>, file)
      }
    },
    async onSettled() {
      // After a refusal too: the data on screen was stale.
      await repeatReads()
    },
  })
}
