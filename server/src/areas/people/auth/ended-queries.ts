import { lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { loginSessions, phoneConflicts, refreshTokens, staffSessions } from '../../../tables/auth.ts'

type Ended = { before: Date; limit: number }

/** Deletes refresh tokens that expired before an instant. They open nothing, used or not. @returns how many */
export async function deleteExpiredTokens(db: Database, { before, limit }: Ended): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${refreshTokens} where token_hash in (
      select token_hash from ${refreshTokens} where expires_at < ${before} limit ${limit} for update skip locked)`)
  return rowCount ?? 0
}

/** Deletes log-ins last seen before an instant that have no token left. @returns how many */
export async function deleteLogIns(db: Database, { before, limit }: Ended): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${loginSessions} where id in (
      select s.id from ${loginSessions} s where s.last_seen_at < ${before}
        and not exists (select 1 from ${refreshTokens} t where t.session_id = s.id)
      limit ${limit} for update skip locked)`)
  return rowCount ?? 0
}

/** Deletes staff log-ins that began before an instant. @returns how many */
export async function deleteStaffLogIns(db: Database, { before, limit }: Ended): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${staffSessions} where id in (
      select id from ${staffSessions} where created_at < ${before} limit ${limit} for update skip locked)`)
  return rowCount ?? 0
}

/** Deletes conflicts over a phone number from before an instant. */
export async function deletePhoneConflicts(db: Database, before: Date): Promise<void> {
  await db.delete(phoneConflicts).where(lt(phoneConflicts.createdAt, before))
}
