import type { KeyboardEvent } from 'react'
import { actionOfKey, type GridPlace, placeOf, placeText } from '../grid-keys'
import type { GridKeyboard } from './grid-keyboard-types'

/** Returns the props for the element with the role grid. Keys move the focus between cells and run their actions. */
export function gridKeyboard({ at, size, onAction }: GridKeyboard): Record<string, unknown> {
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const cells = event.currentTarget
      const from = placeOfFocus(cells, event.target as HTMLElement, at)
      const action = actionOfKey(event.key, event.shiftKey, from, size)
      if (!action) return
      event.preventDefault()
      onAction(action, from)
      if (action.kind === 'move' || action.kind === 'extend') cellAt(cells, action.to)?.focus()
    },
  }
}

/**
 * A screen reader may focus any cell. In a band, which is one cell, the column is the one from which it was entered.
 */
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
