import type { BusinessCard, saveCard } from '@paidang/api/areas/business-cards'
import type { Input } from '@paidang/api/endpoint'

/** A card as the server takes it. */
export type CardForm = Input<typeof saveCard>['body']

/** The fields of a card that its owner edits. */
export function formOf(card: BusinessCard): CardForm {
  const { templateId, name, title, company, phone, email, address, introduction, avatar } = card
  return { templateId, name, title, company, phone, email, address, introduction, avatar }
}
