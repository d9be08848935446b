import { create } from 'zustand'
import type { Question } from './dialog'

type Asked = Question & { answer: (yes: boolean) => void }

/** The question that waits for its answer, or null: for the host that draws it. */
export const useQuestion = create<{ asked: Asked | null }>(() => ({ asked: null }))

/** Asks, and resolves to whether the user went on. A question that is still open is answered with no. */
export function confirm(question: Question): Promise<boolean> {
  useQuestion.getState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      // Answered a second time, as its layer goes, it does not take a newer question away.
      if (useQuestion.getState().asked?.answer === answer) useQuestion.setState({ asked: null })
      resolve(yes)
    }
    useQuestion.setState({ asked: { ...question, answer } })
  })
}
