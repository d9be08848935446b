import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { addDays, dayOf, instantOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { hasExpiredSince, listEndedIds, lockEnded } from './expiry-queries.ts'
import { notifyContractEnded } from './notify-contract-ended.ts'
import { moveHours } from './queries.ts'

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
