import { create } from 'zustand'

/** Whether the code of a page could not be loaded, twice. */
export const useChunkFailure = create<{ failed: boolean }>(() => ({ failed: false }))

/**
 * Retries a code chunk of a page that failed to load. If that fails too, the app says so and offers a reload. Call it
 * before the router starts. Source: specification §8 "Page-chunk loading failures".
 */
export function watchChunks(): void {
  if (typeof __webpack_require__ === 'undefined') return
  const load = __webpack_require__.e
  __webpack_require__.e = (chunkId) =>
    load(chunkId)
      .catch(() => load(chunkId))
      .catch((error) => {
        useChunkFailure.setState({ failed: true })
        throw error
      })
}
