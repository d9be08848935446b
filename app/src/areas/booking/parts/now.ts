import { useEffect, useState } from 'react'

const TICK_MS = 30_000

/** The time, moving on every 30 s while the page is on top, so that half-hours pass as they do. */
export function useNow(isLive: boolean): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!isLive) return
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), TICK_MS)
    return () => clearInterval(timer)
  }, [isLive])
  return now
}
