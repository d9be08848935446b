import { useEffect, useRef } from 'react'

/** How long (ms) typing must pause before the text counts. */
const TYPING_MS = 300

/** Passes a typed text on after a pause in typing, and never during a Chinese composition. */
export function useSettling(onSettled: ((text: string) => void) | undefined) {
  const latest = useRef({ onSettled, text: '', isComposing: false })
  latest.current.onSettled = onSettled
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])

  const settle = (afterMs: number) => {
    clearTimeout(timer.current)
    if (latest.current.isComposing) return
    timer.current = setTimeout(() => latest.current.onSettled?.(latest.current.text), afterMs)
  }
  return {
    /** To be called at each change of the text. */
    typed: (text: string) => {
      latest.current.text = text
      settle(TYPING_MS)
    },
    /** For Enter, or the clear button: without the pause. */
    settleNow: () => settle(0),
    /** Props for the element: the web reports compositions, the mini-program passes finished text. */
    composition: {
      onCompositionStart: () => {
        latest.current.isComposing = true
        clearTimeout(timer.current)
      },
      onCompositionEnd: () => {
        latest.current.isComposing = false
        settle(TYPING_MS)
      },
    },
  }
}
