import * as api from '@paidang/api/areas/places/companies'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Policy } from '@paidang/domain/areas/activities/classes/policy'
import { and, eq, ne, not, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { isSuspended } from '../../../tables/auth.ts'
import {
  coachCourses,
  companies,
  companyMembers,
  courses,
  policyVersions,
  retiredPolicies,
} from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { notify } from '../../ground/messages/notify.ts'
import { companyOfPath, ownCompanyOfPath } from './company-of-path.ts'
import { type LockedCompany, lockCompany, lockOwnCompany } from './lock-own-company.ts'

/**
 * A company as everybody may see it. Its phone is only for its members.
 *
 * @throws ApiError company_not_found
 */
export async function readCompany(db: Database, companyId: string, actorId: string): Promise<api.Company> {
  const [row] = await db
    .select({
      company: companies,
      adminName: users.nickname,
      coachCount: sql<number>`(select count(*) from ${companyMembers} m where m.company_id = ${companies}.id)`.mapWith(
        Number,
      ),
      courseCount:
        sql<number>`(select count(*) from ${courses} c where c.company_id = ${companies}.id and not c.del_flag)`.mapWith(
          Number,
        ),
      studentCount: sql<number>`(
        select count(distinct r.player_id) from ${studentRelations} r
          join ${companyMembers} m on m.user_id = r.coach_id and m.company_id = ${companies}.id)`.mapWith(Number),
      policy: sql<Policy | null>`(
        select p.terms from ${policyVersions} p where p.company_id = ${companies}.id and p.course_id is null
        order by p.version desc limit 1)`,
      isMember: sql<boolean>`exists (
        select 1 from ${companyMembers} m where m.company_id = ${companies}.id and m.user_id = ${actorId})`,
    })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.adminId))
    .where(eq(companies.id, companyId))
  if (!row) throw new ApiError('company_not_found')
  const { company, adminName, coachCount, courseCount, studentCount, isMember, policy } = row
  return {
    id: company.id,
    companyName: company.companyName,
    isPerson: company.isPerson,
    adminId: company.adminId,
    adminName,
    phone: isMember ? company.phone : null,
    coachCount,
    courseCount,
    studentCount,
    isMember,
    freeCancelHours: company.freeCancelHours,
    forgivenLateCancels: company.forgivenLateCancels,
    firstStart: company.firstStart,
    lastStart: company.lastStart,
    awayExtends: company.awayExtends,
    awayExtendDays: company.awayExtendDays,
    policy,
    revision: company.revision,
  }
}

/** The names of the courses that a coach of `users` teaches for a company of `companies`, by name. */
export const taughtCourseNames = sql<string[]>`array(
  select c.course_name from ${coachCourses} x join ${courses} c on c.id = x.course_id
  where x.coach_id = ${users.id} and c.company_id = ${companies.id} and not c.del_flag
  order by c.course_name collate "zh-x-icu", c.id)`

/** The members of a company. */
export async function listMembers(db: Database, companyId: string): Promise<{ id: string; nickname: string }[]> {
  return db
    .select({ id: users.id, nickname: users.nickname })
    .from(companyMembers)
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(eq(companyMembers.companyId, companyId))
}

/** The clubs for which a coach teaches. One-person companies are left out. */
export async function listClubsOf(db: Database, userId: string) {
  return db
    .select({ id: companies.id, adminId: companies.adminId })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .where(and(eq(companyMembers.userId, userId), eq(companies.isPerson, false)))
    .orderBy(companies.id)
}

/** A member who may become the admin of a company: another coach of userType 1 who is not suspended. */
async function findSuccessorOf(
  db: Database,
  { id: companyId, adminId }: { id: string; adminId: string },
  userId: string,
  now: Date,
) {
  const [row] = await db
    .select({ id: users.id, nickname: users.nickname })
    .from(companyMembers)
    .innerJoin(users, and(eq(users.id, companyMembers.userId), eq(users.userType, 1)))
    .where(
      and(
        eq(companyMembers.companyId, companyId),
        eq(companyMembers.userId, userId),
        ne(companyMembers.userId, adminId),
        not(isSuspended(companyMembers.userId, now)),
      ),
    )
    // A coach who joins a second club at this moment may become another userType.
    .for('no key update', { of: users })
  return row
}

type HandOver = {
  company: LockedCompany
  toId: string
  /** The current admin who hands over, or null for an operator. An operator must give a reason. */
  actorId: string | null
  reason?: string
  now: Date
}

/**
 * Makes another coach of a locked company its admin at once, and notifies both. The former admin loses access to the
 * analytics.
 *
 * @returns the new admin
 * @throws ApiError coach_not_found (no other coach of userType 1 in the company, or a suspended one).
 * Source: decision "Messages", decision record 021
 */
export async function handOverAdmin(
  tx: Database,
  { company, toId, actorId, reason, now }: HandOver,
): Promise<{ nickname: string }> {
  const successor = await findSuccessorOf(tx, company, toId, now)
  if (!successor) throw new ApiError('coach_not_found')
  const { id: companyId, companyName, adminId: from } = company
  const { rowCount } = await tx
    .update(companies)
    .set({ adminId: toId })
    .where(and(eq(companies.id, companyId), eq(companies.adminId, from)))
  if (rowCount !== 1) throw new Error('the admin of a locked company changed')

  const notice = {
    category: 'systemNotice',
    title: '公司管理员已转让',
    about: { kind: 'company', id: companyId },
  } as const
  const why = reason === undefined ? '' : `，由平台办理，原因：${reason}`
  await notify(tx, {
    ...notice,
    receiverIds: [toId],
    senderId: actorId,
    content: `您已成为${companyName}的管理员${why}`,
  })
  await notify(tx, {
    ...notice,
    receiverIds: [from],
    senderId: null,
    content: `${companyName}的管理员已转让给${successor.nickname}${why}`,
  })
  return successor
}

/**
 * A replaced policy is stored for the classes that were made under it. The other coaches are notified of the new
 * policy. The opening hours apply to venues that its coaches add from now on.
 */
function saveSettings({
  params: { id: companyId },
  body: { revision: seen, ...rules },
  user: { id: actorId },
  db,
  now,
}: Handled<typeof api.saveCompanySettings>) {
  const { freeCancelHours, forgivenLateCancels, firstStart, lastStart } = rules
  if (lastStart < firstStart) throw new ApiError('venue_hours_invalid')
  return db.transaction(async (tx) => {
    const company = await lockOwnCompany(tx, companyId, actorId)
    await assertSeen(tx, 'companies', { seen, row: company }, () => readCompany(tx, companyId, actorId))
    const before = { freeCancelHours: company.freeCancelHours, forgivenLateCancels: company.forgivenLateCancels }
    if (before.freeCancelHours !== freeCancelHours || before.forgivenLateCancels !== forgivenLateCancels) {
      // If two changes have the same instant, the second policy was never in force and is not stored.
      await tx
        .insert(retiredPolicies)
        .values({ ...before, companyId, retiredAt: now, retiredBy: actorId })
        .onConflictDoNothing()
      await notify(tx, {
        receiverIds: (await listMembers(tx, companyId)).map(({ id }) => id),
        senderId: actorId,
        category: 'systemNotice',
        title: '取消规则已更改',
        content: `${company.companyName}：开课前 ${freeCancelHours} 小时可免费取消，90 天内免 ${forgivenLateCancels} 次；已有约课仍按原规则`,
        about: { kind: 'company', id: companyId },
      })
    }
    await tx.update(companies).set(rules).where(eq(companies.id, companyId))
    return readCompany(tx, companyId, actorId)
  })
}

/** The id of the only club. Of several clubs the caller must name one. */
export function onlyOne(
  [club, ...others]: { id: string }[],
  ifNone: 'action_forbidden' | 'company_admin_only',
): string {
  if (!club) throw new ApiError(ifNone)
  if (others.length > 0) throw new ApiError('input_invalid')
  return club.id
}

export default plugin([
  handle(api.getCompany, ({ params: { id: text }, user, db }) =>
    readCompany(db, companyOfPath(text, user.id), user.id),
  ),

  handle(api.saveCompanySettings, saveSettings),

  handle(api.coachesOfCompany, async ({ params: { id: text }, query: { nickname = '' }, user, db }) => {
    const companyId = await ownCompanyOfPath(db, text, user.id)
    const rows = await db
      .select({
        id: users.id,
        userType: users.userType,
        nickname: users.nickname,
        avatar: users.avatar,
        likeCount: users.likesCount,
        isAdmin: sql<boolean>`${companies.adminId} = ${users.id}`,
        courseNames: taughtCourseNames,
      })
      .from(companyMembers)
      .innerJoin(companies, eq(companies.id, companyMembers.companyId))
      .innerJoin(users, eq(users.id, companyMembers.userId))
      .where(and(eq(companyMembers.companyId, companyId), contains(users.nickname, nickname.trim())))
      .orderBy(sql`${users.nickname} collate "zh-x-icu"`, users.id)
    return rows.map(({ isAdmin, courseNames, ...coach }) => ({ coachVO: coach, isAdmin, courseNames }))
  }),

  // Of several concurrent calls exactly one succeeds. The later callers are no longer admin. Without `companyId` the
  // only club that the caller administers is meant.
  handle(api.changeCompanyAdmin, ({ body: { companyId, coachId }, user: { id: actorId }, db, now }) =>
    db.transaction(async (tx) => {
      const led = async () => (await listClubsOf(tx, actorId)).filter(({ adminId }) => adminId === actorId)
      const company = await lockCompany(tx, companyId ?? onlyOne(await led(), 'company_admin_only'))
      if (company?.adminId !== actorId || company.closedAt) throw new ApiError('company_admin_only')
      await handOverAdmin(tx, { company, toId: coachId, actorId, now })
      return readCompany(tx, company.id, actorId)
    }),
  ),
])
