import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { asc, desc, eq, isNotNull } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { credentials, passwordRequests } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'

const WANTED = { waiting: eq(passwordRequests.state, 'WAITING'), decided: isNotNull(passwordRequests.endedAt) }

function selectWithUser(db: Database) {
  const { id, nickname, avatar } = users
  return db
    .select({ request: passwordRequests, user: { id, nickname, avatar } })
    .from(passwordRequests)
    .innerJoin(users, eq(users.id, passwordRequests.userId))
    .$dynamic()
}

/** A password request with the user of its account. */
export type RequestOfUser = Awaited<ReturnType<typeof selectWithUser>>[number]

/** One page of the requests: the longest waiting first, or the latest ended first. */
export async function pagePasswordRequests(
  db: Database,
  { state, ...page }: Page & { state: keyof typeof WANTED },
): Promise<{ rows: RequestOfUser[]; total: number }> {
  const { id, endedAt } = passwordRequests
  const rows = await selectWithUser(db)
    .where(WANTED[state])
    .orderBy(...(state === 'decided' ? [desc(endedAt), desc(id)] : [asc(id)]))
    .limit(page.rows)
    .offset(offsetOf(page))
  return { rows, total: await countUpTo(db, db.select({ id }).from(passwordRequests).where(WANTED[state])) }
}

/** A request with the data of its account. */
export async function findPasswordRequest(db: Database, id: string) {
  const { nickname, avatar, phone, phoneVerified, openId, createdAt: joinedAt, lastSeenAt } = users
  const [row] = await db
    .select({
      request: passwordRequests,
      user: { id: users.id, nickname, avatar },
      known: { username: credentials.username, phone, phoneVerified, openId, joinedAt, lastSeenAt },
    })
    .from(passwordRequests)
    .innerJoin(users, eq(users.id, passwordRequests.userId))
    .leftJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(passwordRequests.id, id))
  return row
}
