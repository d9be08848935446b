import * as settings from '@paidang/api/areas/ground/message-settings'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/call'
import { readKey, useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'
import { useWrite } from '../../../platform/write'

/** Query key of the user's message settings and consents. */
const MESSAGE_SETTINGS_KEY = ['message-settings'] as const

/** The caller's quiet hours and consents. */
export function useMessageSettings(isEnabled = true) {
  return useRead(MESSAGE_SETTINGS_KEY, settings.readMessageSettings, {}, { isEnabled })
}

/** Saves other quiet hours, or none. */
export function useSaveQuiet() {
  return useWrite(settings.saveMessageSettings, {
    stale: [MESSAGE_SETTINGS_KEY],
    input: (body: Pick<settings.MessageSettings, 'quietFrom' | 'quietTo'>) => ({ body }),
  })
}

/** Sends the user's consents to the server; its answer is shown from then on. */
export function useSaveSubscriptions() {
  const userId = useUserId()
  const queryClient = useQueryClient()
  return async (accepted: settings.SubscriptionTemplate[]) => {
    if (accepted.length === 0) return
    const kept = await call(settings.saveSubscriptions, { body: { accepted } })
    queryClient.setQueryData(readKey(MESSAGE_SETTINGS_KEY, settings.readMessageSettings, userId, {}), kept)
  }
}
