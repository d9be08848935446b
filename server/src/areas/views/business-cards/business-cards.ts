import * as api from '@paidang/api/areas/views/business-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import type { ContentValues } from '@paidang/domain/areas/ground/content/content'
import { cardFaults, withoutContacts } from '@paidang/domain/areas/views/business-cards/business-card'
import { plainPhone } from '@paidang/domain/kernel/phone'
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { originOf } from '../../../http/origin.ts'
import type { Handled } from '../../../http/serve.ts'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { businessCards } from '../../../tables/business-cards.ts'
import { invitations, lastClasses, seats } from '../../../tables/classes.ts'
import { isFindable, users } from '../../../tables/identities.ts'
import { likeRecords, partners } from '../../../tables/relations.ts'
import { checkContent, type Verdicts } from '../../ground/content/check-content.ts'
import { holdBack, oneValue, sortOut } from '../../ground/content/hold-content.ts'
import { listPending } from '../../ground/content/submissions.ts'
import { assertOwnFile } from '../../ground/files/uploads.ts'
import { leadsToCard } from '../../ground/share-links/share-links.ts'
import { viewPlayer } from '../../people/profile/view-player.ts'
import { lookAtPeople } from '../../people/relations/look-at-people.ts'
import { countCard, listCardOwners, presentCard, readCardOf } from './card.ts'

/** The fields of a card as its owner types them. */
type Form = Input<typeof api.saveCard>['body']

/** The fields of a card that its owner sets. */
type Fields = Omit<typeof businessCards.$inferSelect, 'userId' | 'savedAt'>

/**
 * A user with the pictures of the profile and the card, which the user may use again; undefined for an unknown user.
 * The user's row is locked until the transaction ends.
 */
async function lockOwner(tx: Database, userId: string) {
  const { id, nickname, revision, avatar: own } = users
  const [row] = await tx
    .select({ id, nickname, revision, own, shown: businessCards.avatar })
    .from(users)
    .leftJoin(businessCards, eq(businessCards.userId, users.id))
    .where(and(eq(users.id, userId), isFindable()))
    .for('no key update', { of: users })
  if (!row) return undefined
  const { own: ownPicture, shown, ...owner } = row
  return { ...owner, pictures: [ownPicture, shown] }
}

/** The id of the entry with which `ownerId` has blocked a user; null when there is none. */
async function findBlacklistId(
  db: Database,
  { ownerId, targetId }: { ownerId: string; targetId: string },
): Promise<string | null> {
  const [entry] = await db
    .select({ id: blacklistEntries.id })
    .from(blacklistEntries)
    .where(and(eq(blacklistEntries.ownerId, ownerId), eq(blacklistEntries.targetId, targetId)))
  return entry?.id ?? null
}

/** The latest completed class in which both took part, as coach or player, and the caller's like for it. */
async function findSharedClass(
  db: Database,
  { actorId, targetId }: { actorId: string; targetId: string },
): Promise<{ relatedId: string; recordId: string | null; isCoach: boolean } | null> {
  // As two players they can only have been together since the last class that one gave the other, or at all.
  const { rows } = await db.execute<{ relatedId: string; recordId: string | null; isCoach: boolean }>(sql`
    with taught as (
      select l.invitation_id, l.course_date from ${lastClasses} l
      where (l.user_id, l.coach_id) in ((${actorId}::bigint, ${targetId}::bigint), (${targetId}::bigint, ${actorId}::bigint))
    ), together as (
      select s.invitation_id from ${seats} s
      where s.user_id = ${actorId} and s.state = 'JOINED' and s.invitation_status = 'COMPLETED'
        and s.course_date >= coalesce((select max(course_date) from taught), '-infinity')
        and exists (select 1 from ${partners} p where p.user_id = ${actorId} and p.partner_id = ${targetId})
        and exists (select 1 from ${seats} o
          where o.invitation_id = s.invitation_id and o.user_id = ${targetId} and o.state = 'JOINED')
      order by s.course_date desc, s.begin_time_slot desc, s.invitation_id desc limit 1)
    select i.id as "relatedId", r.id as "recordId", i.coach_id = ${targetId} as "isCoach"
    from (select invitation_id as id from taught union select invitation_id from together) shared
      join ${invitations} i on i.id = shared.id
      left join ${likeRecords} r on r.related_id = i.id and r.record_type = 'COURSE_INVITATION'
        and r.source_user_id = ${actorId} and r.target_user_id = ${targetId}
    order by i.course_date desc, i.end_time_slot desc, i.id desc limit 1`)
  return rows[0] ?? null
}

/** The verdict on a picture that others see already. */
const PASSED = { verdict: 'passed' } as const

type Content = ContentValues<'card'>

/** The fields of a card that are checked before others see them. */
function cardContent({
  name,
  title,
  company,
  address,
  introduction,
  avatar,
}: Omit<Fields, 'templateId' | 'phone' | 'email'>): Content {
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
function columnsOf({ name, title, company, address, introduction, avatar }: Content): Partial<Fields> {
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
function fieldsOf({ templateId, avatar, ...texts }: Omit<Form, 'revision'>): Fields {
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

/**
 * The picture is that of the profile or the present card, or an upload of the caller for this purpose. Values that
 * others see and that no check passed are held until they are approved.
 */
async function saveCard({
  body: { revision: seen, ...form },
  prepared: verdicts,
  user: { id: actorId },
  db,
  now,
}: Handled<typeof api.saveCard> & { prepared: Verdicts }): Promise<api.BusinessCard> {
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
    const row = { ...shown, userId: actorId, savedAt: now }
    await countCard(tx, actorId)
    await tx.insert(businessCards).values(row).onConflictDoUpdate({ target: businessCards.userId, set: row })
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

/**
 * Every logged-in user may see a card unless its owner has blocked them. A guest needs a short id of the card. Callers
 * also see the cards of people whom they have blocked. Without a short id, contact data is only for people with a tie.
 */
async function readPlayerCard({
  params: { id: userId },
  query: { i },
  user,
  db,
  now,
  request,
}: Handled<typeof api.readPlayerCard>): Promise<api.PlayerCard> {
  const actorId = user?.id
  const hasLink = i !== undefined && (await leadsToCard(db, { shareId: i, userId }))
  if (actorId === undefined && !hasLink) throw new ApiError('session_expired')
  const isTied =
    hasLink || actorId === undefined || (await lookAtPeople(db, { userIds: [userId], actorId, now })).has(userId)
  const player = await viewPlayer(db, { userId, actorId, isTied, now, origin: originOf(request) })
  const whole = await readCardOf(db, userId, actorId)
  const card = isTied ? whole : withoutContacts(whole)
  if (actorId === undefined) return { player, card, like: null, blacklistId: null, isOwn: false }
  if (actorId === userId) {
    const pending = await listPending(db, { kind: 'card', objectId: userId, actorId: userId })
    return { player, card: { ...card, pending }, like: null, blacklistId: null, isOwn: true }
  }
  return {
    player,
    card,
    like: await findSharedClass(db, { actorId, targetId: userId }),
    blacklistId: await findBlacklistId(db, { ownerId: actorId, targetId: userId }),
    isOwn: false,
  }
}

export default plugin([
  // The cards in the requested order, each once, without those of people whom the caller may not see.
  handle(api.multiCards, async ({ body: { userIds }, user: { id: actorId }, db, now }) => {
    const tied = await lookAtPeople(db, { userIds, actorId, now })
    const known = await listCardOwners(db, { userIds: [...tied], actorId })
    const owners = new Map(known.map((owner) => [owner.id, owner]))
    const pending = owners.has(actorId) ? await listPending(db, { kind: 'card', objectId: actorId, actorId }) : []
    return [...new Set(userIds)].flatMap((id) => {
      const owner = owners.get(id)
      return owner ? [{ ...presentCard(owner, actorId), ...(id === actorId && { pending }) }] : []
    })
  }),

  handle(api.saveCard, {
    prepare: ({ body, user, app, request }) =>
      checkContent(app, { kind: 'card', objectId: user.id, values: cardContent(body), actorId: user.id, request }),
    handle: saveCard,
  }),

  handle(api.readPlayerCard, readPlayerCard),
])
