import type * as api from '@paidang/api/areas/places/company-invitations'
import { ApiError } from '@paidang/api/catalogue/errors'
import {
  type InvitationStep,
  invitationStateAt,
  invitationStepFault,
  joiningFault,
  partIn,
} from '@paidang/domain/areas/places/company-invitations/invitations'
import { and, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { companies, companyInvitations, companyMembers, courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { coachVenues, venues } from '../../../tables/venues.ts'
import { levelIsUnsaid } from '../../people/profile/levels.ts'
import { maskedPhone } from '../../people/profile/mask-phone.ts'
import { readCompany } from '../companies/companies.ts'
import { clubsOf } from '../companies/follow-user-type.ts'

export type Invitation = typeof companyInvitations.$inferSelect
export type Viewer = { id: string; token?: string | undefined; now: Date }

const admins = alias(users, 'admins')

/** Why a person cannot become a coach of the company; undefined if they can. */
export async function faultOfJoining(
  db: Database,
  {
    userId,
    company: { id: companyId, adminId },
    now,
  }: { userId: string; company: { id: string; adminId: string }; now: Date },
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

/** Names of ids in an array column, in their order by id. What was deleted meanwhile is left out. */
const courseNames = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', c.id::text, 'name', c.course_name) order by c.id), '[]')
  from ${courses} c where c.id = any(${companyInvitations.courseIds}) and not c.del_flag)`
const venueNames = sql<{ id: string; name: string }[]>`(
  select coalesce(json_agg(json_build_object('id', v.id::text, 'name', v.name) order by v.id), '[]')
  from ${venues} v where v.id = any(${companyInvitations.venueIds}) and v.approve_status = 1)`

const { id, nickname, avatar, level, region } = users
export const candidate = { id, nickname, avatar, level, levelIsUnsaid, region, clubs: clubsOf(sql`${users}.id`) }

export function selectInvitations(db: Database) {
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

export const isMeant = (userId: string) =>
  sql<boolean>`(${companyInvitations.coachId} = ${userId} or ${isOfPhone(userId)})`

/** Whether this is a link that nobody has used yet. */
export const isLink = ({ token, coachId }: Invitation) => token !== null && coachId === null

const hasToken = ({ token }: Invitation, viewer: Viewer) => token !== null && token === viewer.token

/** Who the viewer is in an invitation. A token opens only an invitation that nobody has used yet. */
export async function peopleOf(db: Database, invitation: Invitation, adminId: string, viewer: Viewer) {
  const { id, coachId } = invitation
  const isAdmin = adminId === viewer.id
  if (isAdmin) return { isAdmin, isCoach: false }
  if (coachId === viewer.id) return { isAdmin, isCoach: true }
  if (coachId !== null) return { isAdmin, isCoach: false }
  const mine = and(eq(companyInvitations.id, id), isOfPhone(viewer.id))
  return { isAdmin, isCoach: hasToken(invitation, viewer) || (await db.$count(companyInvitations, mine)) > 0 }
}

export type People = Awaited<ReturnType<typeof peopleOf>>

export function present({ invitation, ...row }: Row, people: People, now: Date): api.CompanyInvitation {
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
export async function readChoices(db: Database, { companyId, adminId }: { companyId: string; adminId: string }) {
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

/** @throws ApiError company_invitation_not_found, or company_invitation_answered for who holds a link that is used */
export function assertPart(invitation: Invitation, people: People, viewer: Viewer): void {
  if (partIn(invitation.kind, people)) return
  throw new ApiError(hasToken(invitation, viewer) ? 'company_invitation_answered' : 'company_invitation_not_found')
}

/** @throws ApiError as `assertPart` */
export async function readInvitation(db: Database, id: string, viewer: Viewer): Promise<api.CompanyInvitationDetail> {
  const [row] = await selectInvitations(db).where(eq(companyInvitations.id, id))
  if (!row) throw new ApiError('company_invitation_not_found')
  const people = await peopleOf(db, row.invitation, row.admin.id, viewer)
  assertPart(row.invitation, people, viewer)
  const { coachCount, courseCount, studentCount, ...rules } = await readCompany(db, row.company.id, viewer.id)
  const coachId = row.invitation.coachId ?? (people.isCoach ? viewer.id : null)
  const [coach] = await db
    .select({ clubs: candidate.clubs })
    .from(users)
    .where(eq(users.id, coachId ?? '0'))
  const presented = present(row, people, viewer.now)
  const company = { id: row.company.id, adminId: row.admin.id }
  const isInvited = people.isCoach && presented.mayAnswer
  const fault = isInvited ? await faultOfJoining(db, { userId: viewer.id, company, now: viewer.now }) : undefined
  return {
    ...presented,
    // The link is for who can join; who was asked by number may refuse in any case.
    mayAnswer: presented.mayAnswer && !(fault && isLink(row.invitation)),
    joiningFault: fault ?? null,
    coachCount,
    courseCount,
    studentCount,
    freeCancelHours: rules.policy ? (rules.policy.tiers[0]?.hours ?? 0) : rules.freeCancelHours,
    otherClubs: (coach?.clubs ?? []).filter((name) => name !== row.company.name),
    choices: people.isAdmin ? await readChoices(db, { companyId: row.company.id, adminId: viewer.id }) : null,
  }
}

export async function readForAdmin(db: Database, id: string, now: Date): Promise<api.CompanyInvitation> {
  const [row] = await selectInvitations(db).where(eq(companyInvitations.id, id))
  if (!row) throw new Error('a new invitation is not there')
  return present(row, { isAdmin: true, isCoach: false }, now)
}
