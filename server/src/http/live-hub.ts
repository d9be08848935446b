import { LIVE_MEMORY_MS, LIVE_PATIENCE_MS } from '@paidang/api/live'

/** One watched topic of one connection: what it hears of the change feed, and how it is told. */
export type Watch = {
  feedTopics: readonly string[]
  tell(): void
}

/** Who is to be told of which change. Changes are gathered for a moment, so that a transaction of many is told once. */
export type LiveHub = {
  add(watch: Watch): void
  remove(watch: Watch): void
  /** A topic of the change feed changed. */
  changed(feedTopic: string): void
  /** Changes may have been missed: what was before is unknown from now on. */
  lostTrack(): void
  /** Whether one of these changed since then, by `performance.now()`; undefined where the memory does not reach so far. */
  hasChanged(feedTopics: readonly string[], sinceMs: number): boolean | undefined
  close(): void
}

/** For so long after a change it is remembered. */
const KEPT_MS = LIVE_MEMORY_MS + 2 * LIVE_PATIENCE_MS

/** The watches of one process. @param gatherMs for how long changes are gathered */
export function createLiveHub(gatherMs: number): LiveHub {
  /** The last change of each topic, the oldest first. */
  const lastChanges = new Map<string, number>()
  let knownFrom = performance.now()
  const remember = (feedTopic: string) => {
    const now = performance.now()
    lastChanges.delete(feedTopic)
    lastChanges.set(feedTopic, now)
    for (const [oldest, at] of lastChanges) {
      if (now - at <= KEPT_MS) break
      lastChanges.delete(oldest)
    }
  }
  const byFeedTopic = new Map<string, Set<Watch>>()
  const due = new Set<Watch>()
  let timer: NodeJS.Timeout | undefined

  const tellAll = () => {
    timer = undefined
    const watches = [...due]
    due.clear()
    for (const watch of watches) watch.tell()
  }

  return {
    add(watch) {
      for (const topic of watch.feedTopics) {
        const watches = byFeedTopic.get(topic)
        if (watches) watches.add(watch)
        else byFeedTopic.set(topic, new Set([watch]))
      }
    },

    remove(watch) {
      due.delete(watch)
      for (const topic of watch.feedTopics) {
        const watches = byFeedTopic.get(topic)
        watches?.delete(watch)
        if (watches?.size === 0) byFeedTopic.delete(topic)
      }
    },

    changed(feedTopic) {
      remember(feedTopic)
      const watches = byFeedTopic.get(feedTopic)
      if (!watches) return
      for (const watch of watches) due.add(watch)
      timer ??= setTimeout(tellAll, gatherMs)
    },

    lostTrack() {
      lastChanges.clear()
      knownFrom = performance.now()
    },

    hasChanged(feedTopics, sinceMs) {
      if (sinceMs < knownFrom) return undefined
      return feedTopics.some((topic) => (lastChanges.get(topic) ?? 0) >= sinceMs)
    },

    close() {
      clearTimeout(timer)
      due.clear()
    },
  }
}
