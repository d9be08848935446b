import { getCoachView } from '@paidang/api/areas/profile'
import { useQuery } from '@tanstack/react-query'
import { COACH_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'

/** The caller as a coach: the likes and the companies of the coach, clubs before one-person companies. */
export function useOwnCoachView() {
  const userId = useUserId()
  return useQuery({
    queryKey: [...COACH_KEY, userId],
    queryFn: ({ signal }) => call(getCoachView, { params: { id: userId ?? '' } }, { signal }),
    enabled: userId !== null,
  })
}
