import type { Answer, Data, Endpoint, Input, Outcome } from '@paidang/api/endpoint'
import type { LiveTopic } from '@paidang/api/live'
import { FIRST_PAGE, mayLoadMore, PAGE_SIZE } from '@paidang/domain/kernel/page'
import {
  type InfiniteData,
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
import { call, readyAnswer } from './call'
import { type LiveOptions, useLiveQuery } from './live'
import { useUserId } from './session'
import { failureText } from './toast'

type Common = {
  /** Whether it is fetched at all. */
  isEnabled?: boolean
  /** A change of one of these topics reads it again. */
  live?: readonly LiveTopic[]
  /** The words for a failure, if the endpoint's own ones do not fit. */
  outcome?: Outcome
  /** How long an answer counts as fresh, in milliseconds. With 0 each opening of the screen reads it again. */
  staleTime?: number
}

type ReadOptions<Answered, Shown> = Common & {
  /** What the screen needs of the answer. */
  select?: (answer: Answered) => Shown
  /** Shows the answer to the last input until the new one is there. */
  keepsOld?: boolean
} & LiveOptions<Answered> &
  Pick<UseQueryOptions<Answered, Error, Shown>, 'gcTime' | 'initialData' | 'initialDataUpdatedAt' | 'refetchInterval'>

/**
 * The key of an answer: its subject, the path, the caller, the input. A write names the subjects that it makes stale.
 */
export function readKey<E extends Endpoint>(
  subject: QueryKey,
  endpoint: E,
  userId: string | null,
  input: Input<E>,
): QueryKey {
  return [...subject, endpoint.path, userId, input]
}

/** A guest reads what is open; everything else needs a log-in. */
const mayRead = ({ access }: Endpoint, userId: string | null) => access === 'open' || userId !== null

/**
 * Reads an endpoint for the screen, and again when it is stale or a live topic changes. Without an input nothing is
 * fetched. `cause` says why there is no answer.
 */
export function useRead<E extends Endpoint, Shown = Answer<E>>(
  subject: QueryKey,
  endpoint: E,
  input: Input<E> | null,
  { isEnabled = true, outcome = endpoint.outcome, ...options }: ReadOptions<Answer<E>, Shown> = {},
) {
  const userId = useUserId()
  const isAsked = isEnabled && input !== null && mayRead(endpoint, userId)
  return useReadOf<Answer<E>, Shown>(
    input === null ? [...subject, endpoint.path, userId] : readKey(subject, endpoint, userId, input),
    (signal) => call(endpoint, input as Input<E>, { signal }),
    { initialData: readyOf(isAsked ? input : null, endpoint, options), ...options, outcome, isEnabled: isAsked },
  )
}

/** What was asked for early, for a first drawing with it. An answer that is never fresh is left to the fetch, which joins it. */
function readyOf<E extends Endpoint>(input: Input<E> | null, endpoint: E, { staleTime }: Common) {
  return input === null || staleTime === 0 ? undefined : () => readyAnswer(endpoint, input)
}

/** The same for an answer that is made of more than one call, or changed before it is kept. */
export function useReadOf<Answered, Shown = Answered>(
  queryKey: QueryKey,
  read: (signal: AbortSignal) => Promise<Answered>,
  {
    isEnabled = true,
    live = [],
    version,
    applyChange,
    outcome,
    keepsOld = false,
    ...options
  }: ReadOptions<Answered, Shown> = {},
) {
  useLiveQuery(isEnabled ? live : [], queryKey, { version, applyChange })
  const query = useQuery<Answered, Error, Shown>({
    ...options,
    queryKey,
    queryFn: ({ signal }) => read(signal),
    enabled: isEnabled,
    ...(keepsOld && { placeholderData: keepPreviousData }),
  })
  return { ...query, queryKey, cause: causeOf(query, outcome) }
}

/** Reads an endpoint for several inputs at once. */
export function useReads<E extends Endpoint, Shown>(
  subject: QueryKey,
  endpoint: E,
  inputs: readonly Input<E>[],
  combine: (
    reads: { data: Answer<E> | undefined; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }[],
  ) => Shown,
): Shown {
  const userId = useUserId()
  return useQueries({
    queries: inputs.map((input) => ({
      queryKey: readKey(subject, endpoint, userId, input),
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<Answer<E>> => call(endpoint, input, { signal }),
    })),
    combine,
  })
}

type Paged = Endpoint & { paged: true }
type Row<E extends Paged> = Data<E> extends (infer R)[] ? R : never
type Filters<T> = Omit<NonNullable<T>, 'current' | 'rows'>
/** The input of a list without the page. A part without a required field may be absent. */
type Listed<E extends Paged> = {
  [Part in keyof Input<E> as object extends Filters<Input<E>[Part]> ? never : Part]: Filters<Input<E>[Part]>
} & { [Part in keyof Input<E>]?: Filters<Input<E>[Part]> }
type Page<R> = { rows: R[]; total: number }
type Pages<R> = InfiniteData<Page<R>, number>

type PagesOptions<E extends Paged, Shown> = Common & {
  /** What the screen needs of a row. A function outside of components, so that unchanged rows stay the same. */
  show?: (row: Row<E>) => Shown
  /** What tells two rows apart, if it is not their id. A function outside of components. */
  keyOf?: (row: Row<E>) => string | number
  /** Rows of a page. */
  size?: number
  /** Shows the old rows until those of another input are there; or only if that was such an input. */
  keepsOld?: boolean | ((before: Listed<E>) => boolean)
}

const idOf = (row: unknown) => (row as { id: string }).id
const itself = (row: unknown) => row

/**
 * Reads a list page by page. A row that moved to the next page between two fetches is kept once. `refresh` starts
 * again from the first page.
 */
export function usePages<E extends Paged, Shown = Row<E>>(
  subject: QueryKey,
  endpoint: E,
  input: Listed<E> | null,
  {
    show = itself as (row: Row<E>) => Shown,
    keyOf = idOf,
    size = PAGE_SIZE,
    keepsOld = false,
    isEnabled = true,
    outcome = endpoint.outcome,
    ...options
  }: PagesOptions<E, Shown> = {},
) {
  const userId = useUserId()
  const part = endpoint.method === 'GET' ? 'query' : 'body'
  const select = useMemo(
    () =>
      ({ pages }: Pages<Row<E>>) => ({
        rows: [...new Map(pages.flatMap(({ rows }) => rows).map((row) => [keyOf(row), row])).values()].map(show),
        total: pages[0]?.total ?? 0,
      }),
    [show, keyOf],
  )
  const isAsked = isEnabled && input !== null && mayRead(endpoint, userId)
  const pageAt = (current: number) => {
    const asked = input as { query?: object; body?: object }
    return { ...asked, [part]: { current, rows: size, ...asked[part] } } as unknown as Input<E>
  }
  const ready = readyOf(isAsked ? pageAt(FIRST_PAGE) : null, endpoint, options)
  return useSteps({
    ...options,
    queryKey: [...subject, endpoint.path, userId, 'pages', size, input],
    read: (current: number, signal) => call(endpoint, pageAt(current), { signal }) as Promise<Page<Row<E>>>,
    ready: ready as (() => Page<Row<E>> | undefined) | undefined,
    first: FIRST_PAGE,
    next: ({ total }, current) =>
      mayLoadMore({ current, rows: size, total, loading: false }) ? current + 1 : undefined,
    select,
    keepsOld: typeof keepsOld === 'boolean' ? keepsOld : ([...key]) => keepsOld(key.at(-1) as Listed<E>),
    outcome,
    isEnabled: isAsked,
  })
}

type Steps<Step, At, Shown> = Common & {
  queryKey: QueryKey
  read: (at: At, signal: AbortSignal) => Promise<Step>
  first: At
  /** Where the step after this one begins; undefined after the last. */
  next: (step: Step, at: At) => At | undefined
  select: (data: InfiniteData<Step, At>) => Shown
  /** The first step, if it was asked for before the app was there and has come. */
  ready?: (() => Step | undefined) | undefined
  keepsOld?: boolean | ((before: QueryKey) => boolean)
}

/** Reads a list step by step, for lists that have no numbered pages. */
export function useSteps<Step, At, Shown>({
  queryKey,
  read,
  first,
  next,
  select,
  ready,
  keepsOld = false,
  live = [],
  outcome,
  isEnabled = true,
  ...options
}: Steps<Step, At, Shown>) {
  useLiveQuery(isEnabled ? live : [], queryKey)
  const queryClient = useQueryClient()
  // With another function at each render, instants as Dates would be new data each time.
  const latest = useRef(keepsOld)
  latest.current = keepsOld
  const query = useInfiniteQuery<Step, Error, Shown, QueryKey, At>({
    ...options,
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam as At, signal),
    initialData: () => {
      const step = ready?.()
      return step && { pages: [step], pageParams: [first] }
    },
    initialPageParam: first,
    getNextPageParam: (step, _steps, at) => next(step, at),
    select,
    enabled: isEnabled,
    placeholderData: useCallback(
      (before: InfiniteData<Step, At> | undefined, last: { queryKey: QueryKey } | undefined) => {
        const keeps = latest.current
        return keeps === true || (keeps && last && keeps(last.queryKey)) ? before : undefined
      },
      [],
    ),
  })
  return {
    ...query,
    cause: causeOf(query, outcome),
    /** Resolves to the failure, or to null. The old rows stay until the new page is there. */
    async refresh(): Promise<Error | null> {
      queryClient.setQueryData<InfiniteData<unknown>>(
        queryKey,
        (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
      )
      await queryClient.invalidateQueries({ queryKey })
      return queryClient.getQueryState(queryKey)?.error ?? null
    },
  }
}

/**
 * Reads everything about these subjects again, for pull-to-refresh.
 *
 * @returns a function that resolves to the failure of the main read, or to null
 */
export function useReload(subjects: readonly QueryKey[], main: QueryKey): () => Promise<Error | null> {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(subjects.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    return queryClient.getQueryState(main)?.error ?? null
  }
}

function causeOf({ isError, error }: { isError: boolean; error: Error | null }, outcome: Outcome | undefined) {
  return isError && outcome ? failureText(outcome, error) : undefined
}
