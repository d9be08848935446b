import { useDidShow } from '@tarojs/taro'
import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The present, moving on at each full minute and when the page comes back. Used low in the tree: only its user draws anew. */
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
  // A page in the background stands still.
  useDidShow(() => setNow(new Date()))
  return now
}
