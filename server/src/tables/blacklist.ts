import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { check, index, pgTable, unique } from 'drizzle-orm/pg-core'
import { createdAt, ownId } from '../db/columns.ts'
import { userId } from './identities.ts'

/**
 * The people that a person has blocked. An entry hides both from each other. Source: specification §3 "Blacklist entry"
 */
export const blacklistEntries = pgTable(
  'blacklist_entries',
  {
    id: ownId(),
    ownerId: userId('owner_id').notNull(),
    targetId: userId('target_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('blacklist_entries_once').on(t.ownerId, t.targetId),
    index('blacklist_entries_of_target').on(t.targetId),
    check('blacklist_entries_two_people', sql`${t.ownerId} <> ${t.targetId}`),
  ],
)

/** A user's id: a value, or a column that contains one. */
type Who = string | SQLWrapper | Placeholder

/**
 * The condition that one of the two has blocked the other, which hides both from each other. Source: decision record
 * 018
 */
export const isBlockedBetween = (one: Who, other: Who): SQL<boolean> => sql<boolean>`exists (
  select 1 from ${blacklistEntries} entry
  where (entry.owner_id = ${one} and entry.target_id = ${other})
    or (entry.owner_id = ${other} and entry.target_id = ${one}))`
