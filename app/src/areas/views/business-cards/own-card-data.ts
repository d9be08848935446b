import * as cards from '@paidang/api/areas/business-cards'
import { OWN_CARD_KEY } from '../../../platform/cache-keys'
import { useRead } from '../../../platform/read'
import { useUserId } from '../../../platform/session'

/** The caller's own card: the saved one, else one derived from the profile. */
export function useOwnCard() {
  const input = { body: { userIds: [useUserId() ?? ''] } }
  return useRead(OWN_CARD_KEY, cards.multiCards, input, { select: ([card]) => card ?? null })
}
