import { onTestFinished, vi } from 'vitest'

/** In pixels. */
export const ROW_HEIGHT = 40

/** Simulates the layout of table rows, which jsdom lacks: one below the other, with their content in the same place. */
export function layOutRows(): void {
  const spy = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('tbody tr[data-row-key]')
    const place = row ? [...document.querySelectorAll('tbody tr[data-row-key]')].indexOf(row) : 0
    return new DOMRect(0, place * ROW_HEIGHT, 800, ROW_HEIGHT)
  })
  onTestFinished(() => spy.mockRestore())
}
