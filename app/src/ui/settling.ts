import { useEffect, useRef } from 'react'

/** So long nothing more is typed before what was typed counts. */
const TYPING_MS = 300

/** Hands a typed text on once nothing more was typed for a moment, and never in the middle of a Chinese composition. */
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
    /** Each change of the text. */
    typed: (text: string) => {
      latest.current.text = text
      settle(TYPING_MS)
    },
    /** Enter, or the cross: nothing to wait for. */
    settleNow: () => settle(0),
    /** For the element: the web tells of compositions, the mini-program hands over finished text. */
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
