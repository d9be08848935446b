import type { BusinessCard, saveCard as endpoint } from '@paidang/api/areas/business-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { cardFaults } from '@paidang/domain/areas/business-cards/business-card'
import type { Database } from '../../db/database.ts'
import { assertOwnFile } from '../files/assert-own-file.ts'
import { type CardFields, lockPicturesOf, writeCard } from './queries.ts'

/** The fields of a card as its owner types them. */
type Form = Input<typeof endpoint>['body']

/**
 * The caller saves his card; texts are kept without the blanks around them. Its picture is his own, that of his profile or card,
 * or one that he uploaded for it.
 *
 * @throws ApiError card_name_official, card_invalid (data: faults by field), file_not_found (a picture of somebody else)
 * Source: specification §3 "Card"
 */
export async function saveCard(
  db: Database,
  { form, by, now }: { form: Form; by: string; now: Date },
): Promise<BusinessCard> {
  const card = fieldsOf(form)
  const faults = cardFaults(card)
  if (Object.values(faults).includes('official')) throw new ApiError('card_name_official', { data: { faults } })
  if (Object.keys(faults).length > 0) throw new ApiError('card_invalid', { data: { faults } })
  return db.transaction(async (tx) => {
    const pictures = await lockPicturesOf(tx, by)
    if (!pictures) throw new ApiError('user_not_found')
    if (card.avatar !== null && !pictures.includes(card.avatar)) {
      await assertOwnFile(tx, { relativePath: card.avatar, purpose: 'avatar', by })
    }
    await writeCard(tx, { ...card, userId: by, savedAt: now })
    return { ...card, userId: by, isSaved: true }
  })
}

/** Each column by its name: what else a body holds never reaches the row. */
function fieldsOf({ templateId, avatar, ...texts }: Form): CardFields {
  return {
    templateId,
    name: texts.name.trim(),
    title: texts.title.trim(),
    company: texts.company.trim(),
    phone: texts.phone.trim(),
    email: texts.email.trim(),
    address: texts.address.trim(),
    introduction: texts.introduction.trim(),
    avatar,
  }
}
