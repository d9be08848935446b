import { create } from 'zustand'

/** How long the app waits before it loads the code of a page again, in milliseconds. A busy server gets time. */
const RETRY_DELAYS_MS = [500, 1500, 4500]

/** After this the first screen is there, on slow networks too, and what else is fetched delays nothing. */
const SETTLED_MS = 3_000

/** Whether the code of a page could not be loaded, after every retry. */
export const useChunkFailure = create<{ failed: boolean }>(() => ({ failed: false }))

/** What the web needs before its router loads the first page. */
export function startPlatform(): void {
  watchChunks()
  if (process.env.NODE_ENV === 'production') addEventListener('load', () => setTimeout(keepApp, SETTLED_MS))
}

/** Keeps the app in the browser for the next visit. Browsers can not without https, unless the server is their own machine. */
async function keepApp(): Promise<void> {
  // Full storage or a lost network: the next visit starts from the network, and tries again.
  await navigator.serviceWorker?.register('/sw.js').catch(() => undefined)
}

/**
 * Loads the page again, from the network: what the browser keeps may be of files that are gone. Without a network it is all
 * that there is.
 */
export async function reloadAnew(): Promise<void> {
  const kept = navigator.onLine ? await navigator.serviceWorker?.getRegistration() : undefined
  await kept?.unregister()
  window.location.reload()
}

/** Whether the code of a page can come from nowhere now: there is no network, and the browser keeps no app yet. */
export const isCutOff = (): boolean => navigator.onLine === false && !navigator.serviceWorker?.controller

/**
 * Retries a code chunk of a page, scripts and styles, that failed to load, with growing delays. If all fail, the app
 * says so and offers a reload and a way home. Source: specification §8 "Page-chunk loading failures". Where a new build
 * has taken this one's place meanwhile, the page is loaded anew as one of that. Without a network nobody waits for the
 * retries, and the page is loaded once the network is back.
 */
export function watchChunks(): void {
  if (typeof __webpack_require__ === 'undefined') return
  let isReplaced = false
  navigator.serviceWorker?.addEventListener('controllerchange', () => {
    isReplaced = true
  })
  const load = __webpack_require__.e
  __webpack_require__.e = async (chunkId) => {
    for (const delayMs of RETRY_DELAYS_MS) {
      try {
        return await load(chunkId)
      } catch {
        if (isReplaced) window.location.reload()
        if (isCutOff()) break
        await new Promise((resolve) => setTimeout(resolve, delayMs))
      }
    }
    try {
      return await load(chunkId)
    } catch (error) {
      useChunkFailure.setState({ failed: true })
      if (isCutOff())
        addEventListener('online', () => useChunkFailure.getState().failed && reloadAnew(), { once: true })
      throw error
    }
  }
}
