import { getCoachView } from '@paidang/api/areas/profile'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { useUserId } from '../../platform/session'

/** Under this key lie the public views of coaches. */
export const COACH_KEY = ['profile', 'coach'] as const

/** The caller as a coach: his likes and the companies for which he teaches, clubs before one-person ones. */
export function useOwnCoachView() {
  const userId = useUserId()
  return useQuery({
    queryKey: [...COACH_KEY, userId],
    queryFn: ({ signal }) => call(getCoachView, { params: { id: userId ?? '' } }, { signal }),
    enabled: userId !== null,
  })
}
