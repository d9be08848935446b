/** Does nothing: WeChat's back gesture always leaves the page. */
export function guardBack(_onBack: (isLeaving: boolean) => void): () => void {
  return () => undefined
}

/** Navigates directly, since there are no layers in the history. */
export async function leavePage(go: () => Promise<unknown>): Promise<void> {
  await go()
}

/** Returns false: WeChat keeps no page below a tab. */
export function rememberPlace(): boolean {
  return false
}

/** Does nothing, for the same reason. */
export async function returnToPlace(): Promise<void> {
  throw new Error('no page is kept below a tab')
}
