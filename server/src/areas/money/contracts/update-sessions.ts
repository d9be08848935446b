import * as api from '@paidang/api/areas/money/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { whyNotSet } from '@paidang/domain/areas/money/contracts/adjust'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { dayOf, formatDotDay, toIsoDay } from '@paidang/domain/kernel/day'
import { isId } from '@paidang/domain/kernel/id'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { plugin } from '../../../http/handle.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { coachCourses, companies, companyMembers, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { hourLots, packagePurchases } from '../../../tables/packages.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { notify } from '../../ground/messages/notify.ts'
import { readContractsById } from './contracts.ts'
import { listPhoneUnverified } from './grant-hours.ts'
import { insertContract, moveHours, updateExpiry } from './ledger.ts'

/** The fields of a course for setting hours. Says whether the caller teaches it or administers its company. */
type CourseToSet = {
  companyId: string
  courseName: string
  delFlag: boolean
  isTaught: boolean
  isAdmin: boolean
}

/**
 * A course, whether a coach teaches it, and whether they are the admin of its company. Undefined if it does not exist.
 */
async function findCourseToSet(db: Database, courseId: string, coachId: string): Promise<CourseToSet | undefined> {
  const [row] = await db
    .select({
      companyId: courses.companyId,
      courseName: courses.courseName,
      // A trial lesson takes no contract.
      delFlag: sql<boolean>`(${courses.delFlag} or ${courses.isTrial})`,
      isTaught: sql<boolean>`${coachCourses.coachId} is not null`,
      isAdmin: sql<boolean>`${companies.adminId} = ${coachId}`,
    })
    .from(courses)
    .innerJoin(companies, eq(companies.id, courses.companyId))
    .leftJoin(coachCourses, and(eq(coachCourses.courseId, courses.id), eq(coachCourses.coachId, coachId)))
    .where(eq(courses.id, courseId))
  return row
}

/** Whether a player is a student of a coach. Locks the relation, so that it lasts until the transaction ends. */
async function lockRelationForShare(tx: Database, coachId: string, playerId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: studentRelations.id })
    .from(studentRelations)
    .where(and(eq(studentRelations.coachId, coachId), eq(studentRelations.playerId, playerId)))
    .for('key share')
  return rows.length > 0
}

/**
 * Whether a player is a student of any coach of the company. Locks a relation, so that it lasts until the transaction
 * ends.
 */
async function lockCompanyRelationForShare(tx: Database, companyId: string, playerId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: studentRelations.id })
    .from(studentRelations)
    .innerJoin(companyMembers, eq(companyMembers.userId, studentRelations.coachId))
    .where(and(eq(companyMembers.companyId, companyId), eq(studentRelations.playerId, playerId)))
    .for('key share', { of: studentRelations })
  return rows.length > 0
}

/** A contract that is locked for a change. */
type LockedContract = {
  id: string
  userId: string
  courseId: string
  remainingSessions: number
  heldSessions: number
  expiryDate: string
  refundedAt: Date | null
  revision: number
}

/** Locks contracts for the rest of the transaction. All callers lock by id, which prevents deadlocks. */
async function lockContractsToSet(tx: Database, ids: readonly string[]): Promise<Map<string, LockedContract>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .select({
      id: contracts.id,
      userId: contracts.userId,
      courseId: contracts.courseId,
      remainingSessions: contracts.remainingSessions,
      heldSessions: contracts.heldSessions,
      expiryDate: contracts.expiryDate,
      refundedAt: contracts.refundedAt,
      revision: contracts.revision,
    })
    .from(contracts)
    .where(inArray(contracts.id, [...ids]))
    .orderBy(asc(contracts.id))
    .for('update')
  return new Map(rows.map((row) => [row.id, row]))
}

/** The day of the last class that holds hours of each contract. A contract without held hours has no entry. */
async function listLastHeldDays(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ contractId: seats.contractId, day: sql<string>`max(${invitations.courseDate})::text` })
    .from(seats)
    .innerJoin(invitations, eq(invitations.id, seats.invitationId))
    .where(and(inArray(seats.contractId, [...ids]), sql`${seats.heldSessions} > 0`))
    .groupBy(seats.contractId)
  return new Map(rows.flatMap(({ contractId, day }) => (contractId === null ? [] : [[contractId, day] as const])))
}

/** The hours of each contract that its owner bought and has left, gifts too. They are the owner's, not the coach's. */
async function listBoughtHours(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({ contractId: hourLots.contractId, hours: sql<number>`sum(${hourLots.leftHours})`.mapWith(Number) })
    .from(hourLots)
    .innerJoin(
      packagePurchases,
      and(
        eq(packagePurchases.contractId, hourLots.contractId),
        sql`${hourLots.seq} in (${packagePurchases.grantSeq}, ${packagePurchases.giftSeq})`,
      ),
    )
    .where(inArray(hourLots.contractId, [...ids]))
    .groupBy(hourLots.contractId)
  return new Map(rows.map(({ contractId, hours }) => [contractId, hours]))
}

/** The nickname of a person. */
async function findNickname(db: Database, userId: string): Promise<string> {
  const [row] = await db.select({ nickname: users.nickname }).from(users).where(eq(users.id, userId))
  if (!row) throw new Error(`user ${userId} has a session and no row`)
  return row.nickname
}

/** The caller who sets hours, the reason and the time. */
type Setter = { actorId: string; reason: string; now: Date }

/** An item with its course and its contract. Without a contract one is opened. */
type Setting = { item: api.SessionsItem; course: CourseToSet; contract: LockedContract | undefined }

/**
 * Sets the remaining hours and the last day of contracts, all or none. A change of an existing contract is one ADJUST
 * row, even if only the last day changes. A new contract begins with a GRANT row. An item that changes nothing writes
 * nothing. The player is notified of each change. Callers are coaches of the course with the player as their student.
 * The admin of its company may also call it, if any coach there has the player as a student.
 *
 * @returns the current contracts, in the order of the items.
 * Source: specification §3 "Student course update item"; decision "Hours and money"
 */
async function updateSessions(
  db: Database,
  { items, reason, actorId, now }: Setter & { items: readonly api.SessionsItem[] },
): Promise<api.Contract[]> {
  const setter = { actorId, reason: reason.trim(), now }
  if (setter.reason === '') throw new ApiError('reason_missing')
  if (new Set(items.map(keyOf)).size < items.length) throw new ApiError('input_invalid')
  return db.transaction(async (tx) => {
    const settings = await openSettings(tx, items, setter)
    const setterName = await findNickname(tx, actorId)
    const ids: string[] = []
    for (const setting of settings) ids.push(await set(tx, setting, { ...setter, setterName }))
    return readContractsById(tx, ids, now)
  })
}

/** Whether an item opens a contract, where another sets one. */
const opensContract = (item: api.SessionsItem) => contractIdOf(item) === undefined

const contractIdOf = ({ id }: api.SessionsItem) => (id === undefined || id.startsWith('new_') ? undefined : id)

/** The identity of an item: its id, or without one its player and course. */
const keyOf = ({ id, userId, courseDesignId }: api.SessionsItem) => id ?? `${userId} ${courseDesignId}`

/** Locks and checks all items before anything is written. */
async function openSettings(
  tx: Database,
  items: readonly api.SessionsItem[],
  { actorId, now }: Setter,
): Promise<Setting[]> {
  const courses: CourseToSet[] = []
  for (const { userId, courseDesignId } of items)
    courses.push(await courseToSet(tx, { userId, courseDesignId, actorId }))

  const ids = items.flatMap((item) => contractIdOf(item) ?? [])
  // The digits may exceed the ids of the database.
  if (!ids.every(isId)) throw new ApiError('contract_not_found')
  const locked = await lockContractsToSet(tx, ids)
  const lastHeldDays = await listLastHeldDays(tx, ids)
  const bought = await listBoughtHours(tx, ids)
  const unverified = await listPhoneUnverified(
    tx,
    items.map(({ userId }) => userId),
  )
  const settings: Setting[] = []
  for (const [index, course] of courses.entries()) {
    const item = items[index] as api.SessionsItem
    const id = contractIdOf(item)
    const contract = id === undefined ? undefined : locked.get(id)
    const isMeant = contract?.userId === item.userId && contract.courseId === item.courseDesignId
    if (id !== undefined && !isMeant) throw new ApiError('contract_not_found')
    if (id === undefined && course.delFlag) throw new ApiError('course_not_found')
    const adjusted = contract && {
      ...contract,
      lastHeldDay: lastHeldDays.get(contract.id) ?? null,
      isRefunded: contract.refundedAt !== null,
    }
    const input = { ...item, expiryDate: toIsoDay(item.expiryDate) }
    const refusal = whyNotSet(adjusted, input, dayOf(now))
    if (refusal) throw new ApiError(refusal)
    const boughtHours = (contract && bought.get(contract.id)) ?? 0
    const isShorter = contract !== undefined && input.expiryDate < contract.expiryDate
    if (boughtHours > 0 && (input.settingSessions < boughtHours || isShorter))
      throw new ApiError('contract_hours_bought')
    // A repeated call finds the values already set. It changes nothing and is not refused.
    const isRepeat = contract?.remainingSessions === input.settingSessions && contract.expiryDate === input.expiryDate
    if (contract && !isRepeat) await assertSeen(tx, 'contracts', { seen: item.revision, row: contract }, () => contract)
    const addsHours = item.settingSessions > (contract?.remainingSessions ?? 0)
    if (addsHours && unverified.includes(item.userId) && !item.isPhoneChecked) {
      throw new ApiError('contract_phone_unchecked')
    }
    settings.push({ item: input, course, contract })
  }
  return settings
}

async function courseToSet(
  tx: Database,
  { userId, courseDesignId, actorId }: { userId: string; courseDesignId: string; actorId: string },
): Promise<CourseToSet> {
  const course = await findCourseToSet(tx, courseDesignId, actorId)
  const maySet =
    course !== undefined &&
    ((course.isTaught && (await lockRelationForShare(tx, actorId, userId))) ||
      (course.isAdmin && (await lockCompanyRelationForShare(tx, course.companyId, userId))))
  if (!maySet) throw new ApiError('action_forbidden')
  return course
}

/**
 * Applies one item.
 *
 * @returns the contract's id
 */
async function set(tx: Database, setting: Setting, setter: Setter & { setterName: string }): Promise<string> {
  return setting.contract ? adjust(tx, setting.contract, setting, setter) : open(tx, setting, setter)
}

async function adjust(
  tx: Database,
  { id: contractId, remainingSessions, expiryDate }: LockedContract,
  { item, course }: Setting,
  { actorId, reason, now, setterName }: Setter & { setterName: string },
): Promise<string> {
  const remainingChange = item.settingSessions - remainingSessions
  const changes: string[] = []
  if (remainingChange !== 0) {
    changes.push(`剩余课时 ${lessonHoursText(remainingSessions)} → ${lessonHoursText(item.settingSessions)}`)
  }
  // Only the ledger keeps the former last day, in the row's reason.
  const expiryChange =
    item.expiryDate === expiryDate ? [] : [`有效期 ${formatDotDay(expiryDate)} → ${formatDotDay(item.expiryDate)}`]
  changes.push(...expiryChange)
  if (changes.length === 0) return contractId

  const isMoved = await moveHours(tx, {
    contractId,
    kind: 'ADJUST',
    remainingChange,
    heldChange: 0,
    invitationId: null,
    seatUserId: null,
    round: null,
    actorId: actorId,
    reason: [reason, ...expiryChange].join('；'),
    now,
  })
  if (!isMoved) throw new Error(`contract ${contractId} is locked, and yet has other hours than were read`)
  if (expiryChange.length > 0) await updateExpiry(tx, contractId, item.expiryDate)
  await notifyPlayer(tx, { contractId, playerId: item.userId, actorId, title: '课时已调整' }, [
    `${setterName} 调整了您的 ${course.courseName}：${changes.join('，')}`,
    reason,
  ])
  return contractId
}

async function open(
  tx: Database,
  { item, course }: Setting,
  { actorId, reason, now, setterName }: Setter & { setterName: string },
): Promise<string> {
  const { userId, courseDesignId: courseId, settingSessions: sessions, expiryDate } = item
  const contractId = await insertContract(tx, {
    userId,
    courseId,
    companyId: course.companyId,
    // An admin who does not teach the course opens the contract for any of its coaches.
    coachId: course.isTaught ? actorId : null,
    sessions,
    expiryDate,
    invitationId: null,
    actorId: actorId,
    reason,
    now,
  })
  await notifyPlayer(tx, { contractId, playerId: userId, actorId, title: '课程合同已开通' }, [
    `${setterName} 为您开通了 ${course.courseName}：${lessonHoursText(sessions)} 课时，有效期至 ${expiryDate}`,
    reason,
  ])
  return contractId
}

async function notifyPlayer(
  tx: Database,
  { contractId, playerId, actorId, title }: { contractId: string; playerId: string; actorId: string; title: string },
  [what, reason]: readonly [string, string],
): Promise<void> {
  await notify(tx, {
    receiverIds: [playerId],
    senderId: actorId,
    category: 'classNotice',
    title,
    content: `${what}。原因：${reason}`,
    about: { kind: 'contract', id: contractId },
  })
}

/** The reason for setting lesson hours if the caller gives none. */
const DEFAULT_REASON = '调整课时'

/** The items of either form of the body. */
const itemsOf = (body: Input<typeof api.updateSessions>['body']) => (Array.isArray(body) ? body : body.items)

export default plugin([
  handleReviewed(
    api.updateSessions,
    {
      kind: 'hours',
      words: ({ body }) => (Array.isArray(body) ? {} : { reason: body.reason }),
      about: ({ user }) => user.id,
      // Hours that are set, not opened, are set again: they may have changed since.
      stands: (_db, _made, { body }) => itemsOf(body).some(opensContract),
    },
    ({ body, user, now }, say) =>
      say((tx, { reason = DEFAULT_REASON }) =>
        updateSessions(tx, { items: itemsOf(body), reason, actorId: user.id, now }),
      ),
  ),
])
