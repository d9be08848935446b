/** Holds an answer of the server back until the test lets it go: what is done meanwhile comes before it, however slowly. */
export function held(): { released: Promise<void>; release: () => void } {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release }
}
