import { useEffect, useState } from 'react'

/** How long (ms) typing must pause before the search starts. */
const TYPING_MS = 300

/** The text after typing has paused. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
