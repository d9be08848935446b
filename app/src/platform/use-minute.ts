import { type Day, dayOf } from '@paidang/domain/kernel/day'
import { useDidShow } from '@tarojs/taro'
import { useEffect, useMemo, useState } from 'react'
import { usePageShown } from './use-page-shown'

const MINUTE_MS = 60_000

/**
 * The present time, of each render. It renders at each full minute, and when the page returns to the front. Use it low
 * in the tree.
 */
export function useMinute(): Date {
  return useClock(presentTime)
}

/** The full minute that has begun: the same object until the next, for a grid that is worked out of it. */
export function useFullMinute(): Date {
  const begin = useClock(fullMinute)
  return useMemo(() => new Date(begin), [begin])
}

/** The present day, updated as `useMinute` is. A component that needs no more renders once a day. */
export function useToday(): Day {
  return useClock(presentDay)
}

const presentTime = () => new Date()
const presentDay = () => dayOf(new Date())
const fullMinute = () => Date.now() - (Date.now() % MINUTE_MS)

/** What is read of the clock. A render with newer data reads it anew, so that the data is never ahead of it. */
function useClock<T extends Date | Day | number>(read: () => T): T {
  const [, setDrawn] = useState(read)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(
        () => {
          setDrawn(read())
          wait()
        },
        MINUTE_MS - (Date.now() % MINUTE_MS),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [read])
  // A page in the background does not update.
  useDidShow(() => setDrawn(read()))
  return read()
}

const SECOND_MS = 1000

/** The present time, of each render. It renders each second while the page is on top. Use it low in the tree. */
export function useSecond(): Date {
  const isShown = usePageShown()
  const [, setDrawn] = useState(presentTime)
  useEffect(() => {
    if (!isShown) return
    setDrawn(presentTime())
    const timer = setInterval(() => setDrawn(presentTime()), SECOND_MS)
    return () => clearInterval(timer)
  }, [isShown])
  return presentTime()
}

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
