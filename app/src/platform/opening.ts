import { type QueryClient, type QueryFunctionContext, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'

type Keys<Whole> = { [Part in keyof Whole]: QueryKey }

/**
 * Asks once for what a page shows first: the reads of its parts, which begin when they are drawn, find that they are under way.
 * When the one answer fails, each part asks by itself and says its own failure. Nothing is asked for what is there already.
 *
 * @param reader who opens the page, once for each; null while nobody may
 * @param keys under which the page's own reads keep the parts
 */
export function useOpening<Whole extends object>(
  reader: string | null,
  keys: Keys<Whole>,
  ask: () => Promise<Whole>,
): void {
  const queryClient = useQueryClient()
  const opened = useRef<string | null>(null)
  if (opened.current === reader) return
  opened.current = reader
  // While rendering: the reads inside begin with the effects, which come after.
  if (reader !== null) open(queryClient, keys, ask)
}

function open<Whole extends object>(queryClient: QueryClient, keys: Keys<Whole>, ask: () => Promise<Whole>): void {
  const isMissing = (queryKey: QueryKey) => {
    const state = queryClient.getQueryState(queryKey)
    return state?.data === undefined && (state?.fetchStatus ?? 'idle') === 'idle'
  }
  const missing = (Object.keys(keys) as (keyof Whole)[]).filter((part) => isMissing(keys[part]))
  if (missing.length < 2) return
  const whole = ask()
  const { retry } = queryClient.getDefaultOptions().queries ?? {}
  for (const part of missing) {
    const queryKey = keys[part]
    const queryFn = async (context: QueryFunctionContext) => {
      try {
        return (await whole)[part]
      } catch (failure) {
        // The read that has been drawn since then.
        const own = queryClient.getQueryCache().find({ queryKey })?.options.queryFn
        if (typeof own !== 'function' || own === queryFn) throw failure
        return own(context)
      }
    }
    void queryClient.prefetchQuery({ queryKey, queryFn, retry })
  }
}
