import { unfinishedOfCoach } from '@paidang/api/areas/views/coach-home'
import { whyNot } from '@paidang/domain/areas/activities/classes/invitation'
import { MINUTES_PER_HALF_HOUR } from '@paidang/domain/kernel/half-hour'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useIsCoach } from '../../people/auth/identity'
import { asRulesWant } from '../booking/class-times'

export const UNFINISHED_KEY = [...CLASSES_KEY, 'unfinished'] as const

const HALF_HOUR_MS = MINUTES_PER_HALF_HOUR * 60_000
/** How long after a half-hour the server is asked. */
const AFTER_MS = 1000

/**
 * Returns the coach's classes that have ended and are not completed, earliest first; none for a player. Classes end at
 * half-hours, so it is read again just after each.
 */
export function useUnfinishedClasses() {
  return useRead(
    UNFINISHED_KEY,
    unfinishedOfCoach,
    {},
    {
      isEnabled: useIsCoach(),
      refetchInterval: () => HALF_HOUR_MS - ((Date.now() - AFTER_MS) % HALF_HOUR_MS),
    },
  )
}

type Rows = NonNullable<ReturnType<typeof useUnfinishedClasses>['data']>

/** Returns the coach's next step for a class that has ended. */
export function stepOf({ invitation }: Rows[number], now: Date): { key: 'sign' | 'finish'; text: string } {
  const isToSign = invitation.signedAt === null && whyNot('sign', asRulesWant(invitation), ['coach'], now) === undefined
  return isToSign ? { key: 'sign', text: '签到' } : { key: 'finish', text: '完成' }
}
