import * as api from '@paidang/api/areas/ground/blacklist'
import { ApiError } from '@paidang/api/catalogue/errors'
import { and, desc, eq } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { messagesTopic } from '../../../db/topics.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { blacklistEntries } from '../../../tables/blacklist.ts'
import { isFindable, users } from '../../../tables/identities.ts'

function selectEntries(db: Database) {
  const { id, createdAt, ownerId, targetId } = blacklistEntries
  const user = { id: users.id, nickname: users.nickname, avatar: users.avatar }
  return db
    .select({ id, createdAt, ownerId, targetId, user })
    .from(blacklistEntries)
    .innerJoin(users, eq(users.id, targetId))
    .$dynamic()
}

/** A blacklist entry as its owner sees it. */
function present({ id, user, createdAt }: Awaited<ReturnType<typeof selectEntries>>[number]): api.BlacklistEntry {
  return { id, user, createTime: createdAt.toISOString() }
}

/** Takes one entry, or all entries, off a user's blacklist. @returns the ids of the users who were on it */
async function deleteEntries(tx: Database, ownerId: string, id?: string): Promise<string[]> {
  const own = and(eq(blacklistEntries.ownerId, ownerId), id === undefined ? undefined : eq(blacklistEntries.id, id))
  const rows = await tx.delete(blacklistEntries).where(own).returning({ targetId: blacklistEntries.targetId })
  return rows.map(({ targetId }) => targetId)
}

/** Makes open inboxes of both people reload. A message of one to the other may now be hidden, or shown again. */
async function publishBlockChange(tx: Database, ownerId: string, targetIds: readonly string[]): Promise<void> {
  if (targetIds.length > 0) await publishChanges(tx, [ownerId, ...targetIds].map(messagesTopic))
}

export default plugin([
  // The latest entry first.
  handle(api.listBlacklist, async ({ params: { userId }, user, db }) => {
    if (userId !== user.id) throw new ApiError('data_of_others')
    const rows = await selectEntries(db).where(eq(blacklistEntries.ownerId, userId)).orderBy(desc(blacklistEntries.id))
    return rows.map(present)
  }),

  // From now on neither of the two finds the other. Blacklisting the same user again answers the same entry.
  handle(api.addToBlacklist, ({ params: { id: targetId }, user: { id: ownerId }, db, now }) => {
    if (targetId === ownerId) throw new ApiError('blacklist_oneself')
    return db.transaction(async (tx) => {
      const isOpen = await tx.$count(users, and(eq(users.id, targetId), isFindable()))
      if (!isOpen) throw new ApiError('user_not_found')
      const inserted = await tx
        .insert(blacklistEntries)
        .values({ ownerId, targetId, createdAt: now })
        .onConflictDoNothing()
        .returning({ id: blacklistEntries.id })
      const own = and(eq(blacklistEntries.ownerId, ownerId), eq(blacklistEntries.targetId, targetId))
      const [row] = await selectEntries(tx).where(own)
      if (!row) throw new Error('an entry vanished inside its transaction')
      if (inserted.length > 0) await publishBlockChange(tx, ownerId, [targetId])
      return present(row)
    })
  }),

  // A removed entry and another user's are not found.
  handle(api.removeFromBlacklist, ({ params, user, db }) =>
    db.transaction(async (tx) => {
      const targetIds = await deleteEntries(tx, user.id, params.id)
      if (targetIds.length === 0) throw new ApiError('blacklist_not_found')
      await publishBlockChange(tx, user.id, targetIds)
      return null
    }),
  ),

  handle(api.clearBlacklist, ({ user, db }) =>
    db.transaction(async (tx) => {
      await publishBlockChange(tx, user.id, await deleteEntries(tx, user.id))
      return null
    }),
  ),
])
