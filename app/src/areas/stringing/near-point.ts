import { useQuery } from '@tanstack/react-query'
import { locate } from '../../platform/locate'
import { showToast } from '../../platform/toast'

/** Where the user is, once he has said so; asked for on one page it is known on the others, while the app is open. */
export function useNearPoint() {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['near-point'],
    queryFn: () => locate(),
    // Nobody is asked before he presses, nor a second time.
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  /** Asks him; resolves to whether it is known now. */
  const findOut = async (): Promise<boolean> => {
    const { data: found } = await refetch()
    if (!found) showToast('没有取到位置，请检查定位权限', { tone: 'failed' })
    return found !== undefined
  }
  return { point: data, isLocating: isFetching, findOut }
}
