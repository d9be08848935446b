import { unfinishedOfCoach } from '@paidang/api/areas/coach-home'
import { whyNot } from '@paidang/domain/areas/classes/invitation'
import { useQuery } from '@tanstack/react-query'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { useIsCoach } from '../../people/auth/identity'
import { asRulesWant } from '../booking/class-times'

/** Returns the query key of a coach's classes that have ended and are not completed. */
export const unfinishedKey = (userId: string | null) => [...CLASSES_KEY, 'unfinished', userId] as const

/** Returns the coach's classes that have ended and are not completed, earliest first; none for a player. */
export function useUnfinishedClasses() {
  const userId = useUserId()
  const isCoach = useIsCoach()
  return useQuery({
    queryKey: unfinishedKey(userId),
    queryFn: ({ signal }) => call(unfinishedOfCoach, {}, { signal }),
    enabled: userId !== null && isCoach,
  })
}

type Rows = NonNullable<ReturnType<typeof useUnfinishedClasses>['data']>

/** Returns the coach's next step for a class that has ended. */
export function stepOf({ invitation }: Rows[number], now: Date): { key: 'sign' | 'finish'; text: string } {
  const isToSign = invitation.signedAt === null && whyNot('sign', asRulesWant(invitation), ['coach'], now) === undefined
  return isToSign ? { key: 'sign', text: '签到' } : { key: 'finish', text: '完成' }
}
