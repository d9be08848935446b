import type { BusinessCard, saveCard as endpoint } from '@paidang/api/areas/business-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { cardFaults } from '@paidang/domain/areas/business-cards/business-card'
import type { ContentValues } from '@paidang/domain/areas/content/content'
import { plainPhone } from '@paidang/domain/kernel/phone'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import type { Verdicts } from '../../ground/content/check-content.ts'
import { holdBack, oneValue, sortOut } from '../../ground/content/hold-content.ts'
import { listPending } from '../../ground/content/list-pending.ts'
import { assertOwnFile } from '../../ground/files/assert-own-file.ts'
import { type CardFields, lockOwner, writeCard } from './queries.ts'
import { readCardOf } from './read-card-of.ts'

/** The fields of a card as its owner types them. */
type Form = Input<typeof endpoint>['body']

type Saving = { form: Form; verdicts: Verdicts; actorId: string; now: Date }

/**
 * Saves the caller's card, with its texts trimmed. Its picture is that of the profile or the present card, or an upload
 * of the caller for this purpose.
 *
 * Values that others see and that no check passed are held until they are approved.
 *
 * @throws ApiError card_name_official, content_rejected, card_invalid (data: faults by field),
 * file_not_found (a picture of somebody else), revision_outdated (the card was saved meanwhile)
 * Source: specification §3 "Card"
 */
export async function saveCard(
  db: Database,
  { form: { revision: seen, ...form }, verdicts, actorId, now }: Saving,
): Promise<BusinessCard> {
  const card = fieldsOf(form)
  const faults = cardFaults(card)
  if (Object.values(faults).includes('official')) throw new ApiError('card_name_official', { data: { faults } })
  if (Object.keys(faults).length > 0) throw new ApiError('card_invalid', { data: { faults } })
  return db.transaction(async (tx) => {
    const owner = await lockOwner(tx, actorId)
    if (!owner) throw new ApiError('user_not_found')
    await assertSeen(tx, 'users', { seen, row: owner, of: ['business_cards'] }, async () => ({
      ...(await readCardOf(tx, actorId)),
      ...owner,
    }))
    const { pictures } = owner
    if (card.avatar !== null && !pictures.includes(card.avatar)) {
      await assertOwnFile(tx, { relativePath: card.avatar, purpose: 'avatar', actorId })
    }
    const own = pictures.flatMap((path) => (path === null ? [] : [[path, PASSED] as const]))
    const sorted = sortOut({
      kind: 'card',
      submitted: cardContent(form),
      present: cardContent(await readCardOf(tx, actorId)),
      verdicts: new Map([...verdicts, ...own]),
    })
    const shown = { ...card, ...columnsOf(sorted.applied) }
    await writeCard(tx, { ...shown, userId: actorId, savedAt: now })
    await holdBack(tx, sorted, { objectId: actorId, actorId, now })
    return {
      ...shown,
      userId: actorId,
      isSaved: true,
      revision: owner.revision + 1,
      pending: await listPending(tx, { kind: 'card', objectId: actorId, actorId }),
    }
  })
}

/** The verdict on a picture that others see already. */
const PASSED = { verdict: 'passed' } as const

type Content = ContentValues<'card'>

/** The fields of a card that are checked before others see them. */
export function cardContent({
  name,
  title,
  company,
  address,
  introduction,
  avatar,
}: Omit<CardFields, 'templateId' | 'phone' | 'email'>): Content {
  return {
    name: oneValue(name),
    title: oneValue(title),
    company: oneValue(company),
    address: oneValue(address),
    introduction: oneValue(introduction),
    avatar: oneValue(avatar),
  }
}

/** The columns of a card for its checked fields. */
function columnsOf({ name, title, company, address, introduction, avatar }: Content): Partial<CardFields> {
  return {
    ...(name?.[0] !== undefined && { name: name[0] }),
    title: title?.[0] ?? '',
    company: company?.[0] ?? '',
    address: address?.[0] ?? '',
    introduction: introduction?.[0] ?? '',
    avatar: avatar?.[0] ?? null,
  }
}

/** Lists each column by name, so unknown fields of the body never reach the row. */
function fieldsOf({ templateId, avatar, ...texts }: Omit<Form, 'revision'>): CardFields {
  return {
    templateId,
    name: texts.name.trim(),
    title: texts.title.trim(),
    company: texts.company.trim(),
    phone: plainPhone(texts.phone),
    email: texts.email.trim(),
    address: texts.address.trim(),
    introduction: texts.introduction.trim(),
    avatar,
  }
}
