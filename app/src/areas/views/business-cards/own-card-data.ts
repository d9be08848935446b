import * as cards from '@paidang/api/areas/business-cards'
import { useQuery } from '@tanstack/react-query'
import { OWN_CARD_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'

/** The caller's own card: the saved one, else one derived from the profile. */
export function useOwnCard() {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...OWN_CARD_KEY, userId],
    queryFn: async ({ signal }) => {
      const [card] = await call(cards.multiCards, { body: { userIds: [userId ?? ''] } }, { signal })
      return card ?? null
    },
    enabled: userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(cards.multiCards.outcome, query.error) : undefined }
}
