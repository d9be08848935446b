import type { BusinessCard } from '@paidang/api/areas/views/business-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { CARD_LENGTHS, DEFAULT_TEMPLATE } from '@paidang/domain/areas/views/business-cards/business-card'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { and, eq, getTableColumns, inArray, not, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { countRevision } from '../../../db/revision-queries.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { businessCards } from '../../../tables/business-cards.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { isFindable, users } from '../../../tables/identities.ts'

/** A user with the saved card, if any, and the company that the user teaches for, clubs before one-person ones. */
type CardOwner = Pick<
  typeof users.$inferSelect,
  'id' | 'nickname' | 'avatar' | 'userType' | 'description' | 'revision'
> & {
  saved: typeof businessCards.$inferSelect | null
  companyName: string | null
}

/** The existing accounts among these users, in no order. With `actorId` it leaves out blocked users. */
export async function listCardOwners(
  db: Database,
  { userIds, actorId }: { userIds: readonly string[]; actorId?: string },
): Promise<CardOwner[]> {
  const companyName = sql<string | null>`(
    select c.company_name from ${companyMembers} m join ${companies} c on c.id = m.company_id
    where m.user_id = ${users.id} and ${users.userType} <> ${USER_TYPES.PLAYER}
    order by c.is_person, c.id limit 1)`
  const { id, nickname, avatar, userType, description, revision } = users
  const isSeen = actorId === undefined ? undefined : not(isBlockedBetween(users.id, sql`${actorId}::bigint`))
  return db
    .select({
      id,
      nickname,
      avatar,
      userType,
      description,
      revision,
      companyName,
      saved: getTableColumns(businessCards),
    })
    .from(users)
    .leftJoin(businessCards, eq(businessCards.userId, users.id))
    .where(and(inArray(users.id, [...userIds]), isFindable(), isSeen))
}

/**
 * A user's card: the saved one, otherwise one made from the profile. It leaves out what waits for approval. Only its
 * owner sees the revision.
 *
 * Source: decision records 019 and 036
 */
export function presentCard({ saved, revision, ...owner }: CardOwner, actorId: string | undefined): BusinessCard {
  const seen = owner.id === actorId && { revision }
  if (!saved) return { ...cardOfProfile(owner), ...seen }
  const { savedAt: _savedAt, ...card } = saved
  return { ...card, isSaved: true, ...seen, pending: [] }
}

function cardOfProfile({
  id,
  nickname,
  avatar,
  userType,
  description,
  companyName,
}: Omit<CardOwner, 'saved' | 'revision'>): BusinessCard {
  return {
    userId: id,
    templateId: DEFAULT_TEMPLATE,
    name: cut(nickname, CARD_LENGTHS.name),
    title: userType === USER_TYPES.PLAYER ? '网球爱好者' : '网球教练',
    company: cut(companyName ?? '', CARD_LENGTHS.company),
    phone: '',
    email: '',
    address: '',
    introduction: cut(description, CARD_LENGTHS.introduction),
    avatar,
    isSaved: false,
    pending: [],
  }
}

/** Never cuts a character in half, so the form accepts the text unchanged. */
function cut(text: string, length: number): string {
  let kept = ''
  for (const character of text) {
    if (kept.length + character.length > length) break
    kept += character
  }
  return kept
}

/**
 * One user's card for a caller, undefined for a guest. The caller of this function has already checked who may see it.
 *
 * @throws ApiError user_not_found (unknown, or a closed account)
 */
export async function readCardOf(db: Database, userId: string, actorId?: string): Promise<BusinessCard> {
  const [owner] = await listCardOwners(db, { userIds: [userId] })
  if (!owner) throw new ApiError('user_not_found')
  return presentCard(owner, actorId)
}

/** Reads the fields of a user's card, as others see them. */
export async function readCardTexts(db: Database, userId: string): Promise<Partial<Record<string, string | null>>> {
  const { name, title, company, address, introduction, avatar } = await readCardOf(db, userId)
  return { name, title, company, address, introduction, avatar }
}

/** A card is a fact of its user's row, since a user without a row of the card has one too. */
export const countCard = (tx: Database, userId: string) => countRevision(tx, 'users', userId, 'business_cards')

/** Shows an approved value on a card. A card that was deleted meanwhile stays deleted. */
export async function showOnCard(tx: Database, userId: string, field: string, value: string): Promise<void> {
  switch (field) {
    case 'name':
    case 'title':
    case 'company':
    case 'address':
    case 'introduction':
    case 'avatar':
      await countCard(tx, userId)
      await tx
        .update(businessCards)
        .set({ [field]: value })
        .where(eq(businessCards.userId, userId))
      return
    default:
      throw new Error(`a card has no field ${field}`)
  }
}

/** Deletes the card that a user saved. The user then has the one made from the profile again. */
export async function dropCard(tx: Database, userId: string): Promise<void> {
  await countCard(tx, userId)
  await tx.delete(businessCards).where(eq(businessCards.userId, userId))
}
