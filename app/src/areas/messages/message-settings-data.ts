import * as settings from '@paidang/api/areas/message-settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { useUserId } from '../../platform/session'
import { failureText } from '../../platform/toast'
import { useDeed } from '../../platform/use-deed'

/** Under this key lies what the person set of his messages, and what he agreed to. */
const MESSAGE_SETTINGS_KEY = ['message-settings'] as const

/** The caller's quiet hours and consents. */
export function useMessageSettings(isWanted = true) {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...MESSAGE_SETTINGS_KEY, userId],
    queryFn: ({ signal }) => call(settings.readMessageSettings, {}, { signal }),
    enabled: isWanted && userId !== null,
  })
  const { outcome } = settings.readMessageSettings
  return { ...query, cause: query.isError ? failureText(outcome, query.error) : undefined }
}

/** Keeps other quiet hours, or none. */
export function useSaveQuiet() {
  return useDeed({
    endpoint: settings.saveMessageSettings,
    stale: [MESSAGE_SETTINGS_KEY],
    run: (body: Pick<settings.MessageSettings, 'quietFrom' | 'quietTo'>, idempotencyKey) =>
      call(settings.saveMessageSettings, { body }, { idempotencyKey }),
  })
}

/** Tells the server what the person agreed to; what the server answers is what is shown from then on. */
export function useKeepSubscriptions() {
  const userId = useUserId()
  const queryClient = useQueryClient()
  return async (accepted: settings.SubscriptionTemplate[]) => {
    if (accepted.length === 0) return
    const kept = await call(settings.keepSubscriptions, { body: { accepted } })
    queryClient.setQueryData([...MESSAGE_SETTINGS_KEY, userId], kept)
  }
}
