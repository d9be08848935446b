/** The mini-program is laid out for phones, and its list leaves the page of a game to the sub-package. */
export function BallPane(_props: { id: string }) {
  return null
}
