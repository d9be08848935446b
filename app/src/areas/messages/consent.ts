import type { MessageSettings, SubscriptionTemplate } from '@paidang/api/areas/message-settings'
import { useRef } from 'react'
import { askToSubscribe, HAS_SUBSCRIBE } from '../../platform/subscribe'
import type { SubscribeEnd } from '../../platform/subscribe-words'
import { useKeepSubscriptions, useMessageSettings } from './message-settings-data'

/**
 * Has WeChat ask for messages of these templates, from inside a tap; nothing waits for the answer, and none that fails is
 * told: what the tap was for is more important. Quiet where there is no WeChat, no template, or an answer is still awaited.
 */
export function useConsent(...keys: SubscriptionTemplate[]): () => void {
  const { data } = useMessageSettings(HAS_SUBSCRIBE)
  const ask = useAskFor(data?.templates ?? [])
  return () => {
    ask(keys).catch(() => undefined)
  }
}

/** Asks for some of these templates, and keeps what was agreed to; one question at a time. Rejects when that is not kept. */
export function useAskFor(
  templates: MessageSettings['templates'],
): (keys: readonly SubscriptionTemplate[]) => Promise<SubscribeEnd> {
  const keep = useKeepSubscriptions()
  const isAsking = useRef(false)
  return async (keys) => {
    const wanted = templates.filter(({ key, templateId }) => templateId !== null && keys.includes(key))
    if (!HAS_SUBSCRIBE || wanted.length === 0 || isAsking.current) return { acceptedIds: [] }
    isAsking.current = true
    try {
      const end = await askToSubscribe(wanted.map(({ templateId }) => templateId ?? ''))
      const { acceptedIds } = end
      await keep(wanted.filter(({ templateId }) => acceptedIds.includes(templateId ?? '')).map(({ key }) => key))
      return end
    } finally {
      isAsking.current = false
    }
  }
}
