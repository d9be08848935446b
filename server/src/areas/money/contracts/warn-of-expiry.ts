import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { EXPIRY_WARNING_DAYS, expiryWarningDue } from '@paidang/domain/areas/contracts/expiry'
import { addDays, dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { findEnd, insertWarning, listEndingSoon } from './expiry-queries.ts'
import { notifyContractEnded } from './notify-contract-ended.ts'

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
    const contract = await findEnd(tx, warning.contractId)
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
