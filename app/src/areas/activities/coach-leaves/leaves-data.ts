import * as api from '@paidang/api/areas/activities/coach-leaves'
import { CLASSES_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useWrite } from '../../../platform/write'

const LEAVES_KEY = ['coach-leaves'] as const

const live = [{ kind: 'messages' as const }]

/** What a student decides about a coach who does not teach. */
export const useLeaveCase = (id: string) =>
  useRead(LEAVES_KEY, api.getLeaveCase, id === '' ? null : { params: { id } }, { live })

/** The coaches who may take over; read anew at each opening, since their hours are booked meanwhile. */
export const useSuccessors = (id: string, isWanted: boolean) =>
  useRead(LEAVES_KEY, api.leaveSuccessors, isWanted ? { params: { id } } : null, { staleTime: 0 })

const stale = [LEAVES_KEY, CLASSES_KEY, SCHEDULE_KEY, ['contracts'], ['messages']]

export const useChangeLeftCoach = () => useWrite(api.changeLeftCoach, { stale })
export const useWaitForCoach = () => useWrite(api.waitForCoach, { stale })
export const useAskLeaveRefund = () => useWrite(api.askLeaveRefund, { stale })

/** The absences of the calling coach that stand. */
export const useOwnAway = () => useRead(LEAVES_KEY, api.awayOfCoach, {}, { staleTime: 0 })
export const useGoAway = () => useWrite(api.goAway, { stale })
export const useEndAway = () => useWrite(api.endAway, { stale })
