import type { CalendarFeed } from '@paidang/api/areas/calendar'
import type { Database } from '../../../db/database.ts'
import { API_PREFIX } from '../../../http/serve.ts'
import type { ShareTokens } from '../../activities/classes/share-token.ts'
import { FEED_PATH, feedFileName } from './feed-address.ts'
import { closeFeed, findFeedVersion, raiseFeedVersion } from './queries.ts'

type ManagedAccount = { userId: string; tokens: ShareTokens }

/** The address of the caller's feed; null when there is none. */
export async function readFeedPath(db: Database, { userId, tokens }: ManagedAccount): Promise<CalendarFeed> {
  const version = await findFeedVersion(db, userId)
  return { path: version === undefined ? null : pathOf({ userId, version }, tokens) }
}

/** Opens the caller's feed under a new address. The former address stops working. Source: decision record 016 */
export async function renewFeed(
  db: Database,
  { userId, tokens, now }: ManagedAccount & { now: Date },
): Promise<CalendarFeed> {
  const version = await db.transaction((tx) => raiseFeedVersion(tx, { userId, now }))
  return { path: pathOf({ userId, version }, tokens) }
}

/** Closes the caller's feed. Revoking again gives the same answer. Source: decision record 016 */
export async function revokeFeed(db: Database, { userId, now }: { userId: string; now: Date }): Promise<CalendarFeed> {
  await db.transaction((tx) => closeFeed(tx, { userId, now }))
  return { path: null }
}

const pathOf = (address: { userId: string; version: number }, tokens: ShareTokens) =>
  `${API_PREFIX}${FEED_PATH}/${feedFileName(address, tokens)}`
