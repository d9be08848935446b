import { useEffect, useState } from 'react'

/** So long nothing more is typed before the search goes out. */
const TYPING_MS = 300

/** A text as it is once typing has paused. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
