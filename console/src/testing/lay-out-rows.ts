import { onTestFinished, vi } from 'vitest'

/** Pixels. */
export const ROW_HEIGHT = 40

/** Says where the rows of a table stand, which is not laid out here: one below the other, what is in them likewise. */
export function layOutRows(): void {
  const spy = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.closest('tbody tr[data-row-key]')
    const place = row ? [...document.querySelectorAll('tbody tr[data-row-key]')].indexOf(row) : 0
    return new DOMRect(0, place * ROW_HEIGHT, 800, ROW_HEIGHT)
  })
  onTestFinished(() => spy.mockRestore())
}
