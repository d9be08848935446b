import { LIVE_MEMORY_MS, LIVE_PATIENCE_MS } from '@paidang/api/live'

/** A message that is the same for all watches with this key. */
type SharedMessage = {
  key: string
  /** After a change of one of these the watch is notified without it. */
  ownTopics: readonly string[]
  read(): Promise<Buffer>
}

/** One watched topic of one connection: its topics in the change feed, and how to notify the client. */
export type Watch = {
  feedTopics: readonly string[]
  shared?: SharedMessage | undefined
  /** Without a message the client reads by itself. */
  notify(message?: Buffer): void
}

/**
 * Distributes changes to the watches. Changes are collected for a moment, so one transaction gives one notification. A
 * shared message is read once for all, and later ones are sent later.
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
  const changedTopics = new Set<string>()
  /** The watches that wait for their shared message, by its key. */
  const reading = new Map<string, Set<Watch>>()
  let timer: NodeJS.Timeout | undefined

  const gather = (watch: Watch) => {
    due.add(watch)
    timer ??= setTimeout(notifyListeners, gatherMs)
  }
  const stopWaiting = (watch: Watch) => watch.shared && reading.get(watch.shared.key)?.delete(watch)

  const notifyListeners = () => {
    timer = undefined
    const [watches, topics] = [[...due], new Set(changedTopics)]
    due.clear()
    changedTopics.clear()
    const groups = new Map<SharedMessage['key'], Set<Watch>>()
    for (const watch of watches) {
      const { shared } = watch
      if (!shared || shared.ownTopics.some((topic) => topics.has(topic))) {
        // What it waits for may be older than what it reads now.
        stopWaiting(watch)
        watch.notify()
      } else if (reading.has(shared.key)) {
        // What is being read may be from before this change.
        gather(watch)
      } else groups.set(shared.key, (groups.get(shared.key) ?? new Set()).add(watch))
    }
    for (const [key, group] of groups) void readAndSend(key, group)
  }

  const readAndSend = async (key: string, group: Set<Watch>) => {
    const [first] = group
    reading.set(key, group)
    // Where it cannot be read, each client learns the reason by its own call.
    const message = await first?.shared?.read().catch(() => undefined)
    reading.delete(key)
    for (const watch of group) watch.notify(message)
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
      stopWaiting(watch)
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
      changedTopics.add(feedTopic)
      for (const watch of watches) gather(watch)
    },

    lostTrack() {
      lastChanges.clear()
      knownFrom = performance.now()
      // What is being read may be from before a change that was missed.
      for (const group of reading.values()) group.clear()
    },

    hasChanged(feedTopics, sinceMs) {
      if (sinceMs < knownFrom) return undefined
      return feedTopics.some((topic) => (lastChanges.get(topic) ?? 0) >= sinceMs)
    },

    close() {
      clearTimeout(timer)
      due.clear()
      for (const group of reading.values()) group.clear()
    },
  }
}
