import { MAX_PAUSE_MINUTES } from '@paidang/domain/areas/people/auth/tries'
import { lt, sql } from 'drizzle-orm'
import { deleteOldKeys } from '../../../db/idempotency-queries.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processInBatches } from '../../../jobs/process-each.ts'
import { keptSince } from '../../../jobs/retention.ts'
import {
  codeCounts,
  loginFailures,
  loginSessions,
  phoneCodes,
  phoneConflicts,
  refreshTokens,
  registrationCounts,
  staffSessions,
} from '../../../tables/auth.ts'

/**
 * Deletes expired refresh tokens, which open nothing, used or not. Also log-ins past their retention that have no token
 * left, and old conflicts over a phone number and codes sent to one.
 */
export async function cleanupLogIns({ db, now, signal }: JobContext): Promise<void> {
  await processInBatches(signal, async (limit) => {
    const { rowCount } = await db.execute(sql`
      delete from ${refreshTokens} where token_hash in (
        select token_hash from ${refreshTokens} where expires_at < ${now} limit ${limit} for update skip locked)`)
    return rowCount ?? 0
  })
  await processInBatches(signal, async (limit) => {
    const { rowCount } = await db.execute(sql`
      delete from ${loginSessions} where id in (
        select s.id from ${loginSessions} s where s.last_seen_at < ${keptSince('logIns', now)}
          and not exists (select 1 from ${refreshTokens} t where t.session_id = s.id)
        limit ${limit} for update skip locked)`)
    return rowCount ?? 0
  })
  await processInBatches(signal, async (limit) => {
    const { rowCount } = await db.execute(sql`
      delete from ${staffSessions} where id in (
        select id from ${staffSessions} where created_at < ${keptSince('staffLogIns', now)}
        limit ${limit} for update skip locked)`)
    return rowCount ?? 0
  })
  await db.delete(phoneCodes).where(lt(phoneCodes.sentAt, keptSince('phoneCodes', now)))
  await db.delete(phoneConflicts).where(lt(phoneConflicts.createdAt, keptSince('phoneConflicts', now)))
}

/**
 * Deletes data that counts only for a time, once it is over: idempotency keys, failed log-ins, codes and registrations
 * per address. Windows that are being counted in right now are skipped.
 */
export async function cleanupWindows({ db, now, signal }: JobContext): Promise<void> {
  await processInBatches(signal, (limit) => deleteOldKeys(db, limit))
  const forgottenAt = new Date(now.getTime() - MAX_PAUSE_MINUTES * 60_000)
  await processInBatches(signal, async (limit) => {
    const deleted = [
      await db.execute(sql`
        delete from ${loginFailures} where username in (
          select username from ${loginFailures} where window_ends_at <= ${forgottenAt} limit ${limit} for update skip locked)`),
      await db.execute(sql`
        delete from ${registrationCounts} where address in (
          select address from ${registrationCounts} where window_ends_at <= ${now} limit ${limit} for update skip locked)`),
      await db.execute(sql`
        delete from ${codeCounts} where key in (
          select key from ${codeCounts} where window_ends_at <= ${now} limit ${limit} for update skip locked)`),
    ]
    return Math.max(...deleted.map(({ rowCount }) => rowCount ?? 0))
  })
}
