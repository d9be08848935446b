import { useEffect, useRef, useState } from 'react'
import { useDeleteMessage } from '../messages-data'

/** For so long a deletion can be undone. Source: design "消息". */
const UNDO_MS = 4000

/** Deletes after the time to undo has passed, or when the page is left. `deletedIds` are those whose time still runs, or whose call. */
export function useDelayedDelete() {
  const [deletedIds, setDeletedIds] = useState<readonly string[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  const { mutateAsync } = useDeleteMessage()
  const forget = (id: string) => setDeletedIds((ids) => ids.filter((one) => one !== id))

  const send = (id: string) => {
    timers.current.delete(id)
    // A failure has been told where the call is made; the message stands again then.
    mutateAsync(id).then(
      () => forget(id),
      () => forget(id),
    )
  }
  const latest = useRef(send)
  latest.current = send
  useEffect(() => {
    const waiting = timers.current
    return () => {
      for (const [id, timer] of waiting) {
        clearTimeout(timer)
        latest.current(id)
      }
    }
  }, [])

  return {
    deletedIds,
    remove(id: string) {
      if (timers.current.has(id)) return
      setDeletedIds((ids) => [...ids, id])
      timers.current.set(
        id,
        setTimeout(() => latest.current(id), UNDO_MS),
      )
    },
    undo(id: string) {
      clearTimeout(timers.current.get(id))
      // A call that is under way cannot be taken back.
      if (timers.current.delete(id)) forget(id)
    },
  }
}
