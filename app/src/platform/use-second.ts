import { useEffect, useState } from 'react'
import { usePageShown } from './use-page-shown'

const SECOND_MS = 1000

/**
 * The present time, updated each second while the page is on top. Use it low in the tree, because its component
 * renders each second.
 */
export function useSecond(): Date {
  const isShown = usePageShown()
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!isShown) return
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), SECOND_MS)
    return () => clearInterval(timer)
  }, [isShown])
  return now
}
