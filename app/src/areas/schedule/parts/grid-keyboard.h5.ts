import type { KeyboardEvent } from 'react'
import { deedOfKey, type GridPlace, placeOf, placeText } from '../grid-keys'
import type { GridKeyboard } from './grid-keyboard-words'

/** Spread over the element with the role grid: keys move the focus from cell to cell, and do what they are for. */
export function gridKeyboard({ at, size, onDeed }: GridKeyboard): Record<string, unknown> {
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const cells = event.currentTarget
      const from = placeOfFocus(cells, event.target as HTMLElement, at)
      const deed = deedOfKey(event.key, event.shiftKey, from, size)
      if (!deed) return
      event.preventDefault()
      onDeed(deed, from)
      if (deed.kind === 'move' || deed.kind === 'extend') cellAt(cells, deed.to)?.focus()
    },
  }
}

/** A screen reader may put the focus on any cell. In a band, which is one cell, the column is the one it was entered by. */
function placeOfFocus(cells: HTMLElement, focused: HTMLElement, at: GridPlace): GridPlace {
  const place = placeOf(focused.dataset.i) ?? at
  const isInBand = place.row === at.row && !cells.querySelector(cellSelector(at))
  return isInBand ? at : place
}

function cellAt(cells: HTMLElement, { row, column }: GridPlace): HTMLElement | null {
  return (
    cells.querySelector<HTMLElement>(cellSelector({ row, column })) ??
    cells.querySelector<HTMLElement>(cellSelector({ row, column: 0 }))
  )
}

function cellSelector(place: GridPlace): string {
  return `[role="gridcell"][data-i="${placeText(place)}"]`
}
