import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId, rowId } from '../../db/columns.ts'
import { userId, users } from '../profile/tables.ts'

/** A player is a coach's student (学员). */
export const studentRelations = pgTable(
  'student_relations',
  {
    id: rowId(),
    coachId: userId('coach_id').notNull(),
    playerId: userId('player_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.coachId, t.playerId] }),
    unique('student_relations_id').on(t.id),
    index('student_relations_of_player').on(t.playerId),
    check('student_relations_two_people', sql`${t.coachId} <> ${t.playerId}`),
  ],
)

/**
 * What is looked up only so often: who has a phone number, which number a student has, and people with whom one has nothing
 * to do.
 */
const LOOK_UP_KINDS = ['search', 'phone', 'stranger'] as const
export type LookUpKind = (typeof LOOK_UP_KINDS)[number]

/** How often somebody looked something up within the present window; of the first two kinds a coach. */
export const studentLookUps = pgTable(
  'student_look_ups',
  {
    coachId: userId('coach_id').notNull(),
    kind: text('kind', { enum: LOOK_UP_KINDS }).notNull(),
    lookUps: integer('look_ups').notNull(),
    windowEndsAt: instant('window_ends_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'student_look_ups_pkey', columns: [t.coachId, t.kind] }),
    check('student_look_ups_kind', sql`${t.kind} in ('search', 'phone', 'stranger')`),
  ],
)

/** A user, with whom the row goes: that somebody looked for a bare account does not keep it from being joined to another. */
const goingUserId = (name: string) => idColumn(name).references(() => users.id, { onDelete: 'cascade' })

/** Whom a coach found by their phone number lately, and so may make a student. Source: decision record 031 */
export const studentFinds = pgTable(
  'student_finds',
  {
    coachId: goingUserId('coach_id').notNull(),
    playerId: goingUserId('player_id').notNull(),
    foundAt: instant('found_at').notNull(),
  },
  (t) => [
    primaryKey({ name: 'student_finds_pkey', columns: [t.coachId, t.playerId] }),
    index('student_finds_by_age').on(t.foundAt),
  ],
)

/** Likes; the key makes one per (source, target, object). Source: specification §3 "Like record". */
export const likeRecords = pgTable(
  'like_records',
  {
    id: ownId(),
    sourceUserId: userId('source_user_id').notNull(),
    targetUserId: userId('target_user_id').notNull(),
    recordType: text('record_type', { enum: ['COURSE_INVITATION'] }).notNull(),
    relatedId: idColumn('related_id').notNull(),
    likedAt: createdAt(),
  },
  (t) => [
    unique('like_records_once').on(t.sourceUserId, t.targetUserId, t.recordType, t.relatedId),
    index('like_records_of_object').on(t.recordType, t.relatedId),
    index('like_records_of_target').on(t.targetUserId),
    check('like_records_two_people', sql`${t.sourceUserId} <> ${t.targetUserId}`),
    check('like_records_type', sql`${t.recordType} in ('COURSE_INVITATION')`),
  ],
)

/** Whom a person wants to have nothing to do with; it hides both from each other. Source: specification §3 "Blacklist entry" */
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

/** A user's id: a value, or a column that holds one. */
type Who = string | SQLWrapper | Placeholder

/** The condition that one of the two has the other on his blacklist, which hides both from each other. Source: decision record 018 */
export const areKeptApart = (one: Who, other: Who): SQL<boolean> => sql<boolean>`exists (
  select 1 from ${blacklistEntries} kept_apart
  where (kept_apart.owner_id = ${one} and kept_apart.target_id = ${other})
    or (kept_apart.owner_id = ${other} and kept_apart.target_id = ${one}))`
