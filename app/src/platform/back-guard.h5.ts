type Guard = { onBack: () => void }

/** Open layers that the browser's back button closes before it leaves the page; the last is on top. */
const guards: Guard[] = []
/** Steps back that we take ourselves, and whom to tell when the browser has taken them. */
const ownSteps: (() => void)[] = []
let lastStep: Promise<void> = Promise.resolve()

// Listeners of the window hear in the order in which they came: this one stands before the router's, which is made after
// all modules are loaded, and can keep these steps from it.
window.addEventListener('popstate', onPopState)

/**
 * While a layer is open, the back button closes it instead of leaving the page. Answers the function that takes the guard
 * away again when the layer is closed in another way.
 */
export function guardBack(onBack: () => void): () => void {
  const guard = { onBack }
  guards.push(guard)
  // The same address once more: the router's own index in the state stays the same.
  window.history.pushState(window.history.state, '')
  return () => {
    const at = guards.indexOf(guard)
    if (at < 0) return
    guards.splice(at, 1)
    lastStep = stepBack(1)
  }
}

/** Before going to another page: open layers leave no trace in the browser's history. */
export async function leaveGuards(): Promise<void> {
  const open = guards.splice(0)
  await lastStep
  if (open.length === 0) return
  lastStep = stepBack(open.length)
  await lastStep
  for (const { onBack } of open) onBack()
}

/**
 * Before a page is left for a tab: the router puts the tab in the page's place in the browser's history, and the back button
 * would not lead back to the page.
 *
 * @returns whether it leads there now
 */
export function keepPlace(): boolean {
  // The same address once more, for the router to replace.
  window.history.pushState(window.history.state, '')
  return true
}

/** To the page that was kept below this tab, as the back button would. */
export function returnToPlace(): void {
  window.history.back()
}

function stepBack(steps: number): Promise<void> {
  return new Promise((resolve) => {
    ownSteps.push(resolve)
    window.history.go(-steps)
  })
}

function onPopState(event: PopStateEvent): void {
  const done = ownSteps.shift()
  const guard = done ? undefined : guards.pop()
  if (!done && !guard) return
  event.stopImmediatePropagation()
  done?.()
  guard?.onBack()
}
