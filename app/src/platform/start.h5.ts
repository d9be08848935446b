import { create } from 'zustand'

/** How long the app waits before it loads the code of a page again, in milliseconds. A busy server gets time. */
const RETRY_DELAYS_MS = [500, 1500, 4500]

/** Whether the code of a page could not be loaded, after every retry. */
export const useChunkFailure = create<{ failed: boolean }>(() => ({ failed: false }))

/** What the web needs before its router loads the first page. */
export function startPlatform(): void {
  watchChunks()
}

/**
 * Retries a code chunk of a page, scripts and styles, that failed to load, with growing delays. If all fail, the app
 * says so and offers a reload and a way home. Source: specification §8 "Page-chunk loading failures".
 */
export function watchChunks(): void {
  if (typeof __webpack_require__ === 'undefined') return
  const load = __webpack_require__.e
  __webpack_require__.e = async (chunkId) => {
    for (const delayMs of RETRY_DELAYS_MS) {
      try {
        return await load(chunkId)
      } catch {
        await new Promise((resolve) => setTimeout(resolve, delayMs))
      }
    }
    try {
      return await load(chunkId)
    } catch (error) {
      useChunkFailure.setState({ failed: true })
      throw error
    }
  }
}
