type Guard = { onBack: (isLeaving: boolean) => void }

/** Open layers that the browser's back button closes before it leaves the page; the last one is on top. */
const guards: Guard[] = []
/** Entries in the browser's history above the page's own: one for each open layer after `settle`. */
let entries = 0
/** The router's key of the page below the entries. */
let page: unknown
/** Navigations that wait until the history has only the page's own entry. */
const waiting: (() => void)[] = []
/**
 * The running step of the browser that we started. Meanwhile nothing is pushed. A new entry would come before an
 * earlier step back, and that step would then remove it.
 */
let underWay: 'step' | 'page' | undefined

/** A navigation that has not ended after this time no longer blocks the next. */
const PAGE_MS = 1000

// Listeners of the window run in the order of their registration. This one comes before the router's, which registers
// after all modules are loaded. So it can hide these steps from the router.
window.addEventListener('popstate', onPopState)

/**
 * While a layer is open, the back button closes it instead of leaving the page. `isLeaving` says that the page is left
 * anyway. Returns a function that removes the guard after the layer was closed in another way.
 */
export function guardBack(onBack: (isLeaving: boolean) => void): () => void {
  const guard = { onBack }
  guards.push(guard)
  settle()
  return () => {
    const at = guards.indexOf(guard)
    if (at < 0) return
    guards.splice(at, 1)
    // A layer that opens in the same tick takes over the entry of this one.
    queueMicrotask(settle)
  }
}

/**
 * Goes to another page. First open layers close, and their entries leave the browser's history. Until the new page is
 * open, no layer and no other navigation touches the history.
 */
export function leavePage(go: () => Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      // Converts a synchronous throw to a rejection.
      const gone = (async () => go())()
      gone.then(() => resolve(), reject)
      let timer: ReturnType<typeof setTimeout>
      const late = new Promise((giveUp) => {
        timer = setTimeout(giveUp, PAGE_MS)
      })
      const goOn = () => {
        clearTimeout(timer)
        underWay = undefined
        settle()
      }
      Promise.race([gone, late]).then(goOn, goOn)
    })
    settle()
  })
}

/**
 * Keeps the page in the history before it is left for a tab. The router replaces the page by the tab there, so the
 * back button would not lead back to it.
 *
 * @returns whether the back button leads there now
 */
export function rememberPlace(): boolean {
  // The same address again, which the router replaces.
  window.history.pushState(window.history.state, '')
  return true
}

/** Returns to the page kept below this tab, like the back button. */
export function returnToPlace(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true })
    window.history.back()
  })
}

/** Brings the browser's history to one entry for each open layer, and to none before a page is left. */
function settle(): void {
  if (underWay) return
  const needed = waiting.length > 0 ? 0 : guards.length
  while (entries < needed) addEntry()
  if (entries > needed) {
    underWay = 'step'
    window.history.go(needed - entries)
    return
  }
  const leave = waiting.shift()
  if (!leave) return
  underWay = 'page'
  closeAbove(0, true)
  leave()
}

/** Pushes the same address again; the router's part of the state stays the same. */
function addEntry(): void {
  page = keyOf(window.history.state)
  entries += 1
  window.history.pushState({ ...window.history.state, layers: entries }, '')
}

function onPopState(event: PopStateEvent): void {
  const isOurs = entries > 0 && keyOf(event.state) === page
  const isStep = underWay === 'step'
  entries = layersOf(event.state)
  page = keyOf(event.state)
  if (isStep) underWay = undefined
  if (isOurs) {
    event.stopImmediatePropagation()
    // A layer that opened during our own step has no entry yet.
    if (!isStep) closeAbove(entries, false)
    settle()
    return
  }
  // Another page, which the router must handle first. No layer of this page follows.
  if (underWay !== 'page') closeAbove(0, true)
  queueMicrotask(settle)
}

function closeAbove(count: number, isLeaving: boolean): void {
  for (const { onBack } of guards.splice(count).reverse()) onBack(isLeaving)
}

type EntryState = { key?: unknown; layers?: number } | null

/** The page that an entry belongs to. */
function keyOf(state: EntryState): unknown {
  return state?.key
}

/** How many layers were open when the entry was made, its own included. */
function layersOf(state: EntryState): number {
  return state?.layers ?? 0
}
