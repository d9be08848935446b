import * as past from '@paidang/api/areas/activities/past-classes'
import { getStudent } from '@paidang/api/areas/activities/students'
import { CLASSES_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useWrite } from '../../../platform/write'

const stale = [CLASSES_KEY, SCHEDULE_KEY, ['contracts'], ['students'], ['messages']]

/** Returns the student from whose page the coach comes, as a list with their name; an empty list without one. */
export function useStudentOfPast(playerId: string | undefined) {
  const query = useRead(['students'], getStudent, playerId === undefined ? null : { params: { playerId } })
  const { data } = query
  const named = data && [{ id: data.player.id, name: data.player.nickname }]
  return { ...query, data: playerId === undefined ? [] : named }
}

/** 补录课程: enters a class that was held. */
export const useRecordPast = () => useWrite(past.recordPast, { stale })

/** A player agrees to such a class, or objects with words. */
export function useAnswerPast({ id, revision }: { id: string; revision: number }) {
  return useWrite(past.answerPast, {
    stale,
    input: (answer: { agree: boolean; words?: string }) => ({ params: { id }, body: { ...answer, revision } }),
    says: ({ invitationStatus }) =>
      invitationStatus === 'COMPLETED'
        ? '已同意，课时已扣'
        : invitationStatus === 'CANCELLED'
          ? '已提出异议，不扣课时'
          : '已同意',
  })
}
