import * as api from '@paidang/api/areas/activities/student-requests'
import { FREE_TIME_NAMES } from '@paidang/domain/areas/activities/student-requests/request'
import { CATALOGUE_KEY, COACH_PAGES_KEY, STUDENT_REQUESTS_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useWrite } from '../../../platform/write'

/** What an answer changes: who is whose student, and what is asked. */
const stale = [STUDENT_REQUESTS_KEY, COACH_PAGES_KEY, CATALOGUE_KEY, ['students'], ['relations'], ['messages']]
const live = [{ kind: 'messages' as const }]

/** One request, for its coach or its player. */
export function useStudentRequest(id: string) {
  return useRead(STUDENT_REQUESTS_KEY, api.getStudentRequest, id === '' ? null : { params: { id } }, { live })
}

/** The open requests to the coach, the one that ends next first. */
export function useReceivedRequests() {
  return useRead(STUDENT_REQUESTS_KEY, api.receivedStudentRequests, {}, { live })
}

export const useSendRequest = () => useWrite(api.sendStudentRequest, { stale })
export const useWithdrawRequest = () => useWrite(api.withdrawStudentRequest, { stale })
export const useAnswerRequest = () =>
  useWrite(api.answerStudentRequest, {
    stale,
    says: ({ state, player }) => (state === 'ACCEPTED' ? `${player.nickname} 已是您的学员` : '已答复'),
  })

/** When the player is usually free: 工作日晚上、周末上午. */
export const freeTimesText = ({ freeTimes }: Pick<api.StudentRequest, 'freeTimes'>): string =>
  freeTimes.map((time) => FREE_TIME_NAMES[time]).join('、')
