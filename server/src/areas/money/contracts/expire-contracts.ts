import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { addDays, dayOf, instantOf } from '@paidang/domain/kernel/day'
import { and, asc, eq, gt, gte, lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'
import { moveHours } from './ledger.ts'
import { available, notifyContractEnded, selectEnds } from './notify-contract-ended.ts'

/** Contracts that ended before `today` and have free hours, by id. */
async function listEndedIds(
  db: Database,
  { today, afterId, limit }: { today: string; afterId: string; limit: number },
): Promise<{ id: string }[]> {
  return db
    .select({ id: contracts.id })
    .from(contracts)
    .where(and(lt(contracts.expiryDate, today), sql`${available} > 0`, gt(contracts.id, afterId)))
    .orderBy(asc(contracts.id))
    .limit(limit)
}

/**
 * Locks a contract that ended before `today` and has free hours. Undefined if there is none, or if another process
 * holds its lock.
 */
async function lockEnded(tx: Database, id: string, today: string) {
  const [row] = await selectEnds(tx)
    .where(and(eq(contracts.id, id), lt(contracts.expiryDate, today), sql`${available} > 0`))
    .for('update', { of: contracts, skipLocked: true })
  return row
}

/** Whether hours of a contract have expired since an instant. */
async function hasExpiredSince(tx: Database, contractId: string, since: Date): Promise<boolean> {
  const rows = await tx
    .select({ seq: lessonLedger.seq })
    .from(lessonLedger)
    .where(
      and(eq(lessonLedger.contractId, contractId), eq(lessonLedger.kind, 'EXPIRE'), gte(lessonLedger.createdAt, since)),
    )
    .limit(1)
  return rows.length > 0
}

/**
 * Expires the free hours of contracts after their last day. Hours held by classes remain. If a class returns them
 * later, a later run expires them.
 *
 * Source: decision "Hours and money", EXPIRE
 */
export async function expireContracts({ db, now, signal, onFault }: JobContext): Promise<void> {
  const today = dayOf(now)
  await processEach({
    what: 'expire contract',
    list: (page) => listEndedIds(db, { today, ...page }),
    each: ({ id }) => expireContract(db, { contractId: id, today, now }),
    signal,
    onFault,
  })
}

async function expireContract(
  db: Database,
  { contractId, today, now }: { contractId: string; today: string; now: Date },
): Promise<void> {
  await db.transaction(async (tx) => {
    const contract = await lockEnded(tx, contractId, today)
    if (!contract) return
    const { available, courseName, playerName, expiryDate } = contract
    const wasNotified = await hasExpiredSince(tx, contractId, instantOf(addDays(expiryDate, 1), 0))
    const isMoved = await moveHours(tx, {
      contractId,
      kind: 'EXPIRE',
      remainingChange: -available,
      heldChange: 0,
      invitationId: null,
      seatUserId: null,
      round: null,
      actorId: null,
      reason: '合同到期，剩余课时失效',
      now,
    })
    if (!isMoved) throw new Error(`contract ${contractId} is locked, and yet has other hours than were read`)
    if (wasNotified) return
    const what = `还有 ${lessonHoursText(available)} 课时未用，已随合同到期`
    await notifyContractEnded(tx, contract, {
      title: '合同已到期',
      toPlayer: `${courseName} ${what}`,
      toCoach: `${playerName} 的 ${courseName} ${what}`,
    })
  })
}
