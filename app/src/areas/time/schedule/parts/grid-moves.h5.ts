import { type KeyboardEvent, useId, useLayoutEffect } from 'react'
import { actionOfKey, type GridAction, type GridPlace, type GridSize, placeOf, placeText } from '../grid-keys'

/** The last focused place, the size of the grid, and the handler for a key's action at a place. */
export type GridKeyboard = { at: GridPlace; size: GridSize; onAction: (action: GridAction, from: GridPlace) => void }

/** A cell to bring into view. A new object scrolls again, even for the same cell. */
export type GridTarget = { row: number; column: number }

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

/** Returns the props of the scroll view that bring a cell into view at each new target. */
export function useGridScroll(target: GridTarget | undefined): Record<string, unknown> {
  const id = useId()
  useLayoutEffect(() => {
    const box = document.getElementById(id)
    if (!box || !target) return
    const row = box.querySelector<HTMLElement>(`[data-row="${target.row}"]`)
    if (!row) return
    const head = box.querySelector<HTMLElement>('[data-head]')
    const cell = row.querySelector<HTMLElement>(`[role="gridcell"][data-i="${placeText(target)}"]`)
    const inBox = (element: HTMLElement) => {
      const [outer, inner] = [box.getBoundingClientRect(), element.getBoundingClientRect()]
      return { top: inner.top - outer.top + box.scrollTop, left: inner.left - outer.left + box.scrollLeft }
    }
    // The row before it stays in view, below the head.
    const top = inBox(row).top - (head?.offsetHeight ?? 0) - row.offsetHeight
    box.scrollTo({ top: Math.max(0, top), left: cell ? leftFor(box, cell, inBox(cell).left) : box.scrollLeft })
  }, [id, target])
  return { id }
}

/** Scrolls sideways only when the court is not fully in view. The court is then in the middle. */
function leftFor(box: HTMLElement, cell: HTMLElement, left: number): number {
  const times = box.querySelector<HTMLElement>('[data-times]')?.offsetWidth ?? 0
  const isInView = left >= box.scrollLeft + times && left + cell.offsetWidth <= box.scrollLeft + box.clientWidth
  return isInView ? box.scrollLeft : Math.max(0, left - (box.clientWidth - cell.offsetWidth) / 2)
}
