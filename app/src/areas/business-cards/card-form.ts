import type { BusinessCard, saveCard } from '@paidang/api/areas/business-cards'
import type { Input } from '@paidang/api/endpoint'

/** A card as it is sent. */
export type CardForm = Input<typeof saveCard>['body']

/** What of a card its owner says. */
export function formOf(card: BusinessCard): CardForm {
  const { templateId, name, title, company, phone, email, address, introduction, avatar } = card
  return { templateId, name, title, company, phone, email, address, introduction, avatar }
}
