import type { LiveClientMessage, LiveServerMessage, LiveTopic } from '@paidang/api/live'
import { liveTopicKey } from '@paidang/api/live'
import { vi } from 'vitest'
import type { ChangedMessage } from '../platform/live-client'

/**
 * The server side of the live connection, for tests: it accepts every session and every topic. Its file opens no other
 * connection: one that never answers would be waited for first.
 *
 * @param news the topics that changed before the watch; without it that is unknown
 */
export function serveLive(news?: LiveTopic[]) {
  let watched: readonly LiveTopic[] = []
  let notify: (message: LiveServerMessage) => void = () => undefined
  vi.stubGlobal(
    'WebSocket',
    class {
      onopen = () => undefined
      onmessage = (_event: { data: string }) => undefined
      constructor() {
        notify = (message) => this.onmessage({ data: JSON.stringify(message) })
        setTimeout(() => this.onopen())
      }
      send(text: string) {
        const message = JSON.parse(text) as LiveClientMessage
        if (message.type === 'hello') return notify({ type: 'welcome' })
        watched = message.topics
        notify({ type: 'watching', topics: message.topics, ...(news && { news }) })
      }
      close = () => undefined
    },
  )
  return {
    /** The topics that the screen watches, as texts. */
    watched: () => watched.map(liveTopicKey),
    /** Reports a change from another device; of a grid also with what it is now. */
    changed: (topic: LiveTopic, grid?: ChangedMessage['grid']) =>
      notify({ type: 'changed', topic, ...(grid && { grid }) }),
  }
}
