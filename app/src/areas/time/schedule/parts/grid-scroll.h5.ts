import { useId, useLayoutEffect } from 'react'
import { placeText } from '../grid-keys'
import type { GridTarget } from './grid-keyboard-types'

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
