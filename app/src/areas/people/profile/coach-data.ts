import { getCoachView } from '@paidang/api/areas/people/profile'
import { COACH_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'

/** The caller as a coach: the likes and the companies of the coach, clubs before one-person companies. */
export function useOwnCoachView() {
  return useRead(COACH_KEY, getCoachView, { params: { id: useUserId() ?? '' } })
}
