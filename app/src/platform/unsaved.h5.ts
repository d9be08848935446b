import { useEffect, useRef } from 'react'
import { guardBack } from './back-guard'
import { askBeforeLeaving, back, type LeaveQuestion } from './navigate'
import { usePageShown } from './use-page-shown'

/**
 * Asks before a page with unsaved input is left: by its arrow, the browser's back button, or a tab. Returns a function
 * that ends this at once, for use after saving.
 */
export function useUnsaved(isUnsaved: boolean, question: LeaveQuestion): () => void {
  const isShown = usePageShown()
  const ask = useRef(question)
  ask.current = question
  const end = useRef<() => void>(() => undefined)
  useEffect(() => {
    if (!isUnsaved || !isShown) return
    const takeAway = askBeforeLeaving(() => ask.current())
    let unguard: () => void = () => undefined
    let isOver = false
    const guard = () => {
      unguard = guardBack(async (isLeaving) => {
        if (isLeaving) return
        if (await ask.current()) {
          end.current()
          await back()
        } else if (!isOver) guard()
      })
    }
    guard()
    end.current = () => {
      isOver = true
      takeAway()
      unguard()
    }
    return () => end.current()
  }, [isUnsaved, isShown])
  return () => end.current()
}
