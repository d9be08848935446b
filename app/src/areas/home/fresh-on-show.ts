import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useDidShow } from '@tarojs/taro'

/**
 * A tab stays mounted behind the others: what it shows under these keys is fetched anew when it comes back to the front,
 * unless that was a moment ago.
 */
export function useFreshOnShow(queryKeys: readonly QueryKey[]): void {
  const queryClient = useQueryClient()
  useDidShow(() => {
    for (const queryKey of queryKeys) {
      queryClient.refetchQueries({ queryKey, type: 'active', stale: true }, { cancelRefetch: false })
    }
  })
}
