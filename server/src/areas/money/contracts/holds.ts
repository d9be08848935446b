import { lessonHoursText, usableUntil } from '@paidang/domain/areas/money/contracts/contract'
import { dayOf, formatDotDay, instantOf } from '@paidang/domain/kernel/day'
import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lt, not, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { courses } from '../../../tables/companies.ts'
import { contracts, lessonLedger, usedRecords } from '../../../tables/contracts.ts'
import { hourLots, packagePurchases } from '../../../tables/packages.ts'
import { notify } from '../../ground/messages/notify.ts'
import { isCorrected } from './contracts.ts'
import { moveHours, openLots } from './ledger.ts'

/**
 * Locks by id every contract on which seats may hold hours, or to which they may return hours. A caller that moves
 * hours of several seats does this first. Two such callers then cannot deadlock. These are the contracts of the players
 * for the course, and those given by id.
 */
export async function lockContractsOfSeats(
  tx: Database,
  {
    userIds,
    courseId,
    contractIds = [],
  }: { userIds: readonly string[]; courseId: string; contractIds?: readonly string[] },
): Promise<void> {
  if (userIds.length === 0 && contractIds.length === 0) return
  await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      or(
        and(inArray(contracts.userId, [...userIds]), eq(contracts.courseId, courseId)),
        inArray(contracts.id, [...contractIds]),
      ),
    )
    .orderBy(asc(contracts.id))
    .for('update')
}

/**
 * A player's earliest-expiring contract that can pay this many lesson hours of a course on a day. Undefined if there is
 * none. `madeBy` is the day on which it existed at the latest, if that matters. A contract that was paid back pays only
 * the classes that it already held (`heldOn`).
 */
async function findPayingContract(
  tx: Database,
  {
    userId,
    courseId,
    day,
    sessions,
    madeBy,
    heldOn,
  }: { userId: string } & Pick<HoldInput, 'courseId' | 'day' | 'sessions' | 'madeBy' | 'heldOn'>,
): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        eq(contracts.userId, userId),
        eq(contracts.courseId, courseId),
        gte(contracts.expiryDate, day),
        or(isNull(contracts.refundedAt), heldOn ? eq(contracts.id, heldOn) : undefined),
        madeBy === undefined ? undefined : lt(contracts.createdAt, instantOf(madeBy, 48)),
        sql`${contracts.remainingSessions} - ${contracts.heldSessions} >= ${sessions}::numeric`,
      ),
    )
    .orderBy(asc(contracts.expiryDate), asc(contracts.id))
    .limit(1)
  return row?.id
}

/**
 * What a seat needs from its player's contracts. `day` is the day of the class. `sessions` is a positive number of
 * lesson hours. For a class of the past `madeBy` is its day, and `day` is today: its hours still count.
 */
type HoldInput = {
  courseId: string
  day: string
  madeBy?: string | undefined
  /** The contract that held hours for this seat before. */
  heldOn?: string | null | undefined
  invitationId: string
  /** When the class begins. An edit holds its hours before the class moves there. */
  startsAt: Date
  seatUserId: string
  round: number
  sessions: number
  actorId: string | null
  reason: string
  now: Date
}

/**
 * Holds hours for a seat. It uses the player's earliest-expiring contract of the course that can pay and covers the day
 * of the class. The contract is chosen under lock, so that only one of two concurrent classes gets the last hours.
 *
 * @returns the contract's id; null if no contract can pay, and then nothing is written.
 * Source: decision "The life of a class invitation"
 */
export async function placeHold(tx: Database, input: HoldInput): Promise<string | null> {
  const { courseId, day, madeBy, heldOn, sessions, seatUserId: userId, ...hold } = input
  await lockContractsOfSeats(tx, { userIds: [userId], courseId })
  const contractId = await findPayingContract(tx, { userId, courseId, day, madeBy, sessions, heldOn })
  if (contractId === undefined) return null
  const movement = {
    ...hold,
    contractId,
    seatUserId: userId,
    kind: 'HOLD' as const,
    remainingChange: 0,
    heldChange: sessions,
  }
  if (!(await moveHours(tx, movement))) throw new Error(`contract ${contractId} cannot hold what it was found to have`)
  return contractId
}

/** A seat's held hours that are to be settled. `sessions` is a positive number of lesson hours. */
type Hold = {
  contractId: string
  invitationId: string
  seatUserId: string
  round: number
  sessions: number
  actorId: string | null
  reason: string
  now: Date
}

async function settle(tx: Database, movement: Parameters<typeof moveHours>[1]): Promise<void> {
  // Without such a hold the seat and the ledger disagree. Nothing may be written then.
  if (!(await moveHours(tx, movement))) throw new Error(`contract ${movement.contractId} holds less than its seat says`)
}

/** Consumes a seat's held hours. */
export async function consumeHold(tx: Database, { sessions, ...hold }: Hold): Promise<void> {
  await settle(tx, { ...hold, kind: 'CONSUME', remainingChange: -sessions, heldChange: -sessions })
}

/** Inserts the used record of a consumed seat. The key allows one per class and player. */
export async function recordUse(
  tx: Database,
  { now, ...use }: Omit<typeof usedRecords.$inferInsert, 'id' | 'createdAt'> & { now: Date },
): Promise<void> {
  await tx.insert(usedRecords).values({ ...use, createdAt: now })
}

/** @returns the text for the ledger, empty if the contract lasts long enough. */
async function extendUsability(tx: Database, { contractId, now }: Pick<Hold, 'contractId' | 'now'>): Promise<string> {
  const expiryDate = usableUntil(dayOf(now))
  const { rowCount } = await tx
    .update(contracts)
    .set({ expiryDate })
    .where(and(eq(contracts.id, contractId), lt(contracts.expiryDate, expiryDate)))
  return rowCount ? `，合同有效期延至 ${formatDotDay(expiryDate)}` : ''
}

/**
 * Returns hours of a seat to their contract: VOID releases held ones, REFUND brings consumed ones back. They stay
 * usable for 30 days, whatever returned them, even if the contract has ended. Only players who give up a seat by their
 * own choice get them back on the contract as it is. The ledger's row states the new last day. The ledger's key allows
 * each return once.
 *
 * Source: decision "Hours and money", hours that come back are usable
 */
export async function returnHours(
  tx: Database,
  kind: 'VOID' | 'REFUND',
  { sessions, reason, isOwnChoice = false, ...seat }: Hold & { isOwnChoice?: boolean },
): Promise<void> {
  const extension = isOwnChoice ? '' : await extendUsability(tx, seat)
  const change =
    kind === 'VOID' ? { remainingChange: 0, heldChange: -sessions } : { remainingChange: sessions, heldChange: 0 }
  await settle(tx, { ...seat, kind, ...change, reason: `${reason}${extension}` })
  await tellWhatIsLeftToRefund(tx, seat.contractId, sessions)
}

/** Whether a contract has hours left that its owner did not buy here, so that no refund gives money for them. */
async function hasOtherHours(tx: Database, contractId: string): Promise<boolean> {
  const isBought = sql`exists (select 1 from ${packagePurchases} p
    where p.contract_id = ${hourLots.contractId} and ${hourLots.seq} in (p.grant_seq, p.gift_seq))`
  return (
    (await tx.$count(hourLots, and(eq(hourLots.contractId, contractId), gt(hourLots.leftHours, 0), not(isBought)))) > 0
  )
}

/**
 * Hours of a contract that was paid back can be used for nothing else: their owner reads that they are money. With hours
 * that were not bought here the contract goes on.
 */
async function tellWhatIsLeftToRefund(tx: Database, contractId: string, sessions: number): Promise<void> {
  const [refunded] = await tx
    .select({ userId: contracts.userId, courseName: courses.courseName, isCorrected })
    .from(contracts)
    .innerJoin(courses, eq(courses.id, contracts.courseId))
    .where(and(eq(contracts.id, contractId), isNotNull(contracts.refundedAt)))
  if (!refunded) return
  const goesOn = await hasOtherHours(tx, contractId)
  if (goesOn) await tx.update(contracts).set({ refundedAt: null }).where(eq(contracts.id, contractId))
  const next = goesOn ? '合同恢复，可继续约课' : `合同${refunded.isCorrected ? '已冲正' : '已退课'}，可再退课取回`
  await notify(tx, {
    ...{ receiverIds: [refunded.userId], senderId: null, category: 'classNotice' },
    title: goesOn ? '课程合同已恢复' : '还有课时可退',
    content: `${refunded.courseName} 退回 ${lessonHoursText(sessions)} 课时，${next}`,
    about: { kind: 'contract', id: contractId },
  })
}

/** The consumed hours of a seat's round and their contract. Undefined if they were returned. */
async function findConsumed(
  tx: Database,
  { invitationId, seatUserId, round }: { invitationId: string; seatUserId: string; round: number },
): Promise<{ contractId: string; sessions: number } | undefined> {
  const rows = await tx
    .select({
      contractId: lessonLedger.contractId,
      kind: lessonLedger.kind,
      remainingChange: lessonLedger.remainingChange,
    })
    .from(lessonLedger)
    .where(
      and(
        eq(lessonLedger.invitationId, invitationId),
        eq(lessonLedger.seatUserId, seatUserId),
        eq(lessonLedger.round, round),
        inArray(lessonLedger.kind, ['CONSUME', 'REFUND']),
      ),
    )
  const consumed = rows.find(({ kind }) => kind === 'CONSUME')
  if (!consumed || rows.length > 1) return undefined
  return { contractId: consumed.contractId, sessions: -consumed.remainingChange }
}

/** Returns the consumed hours of a seat's round that were not returned before. @returns whether there were any */
export async function returnConsumed(
  tx: Database,
  seat: Pick<Hold, 'invitationId' | 'seatUserId' | 'round' | 'actorId' | 'reason' | 'now'>,
): Promise<boolean> {
  const consumed = await findConsumed(tx, seat)
  if (consumed) await returnHours(tx, 'REFUND', { ...seat, ...consumed })
  return consumed !== undefined
}

/**
 * Gives a seat hours on top, for which nobody paid. Its contract is locked. The ledger's key allows it once a hold.
 *
 * @returns whether it did: a contract that was paid back gets none
 */
export async function grantOnTop(tx: Database, { sessions, ...seat }: Hold): Promise<boolean> {
  const open = and(eq(contracts.id, seat.contractId), isNull(contracts.refundedAt))
  if ((await tx.$count(contracts, open)) === 0) return false
  await openLots(tx, seat.contractId)
  await settle(tx, { ...seat, kind: 'GRANT', remainingChange: sessions, heldChange: 0, unitPrice: 0 })
  return true
}

/**
 * Keeps hours usable that a change by the coach's side moved off a contract. A row without hours states the new last
 * day, if there is one.
 */
export async function keepUsable(
  tx: Database,
  { contractId, actorId, reason, now }: Pick<Hold, 'contractId' | 'actorId' | 'reason' | 'now'>,
): Promise<void> {
  const extension = await extendUsability(tx, { contractId, now })
  if (extension === '') return
  const noHours = { remainingChange: 0, heldChange: 0, invitationId: null, seatUserId: null, round: null }
  await settle(tx, { contractId, kind: 'ADJUST', ...noHours, actorId, reason: `${reason}${extension}`, now })
}
