import type { KeyboardCoordinateGetter } from '@dnd-kit/core'

/** The arrow keys move a dragged row from row to row, in the order of `ids`, instead of by pixels. */
export function byRows(ids: readonly string[]): KeyboardCoordinateGetter {
  return (event, { currentCoordinates, context: { droppableRects, over, collisionRect } }) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.code]
    if (step === undefined) return undefined
    event.preventDefault()
    const next = ids[ids.indexOf(String(over?.id)) + step]
    const rect = next === undefined ? undefined : droppableRects.get(next)
    if (!rect || !collisionRect) return undefined
    // Aligned to the middle of the row, by which the nearest one is found.
    return { x: currentCoordinates.x, y: rect.top + (rect.height - collisionRect.height) / 2 }
  }
}
