import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Makes the function that reads a query again after the server reported a change.
 *
 * A read requested before the change does not count, so a running read is restarted. The very first answer is still
 * shown, since old data is better than none. Further changes wait for the answer; otherwise data that changes all the
 * time would never be shown.
 *
 * While an own change is being sent nothing is read: its answer must come first. Otherwise the user would see their
 * own half-hours as taken by somebody else.
 *
 * `applyChange` makes the data after the change of the data shown, or undefined where only a read can tell. It is used
 * for settled data alone: what is being read, failed or was invalidated is read again.
 */
export function createQuietRefetch<Data>(
  queryClient: QueryClient,
  queryKey: () => QueryKey,
): (applyChange?: (shown: Data) => Data | undefined) => void {
  let isDue = false
  let isRunning = false

  const isIdle = () =>
    new Promise<void>((resolve) => {
      if (queryClient.isMutating() === 0) {
        resolve()
        return
      }
      const stop = queryClient.getMutationCache().subscribe(() => {
        if (queryClient.isMutating() > 0) return
        stop()
        resolve()
      })
    })

  const run = async () => {
    isRunning = true
    while (isDue) {
      await isIdle()
      isDue = false
      const query = { queryKey: queryKey(), exact: true, type: 'active' } as const
      const isFirst = queryClient.getQueryData(query.queryKey) === undefined && queryClient.isFetching(query) > 0
      // Without data on screen this waits for the running read.
      await queryClient.refetchQueries(query)
      if (isFirst) await queryClient.refetchQueries(query)
    }
    isRunning = false
  }

  return (applyChange) => {
    const state = queryClient.getQueryState<Data>(queryKey())
    const isQuiet = !isRunning && queryClient.isMutating() === 0
    // A read that fails also makes it invalidated.
    const isSettled = state?.data !== undefined && state.fetchStatus === 'idle' && !state.isInvalidated
    const data = applyChange && isQuiet && isSettled ? applyChange(state.data as Data) : undefined
    if (data !== undefined) {
      queryClient.setQueryData<Data>(queryKey(), data)
      return
    }
    isDue = true
    if (!isRunning) void run()
  }
}
