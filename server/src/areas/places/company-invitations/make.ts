import { randomBytes } from 'node:crypto'
import * as api from '@paidang/api/areas/places/company-invitations'
import { ApiError } from '@paidang/api/catalogue/errors'
import { expiryOf } from '@paidang/domain/areas/places/company-invitations/invitations'
import { APP_COUNT_LIMIT } from '@paidang/domain/kernel/page'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { companies, companyInvitations } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { notify } from '../../ground/messages/notify.ts'
import { type LockedCompany, lockCompany, lockOwnCompany } from '../companies/lock-own-company.ts'
import {
  about,
  assertTerms,
  dateTimeText,
  findOpen,
  isPending,
  record,
  sortedIds,
  tellInvited,
} from './open-invitations.ts'
import {
  candidate,
  faultOfJoining,
  isMeant,
  present,
  readChoices,
  readForAdmin,
  readInvitation,
  selectInvitations,
} from './rows.ts'

const LISTED = 100

/** Locks a club for its admin. A one-person company has no other coaches. */
async function lockOwnClub(tx: Database, companyId: string, actorId: string): Promise<LockedCompany> {
  const company = await lockOwnCompany(tx, companyId, actorId)
  if (company.isPerson) throw new ApiError('action_forbidden')
  return company
}

/** @throws ApiError phone_invalid */
function phoneOf(text: string): string {
  const phone = plainPhone(text)
  if (!isMobile(phone)) throw new ApiError('phone_invalid')
  return phone
}

/** A repeat answers what is open. A registered number is not stored: its account is. */
function invite({ body, user: { id: actorId }, db, now }: Handled<typeof api.inviteCoach>) {
  const phone = body.phone === undefined ? null : phoneOf(body.phone)
  const [courseIds, venueIds] = [sortedIds(body.courseIds), sortedIds(body.venueIds)]
  return db.transaction(async (tx) => {
    const company = await lockOwnClub(tx, body.companyId, actorId)
    const [found] = phone === null ? [] : await tx.select({ id: users.id }).from(users).where(eq(users.phone, phone))
    const coachId = found?.id ?? null
    const fault = coachId && (await faultOfJoining(tx, { userId: coachId, company, now }))
    if (fault) throw new ApiError(fault)
    await assertTerms(tx, company, { courseIds, venueIds })

    const same = coachId
      ? isMeant(coachId)
      : phone
        ? eq(companyInvitations.phone, phone)
        : sql`${companyInvitations.token} is not null`
    const open = await findOpen(tx, and(eq(companyInvitations.companyId, company.id), same), now)
    if (open) {
      const isSame = `${open.courseIds}` === `${courseIds}` && `${open.venueIds}` === `${venueIds}`
      if (open.kind !== 'INVITE' || !isSame) throw new ApiError('company_invitation_open')
      return readForAdmin(tx, open.id, now)
    }
    const target = coachId ? { coachId } : phone ? { phone } : { token: randomBytes(16).toString('base64url') }
    const made = { ...target, companyId: company.id, kind: 'INVITE' as const, courseIds, venueIds, createdAt: now }
    const expiresAt = expiryOf(now)
    const [row] = await tx
      .insert(companyInvitations)
      .values({ ...made, expiresAt })
      .returning({ id: companyInvitations.id })
    if (!row) throw new Error('insert returned no row')
    await record(tx, { id: row.id, actorId, now }, 'MADE')
    if (coachId) await tellInvited(tx, { id: row.id, coachId, expiresAt }, company)
    return readForAdmin(tx, row.id, now)
  })
}

function request({ body: { companyId }, user: { id: actorId }, db, now }: Handled<typeof api.requestToJoin>) {
  return db.transaction(async (tx) => {
    const company = await lockCompany(tx, companyId)
    if (!company || company.isPerson) throw new ApiError('company_not_found')
    if (company.closedAt) throw new ApiError('company_closed')
    const fault = await faultOfJoining(tx, { userId: actorId, company, now })
    if (fault) throw new ApiError(fault)
    const open = await findOpen(tx, and(eq(companyInvitations.companyId, companyId), isMeant(actorId)), now)
    if (open?.kind === 'INVITE') throw new ApiError('company_invitation_open')
    if (open) return readInvitation(tx, open.id, { id: actorId, now })
    const made = { companyId, kind: 'REQUEST' as const, coachId: actorId, expiresAt: expiryOf(now), createdAt: now }
    const [row] = await tx.insert(companyInvitations).values(made).returning({ id: companyInvitations.id })
    if (!row) throw new Error('insert returned no row')
    await record(tx, { id: row.id, actorId, now }, 'MADE')
    const [coach] = await tx.select({ nickname: users.nickname }).from(users).where(eq(users.id, actorId))
    await notify(tx, {
      receiverIds: [company.adminId],
      senderId: actorId,
      category: 'systemNotice',
      title: `${coach?.nickname} 申请加入俱乐部`,
      content: `想在${company.companyName}授课，${dateTimeText(made.expiresAt)} 前答复`,
      about: about(row.id),
    })
    return readInvitation(tx, row.id, { id: actorId, now })
  })
}

async function findCoach({ body, user: { id: actorId }, db, now }: Handled<typeof api.findCoachToInvite>) {
  const phone = phoneOf(body.phone)
  const [company] = await db.select().from(companies).where(eq(companies.id, body.companyId))
  if (company?.adminId !== actorId || company.closedAt || company.isPerson) throw new ApiError('action_forbidden')
  const [coach] = await db.select(candidate).from(users).where(eq(users.phone, phone))
  if (!coach) return { result: 'UNKNOWN' as const, coach: null }
  const fault = await faultOfJoining(db, { userId: coach.id, company, now })
  if (fault === 'company_joining_barred') return { result: 'UNAVAILABLE' as const, coach: null }
  if (fault === 'coach_not_verified') return { result: 'UNVERIFIED' as const, coach: null }
  return { result: fault ? ('MEMBER' as const) : ('READY' as const), coach }
}

const AS_ADMIN = { isAdmin: true, isCoach: false }

/** @throws ApiError action_forbidden unless the person is the admin of the open company */
async function assertLeads(db: Database, companyId: string, adminId: string): Promise<void> {
  const led = and(eq(companies.id, companyId), eq(companies.adminId, adminId), isNull(companies.closedAt))
  if ((await db.$count(companies, led)) === 0) throw new ApiError('action_forbidden')
}

export default plugin([
  handle(api.findCoachToInvite, findCoach),
  handle(api.inviteCoach, invite),
  handle(api.requestToJoin, request),

  handle(api.invitationsOfCompany, async ({ params: { id: companyId }, query, user: { id: adminId }, db, now }) => {
    await assertLeads(db, companyId, adminId)
    const isNamed = or(isNotNull(companyInvitations.coachId), isNull(companyInvitations.token))
    return pageOf(db, selectInvitations(db), {
      where: and(eq(companyInvitations.companyId, companyId), isNamed),
      order: [desc(companyInvitations.id)],
      query,
      present: (row) => present(row, AS_ADMIN, now),
      most: APP_COUNT_LIMIT,
    })
  }),

  handle(api.invitationChoices, async ({ params: { id: companyId }, user: { id: adminId }, db, now }) => {
    await assertLeads(db, companyId, adminId)
    const isLink = and(isNull(companyInvitations.coachId), isNotNull(companyInvitations.token))
    const isOpen = and(isPending, sql`${companyInvitations.expiresAt} > ${now}::timestamptz`)
    const [link] = await selectInvitations(db).where(and(eq(companyInvitations.companyId, companyId), isLink, isOpen))
    return { link: link ? present(link, AS_ADMIN, now) : null, ...(await readChoices(db, { companyId, adminId })) }
  }),

  handle(api.myCompanyInvitations, async ({ user, db, now }) => {
    const open = and(isPending, sql`${companyInvitations.expiresAt} > ${now}::timestamptz`)
    // Nearly everybody has none, and needs no names of people, courses and venues.
    const meant = db
      .select({ id: companyInvitations.id })
      .from(companyInvitations)
      .where(and(open, isMeant(user.id)))
    const ids = (await meant).map(({ id }) => id)
    if (ids.length === 0) return []
    const rows = await selectInvitations(db)
      .where(inArray(companyInvitations.id, ids))
      .orderBy(desc(companyInvitations.id))
      .limit(LISTED)
    return rows.map((row) => present(row, { isAdmin: false, isCoach: true }, now))
  }),

  handle(api.getCompanyInvitation, ({ params: { id }, query: { token }, user, db, now }) =>
    readInvitation(db, id, { id: user.id, token, now }),
  ),
])
