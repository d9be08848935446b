import { useEffect, useState } from 'react'
import { usePageShown } from './use-page-shown'

/** Whether an instant has passed. Updates by itself, and again when the page returns to the front. */
export function usePast(at: string): boolean {
  const isShown = usePageShown()
  const [past, setPast] = useState(() => leftMs(at) <= 0)
  useEffect(() => {
    if (!isShown) return
    const left = leftMs(at)
    setPast(left <= 0)
    if (left <= 0) return
    const timer = setTimeout(() => setPast(true), left)
    return () => clearTimeout(timer)
  }, [at, isShown])
  return past
}

function leftMs(at: string): number {
  return new Date(at).getTime() - Date.now()
}
