import { randomBytes } from 'node:crypto'
import * as api from '@paidang/api/areas/places/company-invitations'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  expiryOf,
  INVITATION_STEPS,
  type InvitationStep,
  invitationStateAt,
  invitationStepFault,
  joiningFault,
  partIn,
} from '@paidang/domain/areas/places/company-invitations/invitations'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import { and, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import {
  coachCourses,
  companies,
  companyInvitationEvents,
  companyInvitations,
  companyMembers,
  courses,
} from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { coachVenues, venues } from '../../../tables/venues.ts'
import { notify } from '../../ground/messages/notify.ts'
import { maskedPhone } from '../../people/profile/mask-phone.ts'
import { readCompany } from '../companies/companies.ts'
import { clubsOf, followUserType } from '../companies/follow-user-type.ts'
import { type LockedCompany, lockCompany, lockOwnCompany } from '../companies/lock-own-company.ts'

/** The venues belong to an area above. It decides whether a new coach may teach there at once. */
export type VenueEffect = (
  tx: Database,
  joining: { coachId: string; venueIds: readonly string[]; adminId: string; now: Date },
) => Promise<void>

type Invitation = typeof companyInvitations.$inferSelect
type Viewer = { id: string; token?: string | undefined; now: Date }

const LISTED = 100

const admins = alias(users, 'admins')

/** Names of ids in an array column, in their order by id. What was deleted meanwhile is left out. */
const courseNames = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', c.id::text, 'name', c.course_name) order by c.id), '[]')
  from ${courses} c where c.id = any(${companyInvitations.courseIds}) and not c.del_flag)`
const venueNames = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', v.id::text, 'name', v.name) order by v.id), '[]')
  from ${venues} v where v.id = any(${companyInvitations.venueIds}) and v.approve_status = 1)`

const { id, nickname, avatar, gender, level, region } = users
const candidate = { id, nickname, avatar, gender, level, region, clubs: clubsOf(sql`${users}.id`) }

function selectInvitations(db: Database) {
  return db
    .select({
      invitation: companyInvitations,
      company: { id: companies.id, name: companies.companyName },
      admin: { id: admins.id, nickname: admins.nickname, avatar: admins.avatar },
      coach: candidate,
      courses: courseNames,
      venues: venueNames,
    })
    .from(companyInvitations)
    .innerJoin(companies, eq(companies.id, companyInvitations.companyId))
    .innerJoin(admins, eq(admins.id, companies.adminId))
    .leftJoin(users, eq(users.id, companyInvitations.coachId))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectInvitations>>[number]

/** The invited number, while no account is known behind it, belongs to whoever registers it. */
const isOfPhone = (userId: string) => sql<boolean>`(${companyInvitations.coachId} is null
  and ${companyInvitations.phone} = (select me.phone from ${users} me where me.id = ${userId}))`

const isMeant = (userId: string) => sql<boolean>`(${companyInvitations.coachId} = ${userId} or ${isOfPhone(userId)})`

/** Who the viewer is in an invitation. A token opens only an invitation that nobody has used yet. */
async function peopleOf(db: Database, { id, coachId, token }: Invitation, adminId: string, viewer: Viewer) {
  const isAdmin = adminId === viewer.id
  if (isAdmin) return { isAdmin, isCoach: false }
  if (coachId === viewer.id) return { isAdmin, isCoach: true }
  if (coachId !== null) return { isAdmin, isCoach: false }
  const hasToken = token !== null && token === viewer.token
  const mine = and(eq(companyInvitations.id, id), isOfPhone(viewer.id))
  return { isAdmin, isCoach: hasToken || (await db.$count(companyInvitations, mine)) > 0 }
}

type People = Awaited<ReturnType<typeof peopleOf>>

function present({ invitation, ...row }: Row, people: People, now: Date): api.CompanyInvitation {
  const { kind, phone, token, coachId } = invitation
  const may = (step: InvitationStep) => invitationStepFault(step, invitation, people, now) === undefined
  return {
    id: invitation.id,
    kind,
    state: invitationStateAt(invitation, now),
    company: row.company,
    admin: row.admin,
    coach: row.coach?.id ? { ...row.coach, clubs: row.coach.clubs ?? [] } : null,
    phone: people.isAdmin && phone !== null && coachId === null ? maskedPhone(phone) : null,
    token: people.isAdmin && coachId === null ? token : null,
    courses: row.courses,
    venues: row.venues,
    mayAnswer: may('ACCEPT'),
    mayWithdraw: may('WITHDRAW'),
    expiresAt: invitation.expiresAt.toISOString(),
    createTime: invitation.createdAt.toISOString(),
    revision: invitation.revision,
  }
}

/** The courses of a company, and the venues where its admin teaches: what an admin can offer. */
async function readChoices(db: Database, { companyId, adminId }: { companyId: string; adminId: string }) {
  const offered = and(eq(courses.companyId, companyId), eq(courses.delFlag, false))
  const taughtAt = and(eq(coachVenues.coachId, adminId), eq(coachVenues.approveStatus, 1), eq(venues.approveStatus, 1))
  return {
    courses: await db
      .select({ id: courses.id, name: courses.courseName })
      .from(courses)
      .where(offered)
      .orderBy(courses.id),
    venues: await db
      .select({ id: venues.id, name: venues.name })
      .from(coachVenues)
      .innerJoin(venues, eq(venues.id, coachVenues.venueId))
      .where(taughtAt)
      .orderBy(venues.id),
  }
}

/** @throws ApiError company_invitation_not_found, also for who has no part in it */
async function readInvitation(db: Database, id: string, viewer: Viewer): Promise<api.CompanyInvitationDetail> {
  const [row] = await selectInvitations(db).where(eq(companyInvitations.id, id))
  const people = row && (await peopleOf(db, row.invitation, row.admin.id, viewer))
  if (!row || !people || !partIn(row.invitation.kind, people)) throw new ApiError('company_invitation_not_found')
  const { coachCount, courseCount, studentCount, freeCancelHours } = await readCompany(db, row.company.id, viewer.id)
  const coachId = row.invitation.coachId ?? (people.isCoach ? viewer.id : null)
  const [coach] = await db
    .select({ clubs: candidate.clubs })
    .from(users)
    .where(eq(users.id, coachId ?? '0'))
  return {
    ...present(row, people, viewer.now),
    coachCount,
    courseCount,
    studentCount,
    freeCancelHours,
    otherClubs: (coach?.clubs ?? []).filter((name) => name !== row.company.name),
    choices: people.isAdmin ? await readChoices(db, { companyId: row.company.id, adminId: viewer.id }) : null,
  }
}

async function readForAdmin(db: Database, id: string, now: Date): Promise<api.CompanyInvitation> {
  const [row] = await selectInvitations(db).where(eq(companyInvitations.id, id))
  if (!row) throw new Error('a new invitation is not there')
  return present(row, { isAdmin: true, isCoach: false }, now)
}

async function record(
  tx: Database,
  { id: invitationId, actorId, now }: { id: string; actorId: string | null; now: Date },
  step: (typeof companyInvitationEvents.$inferInsert)['step'],
): Promise<void> {
  await tx.insert(companyInvitationEvents).values({ invitationId, step, actorId, createdAt: now })
}

/** Whether a person may become a coach of the company. */
async function faultOfJoining(
  db: Database,
  { userId, company: { id: companyId, adminId }, now }: { userId: string; company: LockedCompany; now: Date },
) {
  const [person] = await db
    .select({
      userType: users.userType,
      isVerified: sql<boolean>`${users.verified} = 1`,
      isMember: sql<boolean>`exists (
        select 1 from ${companyMembers} m where m.company_id = ${companyId} and m.user_id = ${userId})`,
      isBarred: sql<boolean>`${users.closedAt} is not null or ${isSuspended(userId, now)} or ${isBlockedBetween(userId, adminId)}`,
    })
    .from(users)
    .where(eq(users.id, userId))
  return person ? joiningFault(person) : 'company_joining_barred'
}

/** @throws ApiError company_term_unknown unless the company offers every course and its admin teaches at every venue */
async function assertTerms(
  db: Database,
  company: { id: string; adminId: string },
  { courseIds, venueIds }: { courseIds: readonly string[]; venueIds: readonly string[] },
): Promise<void> {
  const choices = await readChoices(db, { companyId: company.id, adminId: company.adminId })
  const [offered, taughtAt] = [choices.courses, choices.venues].map((all) => new Set(all.map(({ id }) => id)))
  if (!courseIds.every((id) => offered?.has(id)) || !venueIds.every((id) => taughtAt?.has(id)))
    throw new ApiError('company_term_unknown')
}

const sortedIds = (ids: readonly string[]) =>
  [...new Set(ids)].sort((one, other) => Number(BigInt(one) - BigInt(other)))

/** Locks a club for its admin. A one-person company has no other coaches. */
async function lockOwnClub(tx: Database, companyId: string, actorId: string): Promise<LockedCompany> {
  const company = await lockOwnCompany(tx, companyId, actorId)
  if (company.isPerson) throw new ApiError('action_forbidden')
  return company
}

/** The number is of no more use once an account is known. */
const keptPhone = sql`case when ${companyInvitations.coachId} is null then ${companyInvitations.phone} end`

const isPending = eq(companyInvitations.state, 'PENDING')

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
async function findOpen(tx: Database, wanted: SQL | undefined, now: Date): Promise<Invitation | undefined> {
  await endExpired(tx, wanted, now)
  const [open] = await tx.select().from(companyInvitations).where(and(isPending, wanted))
  return open
}

const about = (id: string) => ({ kind: 'company_invitation', id }) as const

/** Tells an invited coach, who then decides on the page of the invitation. */
async function tellInvited(
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

const dateTimeText = (at: Date) => {
  const text = formatDateTime(at)
  return `${Number(text.slice(5, 7))}.${text.slice(8, 10)} ${text.slice(11, 16)}`
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

type Taken = { invitation: Invitation; company: LockedCompany; people: People; isDone: boolean }

/**
 * Locks the company and then the invitation, for one step. The company's lock puts every change of its members and
 * invitations into one order. A step that was taken before is done.
 *
 * @throws ApiError company_invitation_not_found; action_forbidden, or how it ended
 */
async function lockForStep(tx: Database, id: string, step: InvitationStep, viewer: Viewer): Promise<Taken> {
  const [known] = await tx.select().from(companyInvitations).where(eq(companyInvitations.id, id))
  const company = known && (await lockCompany(tx, known.companyId))
  const [invitation] = await tx.select().from(companyInvitations).where(eq(companyInvitations.id, id)).for('update')
  const people = company && invitation && (await peopleOf(tx, invitation, company.adminId, viewer))
  if (!people || !partIn(invitation.kind, people)) throw new ApiError('company_invitation_not_found')
  const fault = invitationStepFault(step, invitation, people, viewer.now)
  const isTheirs = INVITATION_STEPS[step].by === partIn(invitation.kind, people)
  const isDone = isTheirs && step !== 'CHANGE' && invitation.state === INVITATION_STEPS[step].to
  if (fault && !isDone) throw new ApiError(fault)
  return { invitation, company, people, isDone }
}

async function end(
  tx: Database,
  { id }: Invitation,
  step: 'ACCEPT' | 'REFUSE' | 'WITHDRAW',
  { actorId, now, ...set }: Partial<Invitation> & { actorId: string; now: Date },
): Promise<void> {
  const ended = { ...set, state: INVITATION_STEPS[step].to, endedAt: now, phone: set.coachId ? null : keptPhone }
  await tx.update(companyInvitations).set(ended).where(eq(companyInvitations.id, id))
  await record(tx, { id, actorId, now }, step)
}

/** Makes the coach a member who teaches by the terms of the invitation. Runs under the company's lock. */
async function join(tx: Database, { coachId, company, terms, effect, now }: Joining): Promise<void> {
  const fault = await faultOfJoining(tx, { userId: coachId, company, now })
  if (fault) throw new ApiError(fault)
  await tx.insert(companyMembers).values({ companyId: company.id, userId: coachId, createdAt: now })
  // A course that was deleted meanwhile is left out.
  const offered = and(
    inArray(courses.id, terms.courseIds),
    eq(courses.companyId, company.id),
    eq(courses.delFlag, false),
  )
  const taught = await tx.select({ courseId: courses.id }).from(courses).where(offered).orderBy(courses.id)
  if (taught.length > 0)
    await tx
      .insert(coachCourses)
      .values(taught.map((course) => ({ ...course, coachId })))
      .onConflictDoNothing()
  // So is a venue that was taken off. They are locked in the order of their ids.
  const open = await tx
    .select({ id: venues.id })
    .from(venues)
    .where(and(inArray(venues.id, terms.venueIds), eq(venues.approveStatus, 1)))
    .orderBy(venues.id)
  await effect(tx, { coachId, venueIds: open.map(({ id }) => id), adminId: company.adminId, now })
  await followUserType(tx, coachId)
}

type Terms = Pick<Invitation, 'courseIds' | 'venueIds'>
type Joining = { coachId: string; company: LockedCompany; terms: Terms; effect: VenueEffect; now: Date }

/** What was agreed is what was seen: another revision is refused. Of several answers at once the first one counts. */
const answer =
  (effect: VenueEffect) =>
  ({ params: { id }, body, user: { id: actorId }, db, now }: Handled<typeof api.answerInvitation>) =>
    db.transaction(async (tx) => {
      const viewer = { id: actorId, token: body.token, now }
      const step = body.agree ? 'ACCEPT' : 'REFUSE'
      const { invitation, company, people, isDone } = await lockForStep(tx, id, step, viewer)
      if (isDone) return readInvitation(tx, id, viewer)
      if (company.closedAt) throw new ApiError('company_closed')
      const coachId = people.isCoach ? actorId : invitation.coachId
      if (coachId === null) throw new Error('a request of nobody')
      const row = { id, revision: invitation.revision }
      await assertSeen(tx, 'company_invitations', { seen: body.revision, row }, () => readInvitation(tx, id, viewer))
      const terms = people.isAdmin
        ? { courseIds: sortedIds(body.courseIds ?? []), venueIds: sortedIds(body.venueIds ?? []) }
        : { courseIds: invitation.courseIds, venueIds: invitation.venueIds }
      if (body.agree) {
        if (people.isAdmin) await assertTerms(tx, company, terms)
        await join(tx, { coachId, company, terms, effect, now })
      }
      await end(tx, invitation, step, { actorId, now, coachId, ...(body.agree && terms) })
      const [coach] = await tx.select({ nickname: users.nickname }).from(users).where(eq(users.id, coachId))
      await notify(tx, {
        receiverIds: [people.isAdmin ? coachId : company.adminId],
        senderId: actorId,
        category: 'systemNotice',
        ...answerText({
          isAdmin: people.isAdmin,
          agree: body.agree,
          coach: coach?.nickname ?? '',
          company: company.companyName,
        }),
        about: body.agree ? { kind: 'company', id: company.id } : about(id),
      })
      return readInvitation(tx, id, viewer)
    })

type Answered = { isAdmin: boolean; agree: boolean; coach: string; company: string }

function answerText({ isAdmin, agree, coach, company }: Answered): { title: string; content: string } {
  if (isAdmin)
    return agree
      ? { title: '加入申请已通过', content: `您已加入${company}` }
      : { title: '加入申请未通过', content: `${company} 未同意您的加入申请` }
  return agree
    ? { title: '教练已加入', content: `${coach} 已加入${company}` }
    : { title: '教练没有加入', content: `${coach} 没有接受${company}的邀请` }
}

/** A coach who already has the invitation is told. The same terms change nothing. */
function change({ params: { id }, body, user: { id: actorId }, db, now }: Handled<typeof api.changeInvitation>) {
  return db.transaction(async (tx) => {
    const viewer = { id: actorId, now }
    const { invitation, company } = await lockForStep(tx, id, 'CHANGE', viewer)
    const row = { id, revision: invitation.revision }
    await assertSeen(tx, 'company_invitations', { seen: body.revision, row }, () => readInvitation(tx, id, viewer))
    const terms = { courseIds: sortedIds(body.courseIds), venueIds: sortedIds(body.venueIds) }
    await assertTerms(tx, company, terms)
    const isSame =
      `${terms.courseIds}` === `${invitation.courseIds}` && `${terms.venueIds}` === `${invitation.venueIds}`
    if (isSame) return readInvitation(tx, id, viewer)
    await tx.update(companyInvitations).set(terms).where(eq(companyInvitations.id, id))
    await record(tx, { id, actorId, now }, 'CHANGE')
    if (invitation.coachId)
      await notify(tx, {
        receiverIds: [invitation.coachId],
        senderId: actorId,
        category: 'systemNotice',
        title: '邀请的条件有更新',
        content: `${company.companyName}：条件有更新，请再看一遍`,
        about: about(id),
      })
    return readInvitation(tx, id, viewer)
  })
}

function withdraw({ params: { id }, user: { id: actorId }, db, now }: Handled<typeof api.withdrawInvitation>) {
  return db.transaction(async (tx) => {
    const viewer = { id: actorId, now }
    const { invitation, isDone } = await lockForStep(tx, id, 'WITHDRAW', viewer)
    if (!isDone) await end(tx, invitation, 'WITHDRAW', { actorId, now })
    return readInvitation(tx, id, viewer)
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

/** An invited number was registered: its account is told. An account that already has another one keeps that one. */
async function bindToAccount(db: Database, { id, userId, now }: { id: string; userId: string; now: Date }) {
  await db.transaction(async (tx) => {
    const [known] = await tx.select().from(companyInvitations).where(eq(companyInvitations.id, id))
    const company = known && (await lockCompany(tx, known.companyId))
    if (!company) return
    const other = and(eq(companyInvitations.companyId, company.id), eq(companyInvitations.coachId, userId), isPending)
    const ended = (await tx.$count(companyInvitations, other)) > 0 && ({ state: 'WITHDRAWN', endedAt: now } as const)
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

/** @param effect lets a new coach teach at venues, which another area owns */
export default (effect: VenueEffect) =>
  plugin([
    handle(api.findCoachToInvite, findCoach),
    handle(api.inviteCoach, invite),
    handle(api.requestToJoin, request),

    handle(api.invitationsOfCompany, async ({ params: { id: companyId }, user: { id: adminId }, db, now }) => {
      const led = and(eq(companies.id, companyId), eq(companies.adminId, adminId), isNull(companies.closedAt))
      if ((await db.$count(companies, led)) === 0) throw new ApiError('action_forbidden')
      const rows = await selectInvitations(db)
        .where(eq(companyInvitations.companyId, companyId))
        .orderBy(desc(companyInvitations.id))
        .limit(LISTED)
      const invitations = rows.map((row) => present(row, { isAdmin: true, isCoach: false }, now))
      return { invitations, ...(await readChoices(db, { companyId, adminId })) }
    }),

    handle(api.myCompanyInvitations, async ({ user, db, now }) => {
      const open = and(isPending, sql`${companyInvitations.expiresAt} > ${now}::timestamptz`)
      const rows = await selectInvitations(db)
        .where(and(open, isMeant(user.id)))
        .orderBy(desc(companyInvitations.id))
        .limit(LISTED)
      return rows.map((row) => present(row, { isAdmin: false, isCoach: true }, now))
    }),

    handle(api.getCompanyInvitation, ({ params: { id }, query: { token }, user, db, now }) =>
      readInvitation(db, id, { id: user.id, token, now }),
    ),

    handle(api.changeInvitation, change),
    handle(api.answerInvitation, answer(effect)),
    handle(api.withdrawInvitation, withdraw),
  ])
