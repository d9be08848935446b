/** WeChat's back gesture always leaves the page: there is nothing to guard. */
export function guardBack(_onBack: () => void): () => void {
  return () => undefined
}

/** Nothing to leave, as above. */
export async function leaveGuards(): Promise<void> {
  // Nothing to leave.
}

/** WeChat keeps no page below a tab. */
export function keepPlace(): boolean {
  return false
}

/** There is no such place, as above. */
export function returnToPlace(): void {
  throw new Error('no page is kept below a tab')
}
