/**
 * The index of the visible slide among `count`, each `width` wide; between two it is the nearest one. 0 without a
 * layout.
 */
export function slideAt(scrollLeft: number, width: number, count: number): number {
  if (width <= 0 || count <= 0) return 0
  return Math.min(count - 1, Math.max(0, Math.round(scrollLeft / width)))
}

/** The index after this one; the first follows the last. */
export function slideAfter(index: number, count: number): number {
  return count > 0 ? (index + 1) % count : 0
}
