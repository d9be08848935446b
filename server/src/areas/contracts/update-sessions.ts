import type { Contract, SessionsItem } from '@paidang/api/areas/contracts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotSet } from '@paidang/domain/areas/contracts/adjust'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { dayOf, hyphened } from '@paidang/domain/kernel/day'
import { isId } from '@paidang/domain/kernel/id'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import {
  type CourseToSet,
  findCourseToSet,
  findNickname,
  keepRelation,
  keepRelationWithCompany,
  type LockedContract,
  listLastHeldDays,
  lockContractsToSet,
} from './adjust-queries.ts'
import { insertContract, updateExpiry } from './grant-queries.ts'
import { moveHours } from './queries.ts'
import { readContractsById } from './read-contracts.ts'

/** Who sets hours, why and when. */
type Setter = { by: string; reason: string; now: Date }

/** An item with its course, and the contract that it is about; without one a contract is opened. */
type Setting = { item: SessionsItem; course: CourseToSet; contract: LockedContract | undefined }

/**
 * Sets what remains on contracts and until when they last, all or none: what stands there is moved by one ADJUST row, a new
 * contract begins with a GRANT. The row also says so when nothing but the last day changes; a setting that changes nothing
 * writes nothing. The player is told of each change.
 *
 * For a coach of the course whose student the player is, or the admin of its company where he is anybody's student.
 *
 * @returns the contracts as they now stand, in the order of the items
 * @throws ApiError reason_missing, input_invalid (a contract twice), action_forbidden, contract_not_found,
 *   course_not_found (a new contract of a deleted course), contract_changed, any AdjustRefusal
 * Source: specification §3 "Student course update item"; decision "Hours and money"
 */
export async function updateSessions(
  db: Database,
  { items, reason, by, now }: Setter & { items: readonly SessionsItem[] },
): Promise<Contract[]> {
  const setter = { by, reason: reason.trim(), now }
  if (setter.reason === '') throw new ApiError('reason_missing')
  if (new Set(items.map(keyOf)).size < items.length) throw new ApiError('input_invalid')
  return db.transaction(async (tx) => {
    const settings = await openSettings(tx, items, setter)
    const setterName = await findNickname(tx, by)
    const ids: string[] = []
    for (const setting of settings) ids.push(await set(tx, setting, { ...setter, setterName }))
    return readContractsById(tx, ids, now)
  })
}

const contractIdOf = ({ id }: SessionsItem) => (id === undefined || id.startsWith('new_') ? undefined : id)

/** What makes two items one: the id; without one, whose contract for what. */
const keyOf = ({ id, userId, courseDesignId }: SessionsItem) => id ?? `${userId} ${courseDesignId}`

/** Locks what is to be set, and checks all of it before anything is written. */
async function openSettings(tx: Database, items: readonly SessionsItem[], { by, now }: Setter): Promise<Setting[]> {
  const courses: CourseToSet[] = []
  for (const { userId, courseDesignId } of items) courses.push(await courseToSet(tx, { userId, courseDesignId, by }))

  const ids = items.flatMap((item) => contractIdOf(item) ?? [])
  // Digits enough to be no id of the database.
  if (!ids.every(isId)) throw new ApiError('contract_not_found')
  const locked = await lockContractsToSet(tx, ids)
  const lastHeldDays = await listLastHeldDays(tx, ids)
  return courses.map((course, index) => {
    const item = items[index] as SessionsItem
    const id = contractIdOf(item)
    const contract = id === undefined ? undefined : locked.get(id)
    const isMeant = contract?.userId === item.userId && contract.courseId === item.courseDesignId
    if (id !== undefined && !isMeant) throw new ApiError('contract_not_found')
    if (id === undefined && course.delFlag) throw new ApiError('course_not_found')
    const adjusted = contract && { ...contract, lastHeldDay: lastHeldDays.get(contract.id) ?? null }
    const wanted = { ...item, expiryDate: hyphened(item.expiryDate) }
    const refusal = whyNotSet(adjusted, wanted, dayOf(now))
    if (refusal) throw new ApiError(refusal)
    // A repeat finds what it wants, and changes nothing.
    const known = [item.seenSessions, item.settingSessions]
    const wasSeen = item.seenSessions === undefined || known.includes(contract?.remainingSessions)
    if (!wasSeen) throw new ApiError('contract_changed')
    return { item: wanted, course, contract }
  })
}

async function courseToSet(
  tx: Database,
  { userId, courseDesignId, by }: { userId: string; courseDesignId: string; by: string },
): Promise<CourseToSet> {
  const course = await findCourseToSet(tx, courseDesignId, by)
  const maySet =
    course !== undefined &&
    ((course.isTaught && (await keepRelation(tx, by, userId))) ||
      (course.isAdmin && (await keepRelationWithCompany(tx, course.companyId, userId))))
  if (!maySet) throw new ApiError('action_forbidden')
  return course
}

/** Carries one setting out. @returns the contract's id */
async function set(tx: Database, setting: Setting, setter: Setter & { setterName: string }): Promise<string> {
  return setting.contract ? adjust(tx, setting.contract, setting, setter) : open(tx, setting, setter)
}

async function adjust(
  tx: Database,
  { id: contractId, remainingSessions, expiryDate }: LockedContract,
  { item, course }: Setting,
  { by, reason, now, setterName }: Setter & { setterName: string },
): Promise<string> {
  const remainingChange = item.settingSessions - remainingSessions
  const changes: string[] = []
  if (remainingChange !== 0) {
    changes.push(`剩余课时 ${lessonHoursText(remainingSessions)} → ${lessonHoursText(item.settingSessions)}`)
  }
  // Only the ledger remembers what is no longer so: the last day that was stands in the row's reason.
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
    actorId: by,
    reason: [reason, ...expiryChange].join('；'),
    now,
  })
  if (!isMoved) throw new Error(`contract ${contractId} is locked, and yet has other hours than were read`)
  if (expiryChange.length > 0) await updateExpiry(tx, contractId, item.expiryDate)
  await tellPlayer(tx, { contractId, playerId: item.userId, by, title: '课时已调整' }, [
    `${setterName} 调整了您的 ${course.courseName}：${changes.join('，')}`,
    reason,
  ])
  return contractId
}

async function open(
  tx: Database,
  { item, course }: Setting,
  { by, reason, now, setterName }: Setter & { setterName: string },
): Promise<string> {
  const { userId, courseDesignId: courseId, settingSessions: sessions, expiryDate } = item
  const contractId = await insertContract(tx, {
    userId,
    courseId,
    companyId: course.companyId,
    // An admin who does not teach the course opens it for whoever does.
    coachId: course.isTaught ? by : null,
    sessions,
    expiryDate,
    invitationId: null,
    actorId: by,
    reason,
    now,
  })
  await tellPlayer(tx, { contractId, playerId: userId, by, title: '课程合同已开通' }, [
    `${setterName} 为您开通了 ${course.courseName}：${lessonHoursText(sessions)} 课时，有效期至 ${expiryDate}`,
    reason,
  ])
  return contractId
}

async function tellPlayer(
  tx: Database,
  { contractId, playerId, by, title }: { contractId: string; playerId: string; by: string; title: string },
  [what, reason]: readonly [string, string],
): Promise<void> {
  await tell(tx, {
    receiverIds: [playerId],
    senderId: by,
    category: 'classNotice',
    title,
    content: `${what}。原因：${reason}`,
    about: { kind: 'contract', id: contractId },
  })
}
