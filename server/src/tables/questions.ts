import { QUESTION_KINDS, QUESTION_STATES } from '@paidang/domain/areas/activities/questions/question'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../db/columns.ts'
import { companyId } from './companies.ts'
import { users } from './identities.ts'

/** Questions before one buys (咨询): one question, one answer. Source: decision record 062 */
export const questions = pgTable(
  'questions',
  {
    id: ownId(),
    kind: text('kind', { enum: QUESTION_KINDS }).notNull(),
    objectId: idColumn('object_id').notNull(),
    /** The company whose admin answers. */
    companyId: companyId('company_id').notNull(),
    /** The coach who answers besides; null where the admin alone does. */
    coachId: idColumn('coach_id').references(() => users.id),
    /** Who asks: an account, or a guest with a number. */
    askerId: idColumn('asker_id').references(() => users.id),
    phone: text('phone'),
    text: text('text').notNull(),
    /** A hash of the words as typed. Words that wait for their check stand behind a placeholder. */
    textHash: text('text_hash').notNull(),
    answer: text('answer').notNull().default(''),
    answeredBy: idColumn('answered_by').references(() => users.id),
    state: text('state', { enum: QUESTION_STATES }).notNull().default('OPEN'),
    dueAt: instant('due_at').notNull(),
    clubAt: instant('club_at').notNull(),
    closesAt: instant('closes_at').notNull(),
    remindedAt: instant('reminded_at'),
    clubToldAt: instant('club_told_at'),
    endedAt: instant('ended_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('questions_open_of_company').on(t.companyId, t.dueAt, t.id).where(sql`${t.state} = 'OPEN'`),
    index('questions_ended_of_company').on(t.companyId, t.endedAt, t.id).where(sql`${t.state} <> 'OPEN'`),
    index('questions_open').on(t.dueAt).where(sql`${t.state} = 'OPEN'`),
    index('questions_of_coach').on(t.coachId),
    index('questions_of_asker').on(t.askerId),
    index('questions_of_answerer').on(t.answeredBy),
    index('questions_of_leave').on(t.objectId).where(sql`${t.kind} = 'leave'`),
    index('questions_by_end').on(t.endedAt).where(sql`${t.endedAt} is not null`),
    // A person has one open question about a thing. Of a number only the same words are the same question.
    uniqueIndex('questions_one_a_person').on(t.askerId, t.kind, t.objectId).where(sql`${t.state} = 'OPEN'`),
    uniqueIndex('questions_one_a_phone').on(t.phone, t.kind, t.objectId, t.textHash).where(sql`${t.state} = 'OPEN'`),
    check('questions_kind', sql`${t.kind} in ('coach', 'course', 'advert', 'validity', 'leave')`),
    check('questions_state', sql`${t.state} in ('OPEN', 'ANSWERED', 'CALLED', 'CLOSED')`),
    check('questions_of_one', sql`num_nonnulls(${t.askerId}, ${t.phone}) = 1`),
    check('questions_ended', sql`(${t.state} = 'OPEN') = (${t.endedAt} is null)`),
    check('questions_answered', sql`(${t.state} in ('ANSWERED', 'CALLED')) = (${t.answeredBy} is not null)`),
    check('questions_words', sql`(${t.state} = 'ANSWERED') = (${t.answer} <> '')`),
    check('questions_called', sql`${t.state} <> 'CALLED' or ${t.phone} is not null`),
    check('questions_two_people', sql`${t.coachId} <> ${t.askerId}`),
    check(
      'questions_times',
      sql`${t.createdAt} < ${t.dueAt} and ${t.dueAt} < ${t.clubAt} and ${t.clubAt} < ${t.closesAt}`,
    ),
  ],
)

/** How many questions were asked today: of a person, of a number, and from an address. Yesterday's are deleted. */
export const questionCounts = pgTable(
  'question_counts',
  { key: text('key').notNull(), day: date('day').notNull(), questions: integer('questions').notNull() },
  (t) => [
    primaryKey({ name: 'question_counts_pkey', columns: [t.key, t.day] }),
    index('question_counts_by_day').on(t.day),
  ],
)
