import { useRef } from 'react'
import { useQuestion } from './confirm'
import { Dialog } from './dialog'

/**
 * Shows the questions of `confirm`. It exists once in the app on the web, and once in each page of the mini-program.
 */
export function DialogHost() {
  const asked = useQuestion((state) => state.asked)
  // The text stays while the dialog closes.
  const last = useRef(asked)
  if (asked) last.current = asked
  const shown = last.current
  if (!shown) return null
  return (
    <Dialog
      {...shown}
      open={asked !== null}
      onConfirm={() => shown.answer(true)}
      onCancel={() => shown.answer(false)}
    />
  )
}
