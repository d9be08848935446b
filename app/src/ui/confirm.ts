import { create } from 'zustand'
import type { Question } from './dialog'

type Asked = Question & { answer: (yes: boolean) => void }

/** The question that waits for its answer, or null: for the host that draws it. */
export const useQuestion = create<{ asked: Asked | null }>(() => ({ asked: null }))

/**
 * Asks, and resolves to whether the user went on. A question that is still open is answered with no.
 *
 * @param work begins inside of the press that goes on, since WeChat allows some of its calls nowhere else
 * @throws as the work does
 */
export function confirm(question: Question, work?: () => Promise<unknown>): Promise<boolean> {
  useQuestion.getState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      // Answered a second time, as its layer goes, it does not take a newer question away.
      if (useQuestion.getState().asked?.answer === answer) useQuestion.setState({ asked: null })
      resolve(yes && work ? work().then(() => true) : yes)
    }
    useQuestion.setState({ asked: { ...question, answer } })
  })
}

/** Asks before what was typed is lost. */
export function confirmLeave(): Promise<boolean> {
  return confirm({
    title: '放弃填写的内容？',
    line: '还没有保存，离开后不会保留',
    confirmText: '放弃',
    cancelText: '继续填写',
    danger: true,
  })
}
