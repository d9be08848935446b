import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId, rowId } from '../db/columns.ts'
import { userId, users } from './identities.ts'

/** The relations between coaches and their students (学员). */
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

/** The limited look-ups: searching a phone number, revealing a student's number, and looking at unconnected people. */
const LOOK_UP_KINDS = ['search', 'phone', 'stranger'] as const
export type LookUpKind = (typeof LOOK_UP_KINDS)[number]

/** How often a person looked something up within the current window. For `search` and `phone` the person is a coach. */
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

/**
 * A reference to a user that is deleted with the user. A search record must not prevent an account without data from
 * being merged into another.
 */
const goingUserId = (name: string) => idColumn(name).references(() => users.id, { onDelete: 'cascade' })

/** The players that a coach found by phone number lately, and may therefore add. Source: decision record 031 */
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

/** Likes. The key allows one per (source, target, object). Source: specification §3 "Like record". */
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
