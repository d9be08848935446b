import { App } from 'antd'
import { sentenceOf } from '../platform/sentence-of'

type Deed<T> = {
  /** What is done; a rejection is told in the server's words. */
  run: () => Promise<T>
  /** What is said when it is done, also made from what was answered. */
  done: string | ((answer: T) => string)
}

type Danger<T> = Deed<T> & {
  /** What is asked: names the deed and what it is done to. */
  title: string
  /** What it changes, and whether it can be taken back. */
  effect: string
  okText: string
}

/** How pages do things: they say how it ended, and ask before what is dangerous. */
export function useDeed() {
  const { message, modal } = App.useApp()

  /** Resolves to what was answered; undefined when it failed, which is then said. */
  const doIt = async <T,>({ run, done }: Deed<T>): Promise<T | undefined> => {
    try {
      const answer = await run()
      message.success(typeof done === 'string' ? done : done(answer))
      return answer
    } catch (error) {
      message.error(sentenceOf(error))
      return undefined
    }
  }

  /** Asks first, naming the effect; the question stays open and busy until the server answered. */
  const doAfterAsking = <T,>({ title, effect, okText, ...deed }: Danger<T>): void => {
    modal.confirm({
      title,
      content: effect,
      okText,
      okButtonProps: { danger: true },
      cancelText: '不了',
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => doIt(deed),
    })
  }

  return { doIt, doAfterAsking }
}
