import { ApiError } from '@paidang/api/catalogue/errors'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { and, eq, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { companyInvitationEvents, companyInvitations, companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { notify } from '../../ground/messages/notify.ts'
import { lockCompany } from '../companies/lock-own-company.ts'
import { type Invitation, isMeant, readChoices } from './rows.ts'

export async function record(
  tx: Database,
  { id: invitationId, actorId, now }: { id: string; actorId: string | null; now: Date },
  step: (typeof companyInvitationEvents.$inferInsert)['step'],
): Promise<void> {
  await tx.insert(companyInvitationEvents).values({ invitationId, step, actorId, createdAt: now })
}

/** @throws ApiError company_term_unknown unless the company offers every course and its admin teaches at every venue */
export async function assertTerms(
  db: Database,
  company: { id: string; adminId: string },
  { courseIds, venueIds }: { courseIds: readonly string[]; venueIds: readonly string[] },
): Promise<void> {
  const choices = await readChoices(db, { companyId: company.id, adminId: company.adminId })
  const [offered, taughtAt] = [choices.courses, choices.venues].map((all) => new Set(all.map(({ id }) => id)))
  if (!courseIds.every((id) => offered?.has(id)) || !venueIds.every((id) => taughtAt?.has(id)))
    throw new ApiError('company_term_unknown')
}

export const sortedIds = (ids: readonly string[]) =>
  [...new Set(ids)].sort((one, other) => Number(BigInt(one) - BigInt(other)))

/** The number is of no more use once an account is known. */
export const keptPhone = sql`case when ${companyInvitations.coachId} is null then ${companyInvitations.phone} end`

export const isPending = eq(companyInvitations.state, 'PENDING')

async function endExpired(tx: Database, wanted: SQL | undefined, now: Date): Promise<void> {
  const ended = await tx
    .update(companyInvitations)
    .set({ state: 'EXPIRED', endedAt: now, phone: keptPhone })
    .where(and(isPending, wanted, lte(companyInvitations.expiresAt, now)))
    .returning({ id: companyInvitations.id })
  for (const { id } of ended) await record(tx, { id, actorId: null, now }, 'EXPIRE')
}

/**
 * What is open between a company and a person, or by its link. Whoever writes one holds the company's lock. One that is
 * too old is ended first, so that it does not stand in the way of a new one.
 */
export async function findOpen(tx: Database, wanted: SQL | undefined, now: Date): Promise<Invitation | undefined> {
  await endExpired(tx, wanted, now)
  const [open] = await tx.select().from(companyInvitations).where(and(isPending, wanted))
  return open
}

/** Ends what else is open between a company and who has joined it: nobody is to answer it any more. */
export async function endBesides(
  tx: Database,
  { id, companyId, coachId, now }: { id: string; companyId: string; coachId: string; now: Date },
): Promise<void> {
  const others = and(eq(companyInvitations.companyId, companyId), ne(companyInvitations.id, id), isMeant(coachId))
  const ended = await tx
    .update(companyInvitations)
    .set({ state: 'WITHDRAWN', endedAt: now, phone: keptPhone })
    .where(and(isPending, others))
    .returning({ id: companyInvitations.id })
  for (const other of ended) await record(tx, { id: other.id, actorId: null, now }, 'WITHDRAW')
}

export const about = (id: string) => ({ kind: 'company_invitation', id }) as const

/** Tells an invited coach, who then decides on the page of the invitation. */
export async function tellInvited(
  tx: Database,
  { id, coachId, expiresAt }: { id: string; coachId: string; expiresAt: Date },
  company: { companyName: string; adminId: string },
): Promise<void> {
  await notify(tx, {
    receiverIds: [coachId],
    senderId: company.adminId,
    category: 'systemNotice',
    title: `${company.companyName}邀请您加入`,
    content: `打开查看教的课和场馆，${dateTimeText(expiresAt)} 前有效`,
    about: about(id),
  })
}

export const dateTimeText = (at: Date) => {
  const text = formatDateTime(at)
  return `${Number(text.slice(5, 7))}.${text.slice(8, 10)} ${text.slice(11, 16)}`
}

/**
 * An invited number was registered: its account is told. An account that already has another one keeps that one, and who
 * has joined by then needs none.
 */
async function bindToAccount(db: Database, { id, userId, now }: { id: string; userId: string; now: Date }) {
  await db.transaction(async (tx) => {
    const [known] = await tx.select().from(companyInvitations).where(eq(companyInvitations.id, id))
    const company = known && (await lockCompany(tx, known.companyId))
    if (!company) return
    const other = and(eq(companyInvitations.companyId, company.id), eq(companyInvitations.coachId, userId), isPending)
    const joined = and(eq(companyMembers.companyId, company.id), eq(companyMembers.userId, userId))
    const isNeedless = (await tx.$count(companyInvitations, other)) + (await tx.$count(companyMembers, joined)) > 0
    const ended = isNeedless && ({ state: 'WITHDRAWN', endedAt: now } as const)
    const unbound = and(eq(companyInvitations.id, id), isPending, isNull(companyInvitations.coachId))
    const { rowCount } = await tx
      .update(companyInvitations)
      .set({ coachId: userId, ...ended })
      .where(unbound)
    if (!rowCount) return
    if (ended) await record(tx, { id, actorId: null, now }, 'WITHDRAW')
    else await tellInvited(tx, { id, coachId: userId, expiresAt: known.expiresAt }, company)
  })
}

/**
 * Ends what is too old, tells who registered an invited number, and forgets numbers that nobody registered in 30 days.
 * No answer waits for it: a read counts what has expired, and finds an invitation by the number itself.
 */
export async function tendInvitations({ db, now, signal, onFault }: JobContext): Promise<void> {
  await db.transaction((tx) => endExpired(tx, undefined, now))
  await processEach({
    list: ({ afterId, limit }) =>
      db
        .select({ id: companyInvitations.id, userId: users.id })
        .from(companyInvitations)
        .innerJoin(users, eq(users.phone, companyInvitations.phone))
        .where(and(isPending, isNull(companyInvitations.coachId), sql`${companyInvitations.id} > ${afterId}`))
        .orderBy(companyInvitations.id)
        .limit(limit),
    each: (found) => bindToAccount(db, { ...found, now }),
    what: 'invitation',
    signal,
    onFault,
  })
  const old = lte(companyInvitations.createdAt, keptSince('invitedPhones', now))
  await db.delete(companyInvitations).where(and(old, isNull(companyInvitations.coachId)))
  await db
    .update(companyInvitations)
    .set({ phone: null })
    .where(and(old, sql`${companyInvitations.phone} is not null`))
}
