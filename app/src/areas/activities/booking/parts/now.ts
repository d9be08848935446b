import { useEffect, useState } from 'react'

const TICK_MS = 30_000

/** Returns the time. It advances every 30 s while the page is on top, so that past half-hours are closed. */
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
