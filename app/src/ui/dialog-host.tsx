import { useRef } from 'react'
import { useQuestion } from './confirm'
import { Dialog } from './dialog'

/** Draws what `confirm` asks; stands once in the app on the web, once in each page of the mini-program. */
export function DialogHost() {
  const asked = useQuestion((state) => state.asked)
  // The words stay while the dialog goes.
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
