import type { LiveClientMessage, LiveServerMessage, LiveTopic } from '@paidang/api/live'
import { liveTopicKey } from '@paidang/api/live'
import { vi } from 'vitest'

/**
 * The server's end of the live connection, for tests: it welcomes everybody, and lets everything be watched.
 *
 * @param news what has changed before it is watched; without it that is not known
 */
export function serveLive(news?: LiveTopic[]) {
  let watched: readonly LiveTopic[] = []
  let tell: (message: LiveServerMessage) => void = () => undefined
  vi.stubGlobal(
    'WebSocket',
    class {
      onopen = () => undefined
      onmessage = (_event: { data: string }) => undefined
      constructor() {
        tell = (message) => this.onmessage({ data: JSON.stringify(message) })
        setTimeout(() => this.onopen())
      }
      send(text: string) {
        const message = JSON.parse(text) as LiveClientMessage
        if (message.type === 'hello') return tell({ type: 'welcome' })
        watched = message.topics
        tell({ type: 'watching', topics: message.topics, ...(news && { news }) })
      }
      close = () => undefined
    },
  )
  return {
    /** Which topics the screen watches, as texts. */
    watched: () => watched.map(liveTopicKey),
    /** Something changed on another device. */
    changed: (topic: LiveTopic) => tell({ type: 'changed', topic }),
  }
}
