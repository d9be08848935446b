import * as settings from '@paidang/api/areas/message-settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'

/** Query key of the user's message settings and consents. */
const MESSAGE_SETTINGS_KEY = ['message-settings'] as const

/** The caller's quiet hours and consents. */
export function useMessageSettings(isEnabled = true) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...MESSAGE_SETTINGS_KEY, userId],
    queryFn: ({ signal }) => call(settings.readMessageSettings, {}, { signal }),
    enabled: isEnabled && userId !== null,
  })
  const { outcome } = settings.readMessageSettings
  return { ...query, cause: query.isError ? failureText(outcome, query.error) : undefined }
}

/** Saves other quiet hours, or none. */
export function useSaveQuiet() {
  return useAction({
    endpoint: settings.saveMessageSettings,
    stale: [MESSAGE_SETTINGS_KEY],
    run: (body: Pick<settings.MessageSettings, 'quietFrom' | 'quietTo'>, idempotencyKey) =>
      call(settings.saveMessageSettings, { body }, { idempotencyKey }),
  })
}

/** Sends the user's consents to the server; its answer is shown from then on. */
export function useSaveSubscriptions() {
  const userId = useUserId()
  const queryClient = useQueryClient()
  return async (accepted: settings.SubscriptionTemplate[]) => {
    if (accepted.length === 0) return
    const kept = await call(settings.saveSubscriptions, { body: { accepted } })
    queryClient.setQueryData([...MESSAGE_SETTINGS_KEY, userId], kept)
  }
}
