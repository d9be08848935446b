/** Nothing in WeChat: it has a phone layout, and the page of a game is in the sub-package. */
export function BallPane(_props: { id: string }) {
  return null
}
