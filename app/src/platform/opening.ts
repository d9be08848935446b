import { type QueryClient, type QueryFunctionContext, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

type Keys<Whole> = { [Part in keyof Whole]: QueryKey }

/**
 * Fetches the first screen of a page in one call. The reads of its parts begin when they render, and join this call.
 * If the call fails, each part fetches on its own and reports its own failure. Data that exists already is not
 * fetched.
 *
 * @param reader the user who opens the page, once for each user; null while nobody may open it
 * @param keys the query keys of the parts
 * @param ready what has come before the page is drawn. The page is then drawn once, with it
 */
export function useOpening<Whole extends object>(
  reader: string | null,
  keys: Keys<Whole>,
  ask: () => Promise<Whole>,
  ready?: () => Whole | undefined,
): void {
  const queryClient = useQueryClient()
  const opened = useRef<string | null>(null)
  if (opened.current === reader) return
  opened.current = reader
  // During render: the reads inside start with the effects, which run later.
  if (reader !== null) open(queryClient, keys, ask, ready)
}

function open<Whole extends object>(
  queryClient: QueryClient,
  keys: Keys<Whole>,
  ask: () => Promise<Whole>,
  ready?: () => Whole | undefined,
): void {
  const isMissing = (queryKey: QueryKey) => {
    const state = queryClient.getQueryState(queryKey)
    return state?.data === undefined && (state?.fetchStatus ?? 'idle') === 'idle'
  }
  const missing = (Object.keys(keys) as (keyof Whole)[]).filter((part) => isMissing(keys[part]))
  if (missing.length < 2) return
  const there = ready?.()
  if (there) {
    for (const part of missing) queryClient.setQueryData<unknown>(keys[part], there[part])
    return
  }
  const whole = ask()
  const { retry } = queryClient.getDefaultOptions().queries ?? {}
  for (const part of missing) {
    const queryKey = keys[part]
    const queryFn = async (context: QueryFunctionContext) => {
      try {
        return (await whole)[part]
      } catch (failure) {
        // The query of the part, which has rendered since then.
        const own = queryClient.getQueryCache().find({ queryKey })?.options.queryFn
        if (typeof own !== 'function' || own === queryFn) throw failure
        return own(context)
      }
    }
    void queryClient.prefetchQuery({ queryKey, queryFn, retry })
  }
}
