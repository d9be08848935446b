import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query'

/**
 * Starts a list again from its first page. The old rows stay until the new page is there.
 *
 * @returns a function that resolves to the failure, or to null
 */
export function useFreshStart(queryKey: QueryKey): () => Promise<Error | null> {
  const queryClient = useQueryClient()
  return async () => {
    queryClient.setQueryData<InfiniteData<unknown>>(
      queryKey,
      (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    )
    await queryClient.invalidateQueries({ queryKey })
    return queryClient.getQueryState(queryKey)?.error ?? null
  }
}
