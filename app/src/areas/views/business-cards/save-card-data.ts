import * as cards from '@paidang/api/areas/business-cards'
import { CARD_SAVE_MS } from '@paidang/domain/areas/business-cards/business-card'
import { OWN_CARD_KEY, PLAYER_CARDS_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { useWrite } from '../../../platform/write'
import { savedText } from '../../ground/content/pending-content'
import type { CardForm } from './card-form'

/** Saves the caller's card. It takes a minimum time so that the user sees the saving. Source: specification §9 */
export function useSaveCard() {
  return useWrite(cards.saveCard, {
    stale: [PLAYER_CARDS_KEY, OWN_CARD_KEY],
    says: (card: cards.BusinessCard) => savedText(card, '保存成功'),
    send: async (body: CardForm, idempotencyKey) => {
      const [card] = await Promise.all([call(cards.saveCard, { body }, { idempotencyKey }), aMoment()])
      return card
    },
  })
}

function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, CARD_SAVE_MS))
}
