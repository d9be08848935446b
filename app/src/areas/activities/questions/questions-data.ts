import * as api from '@paidang/api/areas/activities/questions'
import { useRead } from '../../../platform/read'
import { useWrite } from '../../../platform/write'

const QUESTIONS_KEY = ['questions'] as const

/** One question, for its asker and for who answers. */
export function useQuestion(id: string) {
  const live = [{ kind: 'messages' as const }]
  return useRead(QUESTIONS_KEY, api.getQuestion, id === '' ? null : { params: { id } }, { live })
}

/** Sends a question. The sheet says how it ended. */
export const useAskQuestion = () => useWrite(api.askQuestion, { stale: [QUESTIONS_KEY], isSilent: true })

/** Asks the club to extend a contract. */
export const useAskForExtension = () =>
  useWrite(api.askQuestion, { stale: [QUESTIONS_KEY], says: () => '申请已发给俱乐部' })

export const useAnswerQuestion = () =>
  useWrite(api.answerQuestion, {
    stale: [QUESTIONS_KEY, ['messages']],
    says: ({ state }) => (state === 'CALLED' ? '已标为电话回复' : '已答复'),
  })
