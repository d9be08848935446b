import { App } from 'antd'
import { useNavigate } from 'react-router'
import { sentenceOf } from '../platform/network-error'
import type { AskAgain } from '../platform/queries'
import { giveUpUnsaved } from './unsaved'

type Action<T> = {
  /** The action; a rejection is shown with the server's message. */
  run: () => Promise<T>
  /** The success message, or a function of the answer. */
  done: string | ((answer: T) => string)
  /** The warning for an answer that says that nothing was done. */
  undone?: (answer: T) => string | undefined
}

type Question<T> = Action<T> & {
  /** The question: names the action and its object. */
  title: string
  /** What it changes, and whether it can be undone. */
  effect: string
  okText: string
  /** It takes nothing away: what was stopped goes on. Its button is not red. */
  isHarmless?: true
}

/** Asks a decision again after somebody else has changed its object. It shows what changed, in words. */
export function useAskAgain(): AskAgain {
  const { modal } = App.useApp()
  return (changes) =>
    new Promise((resolve) => {
      modal.confirm({
        title: '内容刚刚有修改，仍要继续吗？',
        content:
          changes.length > 0 ? changes.map((change) => <div key={change}>{change}</div>) : '请核对页面上的最新内容。',
        okText: '仍要继续',
        cancelText: '不了',
        focusable: { autoFocusButton: 'cancel' },
        onOk: () => resolve(true),
        onCancel: () => resolve(false),
      })
    })
}

/**
 * Goes on to another page after an answer, unless the person has left the page of the press meanwhile. `discards`: what
 * was typed there is given up.
 */
export function useGoOn() {
  const navigate = useNavigate()
  // Not whether the component is still there: an answer can take it away before it goes on.
  const { pathname } = window.location
  return (to: string, { replace = false, discards = false } = {}): void => {
    if (window.location.pathname !== pathname) return
    if (discards) giveUpUnsaved()
    navigate(to, { replace })
  }
}

/** Runs actions of pages: shows their result, and asks before those that have to be meant. */
export function useAction() {
  const { message, modal } = App.useApp()

  /** Resolves to the answer; undefined after a failure, which is shown. */
  const doIt = async <T,>({ run, done, undone }: Action<T>): Promise<T | undefined> => {
    try {
      const answer = await run()
      const warning = undone?.(answer)
      if (warning) message.warning(warning)
      else message.success(typeof done === 'string' ? done : done(answer))
      return answer
    } catch (error) {
      message.error(sentenceOf(error))
      return undefined
    }
  }

  /** Asks first, with the effect. The question stays open and busy until the server has answered. */
  const doAfterAsking = <T,>({ title, effect, okText, isHarmless, ...action }: Question<T>): void => {
    modal.confirm({
      title,
      content: effect,
      okText,
      okButtonProps: { danger: isHarmless !== true },
      cancelText: '不了',
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => doIt(action),
    })
  }

  return { doIt, doAfterAsking }
}
