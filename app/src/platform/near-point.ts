import { useQuery } from '@tanstack/react-query'
import { locate } from './place'
import { showToast } from './toast'

/** Returns the user's location after they shared it. All pages share it while the app is open. */
export function useNearPoint() {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['near-point'],
    queryFn: () => locate(),
    // The location is requested only on a press, and then kept while the app is open.
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  /** Asks for the location; resolves to whether it is known now. */
  const findOut = async (): Promise<boolean> => {
    const { data: found } = await refetch()
    if (!found) showToast('没有取到位置，请检查定位权限', { tone: 'failed' })
    return found !== undefined
  }
  return { point: data, isLocating: isFetching, findOut }
}

type Point = { latitude: number; longitude: number }
type Place = { latitude: number | null; longitude: number | null }

const EARTH_DIAMETER_KM = 12_742
const DEGREE = Math.PI / 180

/** The great-circle distance in kilometres; undefined while one of the two is unknown. */
export function kilometresTo({ latitude, longitude }: Place, point: Point | undefined): number | undefined {
  if (!point || latitude === null || longitude === null) return undefined
  const across = Math.sin(((latitude - point.latitude) * DEGREE) / 2) ** 2
  const along = Math.sin(((longitude - point.longitude) * DEGREE) / 2) ** 2
  const cosines = Math.cos(latitude * DEGREE) * Math.cos(point.latitude * DEGREE)
  return EARTH_DIAMETER_KM * Math.asin(Math.sqrt(Math.min(1, across + cosines * along)))
}
