import { useRef } from 'react'

type Mutate<Wanted> = (wanted: Wanted, options: { onSettled: () => void }) => void

/** Answers what starts a mutation unless one that it started still runs: the second of two quick presses does nothing. */
export function useOneAtATime(): <Wanted>(mutate: Mutate<Wanted>, wanted: Wanted) => void {
  const isRunning = useRef(false)
  return (mutate, wanted) => {
    if (isRunning.current) return
    isRunning.current = true
    mutate(wanted, {
      onSettled() {
        isRunning.current = false
      },
    })
  }
}
