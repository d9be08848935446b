import { useDidShow } from '@tarojs/taro'
import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/**
 * The present time, updated at each full minute and when the page returns to the front. Use it low in the tree,
 * because its component renders each time.
 */
export function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(
        () => {
          setNow(new Date())
          wait()
        },
        MINUTE_MS - (Date.now() % MINUTE_MS),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [])
  // A page in the background does not update.
  useDidShow(() => setNow(new Date()))
  return now
}
