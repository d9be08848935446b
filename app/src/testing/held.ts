/**
 * Holds back an answer of the server until the test releases it. Everything done meanwhile comes first, on slow
 * machines too.
 */
export function held(): { released: Promise<void>; release: () => void } {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release }
}
