import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { EXPIRY_WARNING_DAYS, expiryWarningDue } from '@paidang/domain/areas/contracts/expiry'
import { addDays, dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { and, asc, eq, gt, gte, lte, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { contracts, contractWarnings } from '../../../tables/contracts.ts'
import { available, notifyContractEnded, selectEnds } from './notify-contract-ended.ts'

/**
 * Contracts with free hours that end from `today` to `lastDay`, by id. `warned` is the smallest number of days of the
 * warnings sent so far.
 */
async function listEndingSoon(
  db: Database,
  { today, lastDay, afterId, limit }: { today: string; lastDay: string; afterId: string; limit: number },
) {
  return db
    .select({
      id: contracts.id,
      expiryDate: contracts.expiryDate,
      createdAt: contracts.createdAt,
      warned: sql<number | null>`(select min(w.days_before) from ${contractWarnings} w
        where w.contract_id = ${contracts}.id and w.expiry_date = ${contracts}.expiry_date)`,
    })
    .from(contracts)
    .where(
      and(
        gte(contracts.expiryDate, today),
        lte(contracts.expiryDate, lastDay),
        sql`${available} > 0`,
        gt(contracts.id, afterId),
      ),
    )
    .orderBy(asc(contracts.id))
    .limit(limit)
}

/**
 * Records a warning about the end of a contract. The key makes it happen once for all processes.
 *
 * @returns whether this call recorded it; false if it exists already, or the contract has changed since it was read
 */
async function insertWarning(
  tx: Database,
  {
    contractId,
    expiryDate,
    daysBefore,
    now,
  }: { contractId: string; expiryDate: string; daysBefore: number; now: Date },
): Promise<boolean> {
  const result = await tx.execute(sql`
    insert into ${contractWarnings} (contract_id, expiry_date, days_before, created_at)
    select c.id, c.expiry_date, ${daysBefore}::smallint, ${now}::timestamptz from ${contracts} c
    where c.id = ${contractId} and c.expiry_date = ${expiryDate}::date and c.remaining_sessions > c.held_sessions
    on conflict do nothing`)
  return result.rowCount === 1
}

/**
 * Warns player and coach of hours that are about to expire, each time once. After days without a run only the nearest
 * warning is sent.
 *
 * Source: decision "Hours and money"
 */
export async function warnOfExpiry({ db, now, signal, onFault }: JobContext): Promise<void> {
  const today = dayOf(now)
  const lastDay = addDays(today, Math.max(...EXPIRY_WARNING_DAYS))
  await processEach({
    what: 'warn of the expiry of contract',
    list: (page) => listEndingSoon(db, { today, lastDay, ...page }),
    each: async ({ id, expiryDate, createdAt, warned }) => {
      const daysBefore = expiryWarningDue({ expiryDate, signedOn: dayOf(createdAt) }, today)
      if (daysBefore === undefined || (warned !== null && warned <= daysBefore)) return
      await warn(db, { contractId: id, expiryDate, daysBefore, now })
    },
    signal,
    onFault,
  })
}

async function warn(db: Database, warning: Parameters<typeof insertWarning>[1]): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await insertWarning(tx, warning))) return
    const [contract] = await selectEnds(tx).where(eq(contracts.id, warning.contractId))
    if (!contract) throw new Error(`contract ${warning.contractId} vanished inside its transaction`)
    const { courseName, playerName, available, expiryDate } = contract
    const what = `还剩 ${lessonHoursText(available)} 课时，${monthDotDay(expiryDate)} 到期`
    await notifyContractEnded(tx, contract, {
      title: '课时即将到期',
      toPlayer: `${courseName} ${what}`,
      toCoach: `${playerName} 的 ${courseName} ${what}`,
    })
  })
}
