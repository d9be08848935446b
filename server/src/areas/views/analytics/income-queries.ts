import type { INCOME_SORTS, IncomeBy, IncomeRow } from '@paidang/api/areas/analytics'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { venues } from '../../../tables/venues.ts'
import { type CompanyPeriod, classesIn, spentIn } from './figures-queries.ts'

/** The order: `name` is ascending and all others are descending, unless `sord` says otherwise. */
export type IncomeOrder = {
  sort?: (typeof INCOME_SORTS)[number] | undefined
  sord?: 'asc' | 'desc' | undefined
}

/** What classes are grouped by, and its name. */
const SUBJECTS: Record<IncomeBy, { key: SQL; name: SQL; table: SQL }> = {
  coach: { key: sql`${invitations.coachId}`, name: sql`t.nickname`, table: sql`${users}` },
  course: { key: sql`${invitations.courseDesignId}`, name: sql`t.course_name`, table: sql`${courses}` },
  venue: { key: sql`${invitations.stadiumId}`, name: sql`t.name`, table: sql`${venues}` },
}

const SORTED_BY: Record<Exclude<(typeof INCOME_SORTS)[number], 'name'>, SQL> = {
  income: sql`s.fen`,
  sessions: sql`s.sessions`,
  classes: sql`s.classes`,
  hours: sql`s.hours`,
  students: sql`coalesce(g.students, 0)`,
}

/**
 * The income of a company in a period for each coach, course or venue. The list is complete and short, so callers cut
 * pages from it.
 */
export async function listIncome(
  db: Database,
  { by, sort = 'income', sord, ...input }: CompanyPeriod & IncomeOrder & { by: IncomeBy },
): Promise<IncomeRow[]> {
  const { key, name, table } = SUBJECTS[by]
  const direction = sql.raw(sord ?? (sort === 'name' ? 'asc' : 'desc'))
  const { rows } = await db.execute<Record<keyof IncomeRow, string>>(sql`
    with classes as (
      select ${invitations.id}, ${key} as subject, ${invitations.invitationStatus} = 'COMPLETED' as is_held,
        (${invitations.endTimeSlot} - ${invitations.beginTimeSlot}) / 2.0 as hours
      from ${invitations} where ${classesIn(input)}),
    spent as (${spentIn(sql`classes`)}),
    taught as (
      select c.subject, count(distinct s.user_id) as students from classes c
      join ${seats} s on s.invitation_id = c.id and s.state = 'JOINED' where c.is_held group by c.subject),
    summed as (
      select c.subject, count(*) filter (where c.is_held) as classes,
        coalesce(sum(c.hours) filter (where c.is_held), 0) as hours,
        coalesce(sum(p.sessions), 0) as sessions, coalesce(sum(p.fen), 0) as fen
      from classes c left join spent p on p.invitation_id = c.id group by c.subject)
    select s.subject::text as id, ${name} as name, s.classes, s.hours as "taughtHours",
      coalesce(g.students, 0) as students, s.sessions as "consumedSessions", s.fen as "incomeFen"
    from summed s join ${table} t on t.id = s.subject left join taught g on g.subject = s.subject
    where s.classes > 0 or s.sessions <> 0
    order by ${sort === 'name' ? sql`${name} collate "zh-x-icu"` : SORTED_BY[sort]} ${direction}, s.subject`)
  return rows.map(({ id, name, ...amounts }) => ({
    id,
    name,
    classes: Number(amounts.classes),
    taughtHours: Number(amounts.taughtHours),
    students: Number(amounts.students),
    consumedSessions: Number(amounts.consumedSessions),
    incomeFen: Number(amounts.incomeFen),
  }))
}
