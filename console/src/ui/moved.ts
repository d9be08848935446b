/** The same items, one of them moved to another place; the items between shift. */
export function moved<Thing>(things: readonly Thing[], from: number, to: number): Thing[] {
  const others = things.filter((_, place) => place !== from)
  return [...others.slice(0, to), ...things.slice(from, from + 1), ...others.slice(to)]
}
