import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, ownId } from '../db/columns.ts'
import { userId } from './identities.ts'

/**
 * Applications of players to become coaches; an operator decides. `certificates` is a comma-separated list of paths of
 * private pictures. At most one application of a user waits.
 *
 * Source: specification §7 "Profile and registration", permission matrix
 */
export const coachApplications = pgTable(
  'coach_applications',
  {
    id: ownId(),
    userId: userId('user_id').notNull(),
    realName: text('real_name').notNull(),
    yearsTeaching: integer('years_teaching').notNull(),
    region: text('region').notNull(),
    introduction: text('introduction').notNull().default(''),
    certificates: text('certificates').notNull(),
    approveStatus: smallint('approve_status').notNull().default(0),
    reason: text('reason').notNull().default(''),
    decidedAt: instant('decided_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('coach_applications_of_user').on(t.userId, t.id),
    index('coach_applications_with_certificate').using('gin', sql`string_to_array(${t.certificates}, ',')`),
    index('coach_applications_by_status').on(t.approveStatus, t.id),
    uniqueIndex('coach_applications_one_waits').on(t.userId).where(sql`${t.approveStatus} = 0`),
    check('coach_applications_status', sql`${t.approveStatus} in (0, 1, 2)`),
    check('coach_applications_decided', sql`(${t.approveStatus} = 0) = (${t.decidedAt} is null)`),
    check('coach_applications_years', sql`${t.yearsTeaching} between 0 and 60`),
    check('coach_applications_certificates', sql`${t.certificates} <> ''`),
  ],
)
