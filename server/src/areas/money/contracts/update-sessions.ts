import type { Contract, SessionsItem } from '@paidang/api/areas/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotSet } from '@paidang/domain/areas/contracts/adjust'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { dayOf, toIsoDay } from '@paidang/domain/kernel/day'
import { isId } from '@paidang/domain/kernel/id'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { notify } from '../../ground/messages/notify.ts'
import {
  type CourseToSet,
  findCourseToSet,
  findNickname,
  type LockedContract,
  listLastHeldDays,
  listPhoneUnverified,
  lockCompanyRelationForShare,
  lockContractsToSet,
  lockRelationForShare,
} from './adjust-queries.ts'
import { insertContract, updateExpiry } from './grant-queries.ts'
import { moveHours } from './queries.ts'
import { readContractsById } from './read-contracts.ts'

/** The caller who sets hours, the reason and the time. */
type Setter = { actorId: string; reason: string; now: Date }

/** An item with its course and its contract. Without a contract one is opened. */
type Setting = { item: SessionsItem; course: CourseToSet; contract: LockedContract | undefined }

/**
 * Sets the remaining hours and the last day of contracts, all or none. A change of an existing contract is one ADJUST
 * row, even if only the last day changes. A new contract begins with a GRANT row. An item that changes nothing writes
 * nothing. The player is notified of each change. Callers are coaches of the course with the player as their student.
 * The admin of its company may also call it, if any coach there has the player as a student.
 *
 * @returns the current contracts, in the order of the items
 * @throws ApiError reason_missing; input_invalid (a contract twice); action_forbidden; contract_not_found;
 *   course_not_found (a new contract of a deleted course); revision_outdated; contract_phone_unchecked; any
 *   AdjustRefusal.
 * Source: specification §3 "Student course update item"; decision "Hours and money"
 */
export async function updateSessions(
  db: Database,
  { items, reason, actorId, now }: Setter & { items: readonly SessionsItem[] },
): Promise<Contract[]> {
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
export const opensContract = (item: SessionsItem) => contractIdOf(item) === undefined

const contractIdOf = ({ id }: SessionsItem) => (id === undefined || id.startsWith('new_') ? undefined : id)

/** The identity of an item: its id, or without one its player and course. */
const keyOf = ({ id, userId, courseDesignId }: SessionsItem) => id ?? `${userId} ${courseDesignId}`

/** Locks and checks all items before anything is written. */
async function openSettings(
  tx: Database,
  items: readonly SessionsItem[],
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
  const unverified = await listPhoneUnverified(
    tx,
    items.map(({ userId }) => userId),
  )
  const settings: Setting[] = []
  for (const [index, course] of courses.entries()) {
    const item = items[index] as SessionsItem
    const id = contractIdOf(item)
    const contract = id === undefined ? undefined : locked.get(id)
    const isMeant = contract?.userId === item.userId && contract.courseId === item.courseDesignId
    if (id !== undefined && !isMeant) throw new ApiError('contract_not_found')
    if (id === undefined && course.delFlag) throw new ApiError('course_not_found')
    const adjusted = contract && { ...contract, lastHeldDay: lastHeldDays.get(contract.id) ?? null }
    const input = { ...item, expiryDate: toIsoDay(item.expiryDate) }
    const refusal = whyNotSet(adjusted, input, dayOf(now))
    if (refusal) throw new ApiError(refusal)
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
  const expiryChange = item.expiryDate === expiryDate ? [] : [`有效期 ${expiryDate} → ${item.expiryDate}`]
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
