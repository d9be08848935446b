import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Makes the function that reads a query again because the server says it changed.
 *
 * What was asked before the change does not count, so a read under way is begun anew; the very first one is shown before, since
 * something old is better than nothing. Further changes wait for the answer, or a grid that changes all the time would never
 * be shown. While a change of our own is being sent nothing is
 * read: its answer comes first, and whoever sent it must not learn from the grid that somebody took his half-hours: he did.
 */
export function createQuietRefetch(queryClient: QueryClient, queryKey: () => QueryKey): () => void {
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
      // With nothing to show yet this waits for the read that is under way.
      await queryClient.refetchQueries(query)
      if (isFirst) await queryClient.refetchQueries(query)
    }
    isRunning = false
  }

  return () => {
    isDue = true
    if (!isRunning) void run()
  }
}
