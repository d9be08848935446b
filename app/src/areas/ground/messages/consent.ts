import type { MessageSettings, SubscriptionTemplate } from '@paidang/api/areas/ground/message-settings'
import { useRef } from 'react'
import { askToSubscribe, HAS_SUBSCRIBE, type SubscribeEnd } from '../../../platform/subscribe'
import { useMessageSettings, useSaveSubscriptions } from './message-settings-data'

/** The hints for a dialog that WeChat did not show. */
export const OBSTACLE_LABELS: Record<NonNullable<SubscribeEnd['obstacle']>, string> = {
  off: '订阅消息已关闭，请在小程序右上角“设置”里打开',
  banned: '该提醒暂时不能订阅',
  failed: '没有订阅成功，请重试',
}

/**
 * Asks WeChat for consent to these templates, within a press. The press does not wait for the answer, and failures are
 * not shown: its main action is more important. Does nothing without WeChat, without a template, or while an answer is
 * pending.
 */
export function useConsent(...keys: SubscriptionTemplate[]): () => void {
  const { data } = useMessageSettings(HAS_SUBSCRIBE)
  const ask = useRequestConsent(data?.templates ?? [])
  return () => {
    ask(keys).catch(() => undefined)
  }
}

/** Asks for some of these templates, and saves the consents; one dialog at a time. Rejects when the saving fails. */
export function useRequestConsent(
  templates: MessageSettings['templates'],
): (keys: readonly SubscriptionTemplate[]) => Promise<SubscribeEnd> {
  const keep = useSaveSubscriptions()
  const isAsking = useRef(false)
  return async (keys) => {
    const requested = templates.filter(({ key, templateId }) => templateId !== null && keys.includes(key))
    if (!HAS_SUBSCRIBE || requested.length === 0 || isAsking.current) return { acceptedIds: [] }
    isAsking.current = true
    try {
      const end = await askToSubscribe(requested.map(({ templateId }) => templateId ?? ''))
      const { acceptedIds } = end
      await keep(requested.filter(({ templateId }) => acceptedIds.includes(templateId ?? '')).map(({ key }) => key))
      return end
    } finally {
      isAsking.current = false
    }
  }
}
