/** Which of `count` slides, each `width` wide, is in view; the nearest one while between two. 0 where nothing can be measured. */
export function slideAt(scrollLeft: number, width: number, count: number): number {
  if (width <= 0 || count <= 0) return 0
  return Math.min(count - 1, Math.max(0, Math.round(scrollLeft / width)))
}

/** The slide after this one; the first follows the last. */
export function slideAfter(index: number, count: number): number {
  return count > 0 ? (index + 1) % count : 0
}
