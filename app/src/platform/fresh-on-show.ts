import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useDidShow } from '@tarojs/taro'

/**
 * A tab stays mounted behind the others. Its data under these keys is fetched again when it returns to the front,
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
