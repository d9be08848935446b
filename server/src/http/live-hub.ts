import { LIVE_MEMORY_MS, LIVE_PATIENCE_MS } from '@paidang/api/live'

/** One watched topic of one connection: its topics in the change feed, and how to notify the client. */
export type Watch = {
  feedTopics: readonly string[]
  notify(): void
}

/**
 * Distributes changes to the watches. Changes are collected for a moment, so one transaction gives one notification.
 */
export type LiveHub = {
  add(watch: Watch): void
  remove(watch: Watch): void
  /** Call when a topic of the change feed has changed. */
  changed(feedTopic: string): void
  /** Call when changes may have been missed. Earlier changes are unknown from now on. */
  lostTrack(): void
  /** Whether one of these topics changed since then, by `performance.now()`. Undefined for times before the memory. */
  hasChanged(feedTopics: readonly string[], sinceMs: number): boolean | undefined
  close(): void
}

/** A change is remembered for this long. */
const KEPT_MS = LIVE_MEMORY_MS + 2 * LIVE_PATIENCE_MS

/** Creates the hub of one process. @param gatherMs for how long changes are collected */
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

  const notifyListeners = () => {
    timer = undefined
    const watches = [...due]
    due.clear()
    for (const watch of watches) watch.notify()
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
      timer ??= setTimeout(notifyListeners, gatherMs)
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
