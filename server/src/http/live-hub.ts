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
  close(): void
}

/** The watches of one process. @param gatherMs for how long changes are gathered */
export function createLiveHub(gatherMs: number): LiveHub {
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
      const watches = byFeedTopic.get(feedTopic)
      if (!watches) return
      for (const watch of watches) due.add(watch)
      timer ??= setTimeout(tellAll, gatherMs)
    },

    close() {
      clearTimeout(timer)
      due.clear()
    },
  }
}
