import Taro from '@tarojs/taro'
import { create } from 'zustand'
import type { Question } from './dialog'

type Asked = Question & { page: Taro.Page | undefined; answer: (yes: boolean) => void }

/** The open question, or null: for the host that draws it. */
export const useQuestion = create<{ asked: Asked | null }>(() => ({ asked: null }))

/**
 * Asks a question, and resolves to whether the user confirmed. An earlier open question is answered with no.
 *
 * @param work runs inside the confirming press, since WeChat allows some of its calls only there
 * @throws as the work does
 */
export function confirm(question: Question, work?: () => Promise<unknown>): Promise<boolean> {
  useQuestion.getState().asked?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      // A second answer, when the layer closes, must not remove a newer question.
      if (useQuestion.getState().asked?.answer === answer) useQuestion.setState({ asked: null })
      resolve(yes && work ? work().then(() => true) : yes)
    }
    useQuestion.setState({ asked: { ...question, page: pageOnTop(), answer } })
  })
}

/** Answers the question of a page that was left with no. */
export function endQuestionOfOtherPage(): void {
  const { asked } = useQuestion.getState()
  if (asked && asked.page !== pageOnTop()) asked.answer(false)
}

function pageOnTop(): Taro.Page | undefined {
  const pages = Taro.getCurrentPages()
  return pages[pages.length - 1]
}

/** Asks before unsaved input is discarded. */
export function confirmLeave(): Promise<boolean> {
  return confirm({
    title: '放弃填写的内容？',
    line: '还没有保存，离开后不会保留',
    confirmText: '放弃',
    cancelText: '继续填写',
    danger: true,
  })
}
