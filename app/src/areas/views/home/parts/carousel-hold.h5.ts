import type { FocusEvent } from 'react'

/** What pauses the carousel: a touch, the mouse over it, the focus inside it. */
export function holdHandlers(onHold: (held: boolean) => void): Record<string, unknown> {
  const hold = () => onHold(true)
  const release = () => onHold(false)
  return {
    onTouchStart: hold,
    onTouchEnd: release,
    onTouchCancel: release,
    onMouseEnter: hold,
    onMouseLeave: release,
    onFocus: hold,
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) release()
    },
  }
}
