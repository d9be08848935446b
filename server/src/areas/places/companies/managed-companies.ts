import * as api from '@paidang/api/areas/places/admin-companies'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { OBJECTION_WITHIN_MS } from '@paidang/domain/areas/activities/classes/invitation'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { type Day, dayOf } from '@paidang/domain/kernel/day'
import { nameFault } from '@paidang/domain/kernel/name'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import { and, asc, desc, eq, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { accountStateAt, isSuspended } from '../../../tables/auth.ts'
import { classObjections, invitations } from '../../../tables/classes.ts'
import { coachCourses, companies, companyMembers, courses, retiredPolicies } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { isPersonMeantBy, users } from '../../../tables/identities.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { isTakenBack } from '../../../tables/roster.ts'
import { listAuditEventsAbout, recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { hasLiveClass } from '../../ground/live-classes/has-live-class.ts'
import { notify } from '../../ground/messages/notify.ts'
import { maskedPhone } from '../../people/profile/mask-phone.ts'
import { changeRole, makeCoach, type UserRow } from '../../people/profile/profile-row.ts'
import type { CoachEffect } from '../../people/registration/registration.ts'
import { handOverAdmin, listClubsOf, taughtCourseNames } from './companies.ts'
import { insertCompany } from './found-own-company.ts'
import { closeCompany, deleteMember, removeTeaching } from './leave-all-companies.ts'
import { type LockedCompany, lockCompany } from './lock-own-company.ts'
import { readPolicies } from './policies.ts'

/**
 * Whether a contract `c` has remaining hours and has not expired.
 *
 * @param today yyyy-mm-dd
 */
const isRunning = (today: Day) => sql`c.expiry_date >= ${today}::date and c.remaining_sessions > 0`

const coachCount = sql<number>`(select count(*) from ${companyMembers} m where m.company_id = ${companies}.id)`

function selectCompanies(db: Database, today: Day) {
  const ofRunning = (figure: SQL) =>
    sql<number>`(select ${figure} from ${contracts} c where c.company_id = ${companies}.id and ${isRunning(today)})`
  return db
    .select({
      company: companies,
      admin: { id: users.id, nickname: users.nickname, avatar: users.avatar },
      coachCount: coachCount.mapWith(Number),
      courseCount:
        sql<number>`(select count(*) from ${courses} x where x.company_id = ${companies}.id and not x.del_flag)`.mapWith(
          Number,
        ),
      studentCount: ofRunning(sql`count(distinct c.user_id)`).mapWith(Number),
      outstandingSessions: ofRunning(sql`coalesce(sum(c.remaining_sessions), 0)`).mapWith(Number),
    })
    .from(companies)
    .innerJoin(users, eq(users.id, companies.adminId))
    .$dynamic()
}

/** A company as operators see it. */
type ManagedCompanyRow = Awaited<ReturnType<typeof selectCompanies>>[number]

/** The coaches of a company: its admin first, then by the time they joined. */
async function listMembersAt(db: Database, { companyId, now }: { companyId: string; now: Date }) {
  return db
    .select({
      id: users.id,
      nickname: users.nickname,
      avatar: users.avatar,
      userType: users.userType,
      state: accountStateAt(now),
      isAdmin: sql<boolean>`${companies.adminId} = ${users.id}`,
      courseNames: taughtCourseNames,
      joinedAt: companyMembers.createdAt,
    })
    .from(companyMembers)
    .innerJoin(companies, eq(companies.id, companyMembers.companyId))
    .innerJoin(users, eq(users.id, companyMembers.userId))
    .where(eq(companyMembers.companyId, companyId))
    .orderBy(desc(sql`${companies.adminId} = ${users.id}`), companyMembers.createdAt, users.id)
}

/** The offered courses of a company, by name, with their coaches and the hours that active contracts owe. */
async function listCoursesOnOffer(db: Database, { companyId, today }: { companyId: string; today: Day }) {
  // Filters by company first, because that column has the index of contracts.
  const owed = (figure: SQL) => sql<number>`(select ${figure} from ${contracts} c
    where c.company_id = ${courses}.company_id and c.course_id = ${courses}.id and ${isRunning(today)})`
  return db
    .select({
      id: courses.id,
      courseName: courses.courseName,
      pricePerSession: courses.pricePerSession,
      sessionDuration: courses.sessionDuration,
      maxParticipants: courses.maxParticipants,
      coachNames: sql<string[]>`array(select u.nickname from ${coachCourses} x join ${users} u on u.id = x.coach_id
        where x.course_id = ${courses}.id order by u.nickname collate "zh-x-icu", u.id)`,
      studentCount: owed(sql`count(distinct c.user_id)`).mapWith(Number),
      outstandingSessions: owed(sql`coalesce(sum(c.remaining_sessions), 0)`).mapWith(Number),
    })
    .from(courses)
    .where(and(eq(courses.companyId, companyId), eq(courses.delFlag, false)))
    .orderBy(sql`${courses.courseName} collate "zh-x-icu"`, courses.id)
}

/** Counts a company's contracts: all but those of undone imports, the active ones, and the hours that classes hold on the active ones. */
async function countContracts(db: Database, { companyId, today }: { companyId: string; today: Day }) {
  const { rows } = await db.execute<{ total: string; running: string; held: string }>(sql`
    select count(*) as total, count(*) filter (where ${isRunning(today)}) as running,
      coalesce(sum(c.held_sessions) filter (where ${isRunning(today)}), 0) as held
    from ${contracts} c where c.company_id = ${companyId} and not ${isTakenBack(sql`c`)}`)
  const [row] = rows
  if (!row) throw new Error('the count answers no row')
  return {
    contractCount: Number(row.total),
    runningContracts: Number(row.running),
    heldSessions: Number(row.held),
  }
}

/** The cancellation policies that a company replaced, with the person who replaced them, latest first. */
async function listRetiredPolicies(db: Database, companyId: string) {
  const { freeCancelHours, forgivenLateCancels, retiredAt } = retiredPolicies
  return db
    .select({ freeCancelHours, forgivenLateCancels, retiredAt, retiredByName: users.nickname })
    .from(retiredPolicies)
    .innerJoin(users, eq(users.id, retiredPolicies.retiredBy))
    .where(eq(retiredPolicies.companyId, companyId))
    .orderBy(desc(retiredAt))
}

/** A company as an item of the operators' list. */
function presentManagedCompany({ company, ...figures }: ManagedCompanyRow): api.ManagedCompany {
  const { id, companyName, isPerson, createdAt, closedAt } = company
  return {
    id,
    companyName,
    isPerson,
    ...figures,
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  }
}

/**
 * A company with all details for operators.
 *
 * @throws ApiError company_not_found
 */
async function readManagedCompany(
  db: Database,
  { companyId, now }: { companyId: string; now: Date },
): Promise<api.CompanyDetail> {
  const today = dayOf(now)
  const [row] = await selectCompanies(db, today).where(eq(companies.id, companyId))
  if (!row) throw new ApiError('company_not_found')
  const { phone, freeCancelHours, forgivenLateCancels, firstStart, lastStart } = row.company
  const retired = await listRetiredPolicies(db, companyId)
  const { policies } = await readPolicies(db, companyId)
  const members = await listMembersAt(db, { companyId, now })
  return {
    ...presentManagedCompany(row),
    revision: row.company.revision,
    phone: phone && maskedPhone(phone),
    settings: { freeCancelHours, forgivenLateCancels, firstStart, lastStart },
    policies,
    retiredPolicies: retired.map(({ retiredAt, ...policy }) => ({ ...policy, retiredAt: retiredAt.toISOString() })),
    members: members.map(({ joinedAt, ...member }) => ({
      ...member,
      // The same conditions as in `findSuccessorOf`.
      mayLead: !member.isAdmin && member.userType === USER_TYPES.COACH && member.state === 'NORMAL',
      joinedAt: joinedAt.toISOString(),
    })),
    courses: await listCoursesOnOffer(db, { companyId, today }),
    ...(await countContracts(db, { companyId, today })),
    auditEvents: await listAuditEventsAbout(db, { kind: 'company', id: companyId }),
  }
}

/**
 * The user who becomes the admin of a new club, locked until the transaction ends: two operators who name the same
 * person follow each other.
 *
 * @throws ApiError why this person cannot lead a club
 */
async function lockFutureAdmin(
  tx: Database,
  { phone, isPhoneChecked, now }: { phone: string; isPhoneChecked: boolean; now: Date },
): Promise<UserRow> {
  // As for a new coach: what refers to the user as a player comes before, or waits.
  const [user] = await tx.select().from(users).where(eq(users.phone, phone)).for('update')
  if (!user) throw new ApiError('company_admin_unknown')
  const { id: userId } = user
  const isTheirs = eq(users.id, userId)
  if ((await tx.$count(users, and(isTheirs, isSuspended(sql`${users}.id`, now)))) > 0)
    throw new ApiError('company_admin_suspended')
  const clubs = await listClubsOf(tx, userId)
  if (clubs.some(({ adminId }) => adminId === userId)) throw new ApiError('company_admin_leads')
  if (clubs.length > 0) throw new ApiError('company_admin_elsewhere')
  const waits = and(eq(coachApplications.userId, userId), eq(coachApplications.approveStatus, APPROVAL.PENDING))
  if ((await tx.$count(coachApplications, waits)) > 0) throw new ApiError('company_admin_applies')
  if (!user.phoneVerified && !isPhoneChecked) throw new ApiError('company_admin_unchecked')
  return user
}

/** The name of a club as it is stored. */
function clubNameOf(typed: string): string {
  const companyName = typed.trim()
  const fault = nameFault(companyName)
  if (fault) throw new ApiError(`company_name_${fault}`)
  return companyName
}

/** A reason in which something can be read. */
function reasonOf({ reason }: { reason: string }): string {
  if (reason.trim() === '') throw new ApiError('input_invalid')
  return reason.trim()
}

/** Whether another open club has the name. The key has the last word, as the name is not locked. */
async function assertNameFree(tx: Database, { companyName, id }: { companyName: string; id?: string }): Promise<void> {
  const isOther = id === undefined ? undefined : ne(companies.id, id)
  const isClub = and(eq(companies.isPerson, false), isNull(companies.closedAt))
  if ((await tx.$count(companies, and(eq(companies.companyName, companyName), isClub, isOther))) > 0)
    throw new ApiError('company_name_taken')
}

/**
 * The admin is a coach and a member from this moment. A player becomes a coach as by an approved application, with a
 * company of their own.
 *
 * @param effect what other areas do for a new coach
 */
const foundClub =
  (effect: CoachEffect) =>
  ({ body, staff, db, now }: Handled<typeof api.foundCompany>) => {
    const companyName = clubNameOf(body.companyName)
    const phone = plainPhone(body.phone)
    if (!isMobile(phone)) throw new ApiError('phone_invalid')
    return db.transaction(async (tx) => {
      const admin = await lockFutureAdmin(tx, { phone, isPhoneChecked: body.isPhoneChecked ?? false, now })
      const { id: adminId, nickname, userType } = admin
      await assertNameFree(tx, { companyName })
      if (userType !== USER_TYPES.COACH) await makeCoach(tx, adminId)
      if (userType === USER_TYPES.PLAYER) await effect(tx, { userId: adminId, nickname, now })
      const companyId = await insertCompany(tx, { companyName, adminId, isPerson: false, createdAt: now })
      await notify(tx, {
        receiverIds: [adminId],
        senderId: null,
        category: 'systemNotice',
        title: '公司已开通',
        content: `${companyName}已由平台开通，您是管理员：可以添加课程、设置规则，查看学员和收入`,
        about: { kind: 'company', id: companyId },
      })
      const summary = `开通公司「${companyName}」，管理员「${nickname}」（编号 ${adminId}）`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'company.found', objectId: companyId, summary, now })
      return readManagedCompany(tx, { companyId, now })
    })
  }

/** Whether lesson hours may still come back to contracts of the company by an objection. */
async function hasObjections(tx: Database, { companyId, now }: { companyId: string; now: Date }): Promise<boolean> {
  const since = new Date(now.getTime() - OBJECTION_WITHIN_MS)
  const { rows } = await tx.execute(sql`
    select 1 from ${invitations} i where i.company_id = ${companyId} and (i.completed_at >= ${since}::timestamptz
      or exists (select 1 from ${classObjections} o where o.invitation_id = i.id and o.state = 'OPEN')) limit 1`)
  return rows.length > 0
}

/**
 * Everybody leaves, courses are no longer offered, and then it is asked whether that was allowed: the removals wait for
 * bookings under way and keep out new ones. A contracted coach without another club is an ordinary coach from now on.
 */
function closeClub({ params: { id: companyId }, body, staff, db, now }: Handled<typeof api.closeCompany>) {
  const reason = reasonOf(body)
  return db.transaction(async (tx) => {
    const company = await lockCompany(tx, companyId)
    if (!company) throw new ApiError('company_not_found')
    const { companyName, isPerson, closedAt } = company
    if (isPerson) throw new ApiError('company_is_own')
    if (closedAt) return readManagedCompany(tx, { companyId, now })
    const members = await listMembersAt(tx, { companyId, now })
    for (const { id: userId, userType } of members) {
      await removeTeaching(tx, { companyId, userId })
      await deleteMember(tx, { companyId, userId })
      if (userType === USER_TYPES.COMPANY_COACH && (await listClubsOf(tx, userId)).length === 0)
        await changeRole(tx, userId, { userType: USER_TYPES.COACH })
    }
    await closeCompany(tx, companyId, { actorId: null, now })
    if (await hasLiveClass(tx, { companyId, now })) throw new ApiError('classes_unfinished')
    const { runningContracts } = await countContracts(tx, { companyId, today: dayOf(now) })
    if (runningContracts > 0) {
      const message = `${errors.company_has_contracts.message}：${runningContracts} 份`
      throw new ApiError('company_has_contracts', { message })
    }
    if (await hasObjections(tx, { companyId, now })) throw new ApiError('company_has_objections')
    await notify(tx, {
      receiverIds: members.map(({ id }) => id),
      senderId: null,
      category: 'systemNotice',
      title: '公司已关闭',
      content: `${companyName}已由平台关闭，您的学员和场馆不受影响，原因：${reason}`,
      about: { kind: 'company', id: companyId },
    })
    const summary = `关闭公司「${companyName}」，原因：${reason}`
    await recordAuditEvent(tx, { actorId: staff.id, action: 'company.close', objectId: companyId, summary, now })
    return readManagedCompany(tx, { companyId, now })
  })
}

async function lockOpenCompany(tx: Database, companyId: string): Promise<LockedCompany> {
  const company = await lockCompany(tx, companyId)
  if (!company) throw new ApiError('company_not_found')
  if (company.closedAt) throw new ApiError('company_closed')
  return company
}

/** @param effect what other areas do for a new coach */
export default (effect: CoachEffect) =>
  plugin([
    // The figures are computed only for the rows of the page.
    handle(api.queryCompanies, ({ query, db, now }) => {
      const { isPerson, isClosed, sord } = query
      const keyword = query.keyword?.trim()
      const where = and(
        keyword ? or(contains(companies.companyName, keyword), isPersonMeantBy(keyword)) : undefined,
        isPerson === undefined ? undefined : eq(companies.isPerson, isPerson),
        isClosed === undefined ? undefined : isClosed ? isNotNull(companies.closedAt) : isNull(companies.closedAt),
      )
      const inOrder = sord === 'asc' ? asc : desc
      const order = [inOrder(query.sort === 'coachCount' ? coachCount : companies.createdAt), inOrder(companies.id)]
      return pageOf(db, selectCompanies(db, dayOf(now)), { where, order, query, present: presentManagedCompany })
    }),

    handle(api.readManagedCompany, ({ params: { id }, db, now }) => readManagedCompany(db, { companyId: id, now })),

    handle(api.foundCompany, foundClub(effect)),

    // For an admin who cannot do it. The operator names the current admin. If that admin changed meanwhile, the call is
    // refused.
    handle(api.handOverCompany, ({ params: { id: companyId }, body: { fromId, toId, ...said }, staff, db, now }) => {
      const reason = reasonOf(said)
      return db.transaction(async (tx) => {
        const company = await lockOpenCompany(tx, companyId)
        if (company.adminId !== fromId) throw new ApiError('company_admin_changed')
        const { nickname } = await handOverAdmin(tx, { company, toId, actorId: null, reason, now })
        const summary = `将「${company.companyName}」的管理员移交给「${nickname}」（编号 ${toId}），原因：${reason}`
        await recordAuditEvent(tx, {
          actorId: staff.id,
          action: 'company.hand-over',
          objectId: companyId,
          summary,
          now,
        })
        return readManagedCompany(tx, { companyId, now })
      })
    }),

    // Its classes and contracts show the new name from then on. The current name changes nothing.
    handle(api.renameCompany, ({ params: { id: companyId }, body, staff, db, now }) => {
      const companyName = clubNameOf(body.companyName)
      const reason = reasonOf(body)
      return db.transaction(async (tx) => {
        const { companyName: before, adminId, isPerson } = await lockOpenCompany(tx, companyId)
        if (companyName !== before) {
          if (!isPerson) await assertNameFree(tx, { companyName, id: companyId })
          await tx.update(companies).set({ companyName }).where(eq(companies.id, companyId))
          await notify(tx, {
            receiverIds: [adminId],
            senderId: null,
            category: 'systemNotice',
            title: '公司名称已更改',
            content: `${before} 已更名为 ${companyName}，由平台办理，原因：${reason}`,
            about: { kind: 'company', id: companyId },
          })
          const summary = `将公司「${before}」更名为「${companyName}」，原因：${reason}`
          await recordAuditEvent(tx, { actorId: staff.id, action: 'company.rename', objectId: companyId, summary, now })
        }
        return readManagedCompany(tx, { companyId, now })
      })
    }),

    handle(api.closeCompany, closeClub),
  ])
