type Guard = { onBack: (isLeaving: boolean) => void }

/** Open layers that the browser's back button closes before it leaves the page; the last is on top. */
const guards: Guard[] = []
/** Entries in the browser's history over the page's own: one for each open layer, once `settle` has seen to it. */
let entries = 0
/** The key that the router gave to the page on which the entries lie. */
let page: unknown
/** Ways to other pages that wait for the history to be the page's own again. */
const waiting: (() => void)[] = []
/**
 * What the browser is doing for us and has not done yet. Meanwhile nothing is pushed: it would come before a step back
 * that was asked for earlier, and the step would then take away what it was not meant for.
 */
let underWay: 'step' | 'page' | undefined

/** A way to another page that has not ended by then no longer holds up the next. */
const PAGE_MS = 1000

// Listeners of the window hear in the order in which they came: this one stands before the router's, which is made after
// all modules are loaded, and can keep these steps from it.
window.addEventListener('popstate', onPopState)

/**
 * While a layer is open, the back button closes it instead of leaving the page; `isLeaving` says that the page is being left
 * nevertheless. Answers the function that takes the guard away again when the layer is closed in another way.
 */
export function guardBack(onBack: (isLeaving: boolean) => void): () => void {
  const guard = { onBack }
  guards.push(guard)
  settle()
  return () => {
    const at = guards.indexOf(guard)
    if (at < 0) return
    guards.splice(at, 1)
    // A layer that opens in the same breath takes over the entry of this one.
    queueMicrotask(settle)
  }
}

/**
 * Goes to another page: open layers close, their entries leave the browser's history, and only then it goes. Until it is
 * there, no layer and no other way touches the history.
 */
export function leavePage(go: () => Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    waiting.push(() => {
      // As a promise of ours: what throws at once is a refusal like any other.
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
export function returnToPlace(): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('popstate', () => resolve(), { once: true })
    window.history.back()
  })
}

/** Brings the browser's history to one entry for each open layer, and to none before a page is left. */
function settle(): void {
  if (underWay) return
  const wanted = waiting.length > 0 ? 0 : guards.length
  while (entries < wanted) addEntry()
  if (entries > wanted) {
    underWay = 'step'
    window.history.go(wanted - entries)
    return
  }
  const leave = waiting.shift()
  if (!leave) return
  underWay = 'page'
  closeAbove(0, true)
  leave()
}

/** The same address once more: the router's own part of the state stays the same. */
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
  // Another page, which the router has to hear of first: no layer of this one goes with it.
  if (underWay !== 'page') closeAbove(0, true)
  queueMicrotask(settle)
}

function closeAbove(count: number, isLeaving: boolean): void {
  for (const { onBack } of guards.splice(count).reverse()) onBack(isLeaving)
}

type EntryState = { key?: unknown; layers?: number } | null

/** Which page an entry belongs to. */
function keyOf(state: EntryState): unknown {
  return state?.key
}

/** How many layers lay over the page when the entry was made, its own included. */
function layersOf(state: EntryState): number {
  return state?.layers ?? 0
}
