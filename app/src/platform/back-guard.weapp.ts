/** WeChat's back gesture always leaves the page: there is nothing to guard. */
export function guardBack(_onBack: (isLeaving: boolean) => void): () => void {
  return () => undefined
}

/** Nothing to leave first, as above. */
export async function leavePage(go: () => Promise<unknown>): Promise<void> {
  await go()
}

/** WeChat keeps no page below a tab. */
export function keepPlace(): boolean {
  return false
}

/** There is no such place, as above. */
export async function returnToPlace(): Promise<void> {
  throw new Error('no page is kept below a tab')
}
