/** WeChat does not tell scripts; style sheets still hear of it. */
export function prefersStillness(): boolean {
  return false
}
