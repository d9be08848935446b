import { getCoachView } from '@paidang/api/areas/profile'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { useUserId } from '../../platform/session'

/** Query key of the public views of coaches. */
export const COACH_KEY = ['profile', 'coach'] as const

/** The caller as a coach: the likes and the companies of the coach, clubs before one-person companies. */
export function useOwnCoachView() {
  const userId = useUserId()
  return useQuery({
    queryKey: [...COACH_KEY, userId],
    queryFn: ({ signal }) => call(getCoachView, { params: { id: userId ?? '' } }, { signal }),
    enabled: userId !== null,
  })
}
