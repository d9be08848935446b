import { unfinishedOfCoach } from '@paidang/api/areas/views/coach-home'
import { whyNot } from '@paidang/domain/areas/activities/classes/invitation'
import { CLASSES_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useIsCoach } from '../../people/auth/identity'
import { asRulesWant } from '../booking/class-times'

/** Returns the coach's classes that have ended and are not completed, earliest first; none for a player. */
export function useUnfinishedClasses() {
  return useRead(CLASSES_KEY, unfinishedOfCoach, {}, { isEnabled: useIsCoach() })
}

type Rows = NonNullable<ReturnType<typeof useUnfinishedClasses>['data']>

/** Returns the coach's next step for a class that has ended. */
export function stepOf({ invitation }: Rows[number], now: Date): { key: 'sign' | 'finish'; text: string } {
  const isToSign = invitation.signedAt === null && whyNot('sign', asRulesWant(invitation), ['coach'], now) === undefined
  return isToSign ? { key: 'sign', text: '签到' } : { key: 'finish', text: '完成' }
}
