import { useRef } from 'react'

type Mutate<Input> = (input: Input, options: { onSettled: () => void }) => void

/**
 * Returns a function that starts a mutation unless an earlier one still runs. The second of two quick presses does
 * nothing.
 */
export function useOneAtATime(): <Input>(mutate: Mutate<Input>, input: Input) => void {
  const isRunning = useRef(false)
  return (mutate, input) => {
    if (isRunning.current) return
    isRunning.current = true
    mutate(input, {
      onSettled() {
        isRunning.current = false
      },
    })
  }
}
