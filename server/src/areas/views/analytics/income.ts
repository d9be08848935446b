import type { INCOME_SORTS, IncomeBy, IncomeRow } from '@paidang/api/areas/views/analytics'
import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { type FileColumn, tableFile } from '../../../spreadsheet/table-file.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { courses } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { venues } from '../../../tables/venues.ts'
import { assertPeriod, type CompanyPeriod, classesIn, IS_BY_HOURS, spentIn, trialsIn } from './company-period.ts'

/** `name` is ascending and all other orders are descending, unless `sord` says otherwise. */
type IncomeQuery = CompanyPeriod & {
  by: IncomeBy
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
 *
 * @throws ApiError period_invalid
 */
export async function readIncome(
  db: Database,
  { by, sort = 'income', sord, ...input }: IncomeQuery,
): Promise<IncomeRow[]> {
  assertPeriod(input.period)
  const { key, name, table } = SUBJECTS[by]
  const direction = sql.raw(sord ?? (sort === 'name' ? 'asc' : 'desc'))
  const { rows } = await db.execute<Record<keyof IncomeRow, string>>(sql`
    with classes as (
      select ${invitations.id}, ${key} as subject, ${invitations.invitationStatus} = 'COMPLETED' as is_held,
        (${invitations.endTimeSlot} - ${invitations.beginTimeSlot}) / 2.0 as hours
      from ${invitations} where ${classesIn(input)} and ${IS_BY_HOURS}),
    trial as (${trialsIn(input, key)}),
    spent as (${spentIn(sql`classes`)}),
    taught as (
      select c.subject, count(distinct s.user_id) as students from classes c
      join ${seats} s on s.invitation_id = c.id and s.state = 'JOINED' where c.is_held group by c.subject),
    summed as (
      select c.subject, count(*) filter (where c.is_held) as classes,
        coalesce(sum(c.hours) filter (where c.is_held), 0) as hours,
        coalesce(sum(p.sessions), 0) as sessions, coalesce(sum(p.fen), 0) as fen
      from classes c left join spent p on p.invitation_id = c.id group by c.subject),
    listed as (
      select subject, coalesce(s.classes, 0) as classes, coalesce(s.hours, 0) as hours,
        coalesce(s.sessions, 0) as sessions, coalesce(s.fen, 0) as fen,
        coalesce(r.trials, 0) as trials, coalesce(r.fen, 0) as trial_fen
      from summed s full join trial r using (subject))
    select s.subject::text as id, ${name} as name, s.classes, s.hours as "taughtHours",
      coalesce(g.students, 0) as students, s.sessions as "consumedSessions", s.fen as "incomeFen",
      s.trials, s.trial_fen as "trialFen"
    from listed s join ${table} t on t.id = s.subject left join taught g on g.subject = s.subject
    where s.classes > 0 or s.sessions <> 0 or s.trials > 0 or s.trial_fen > 0
    order by ${sort === 'name' ? sql`${name} collate "zh-x-icu"` : SORTED_BY[sort]} ${direction}, s.subject`)
  return rows.map(({ id, name, ...amounts }) => ({
    id,
    name,
    classes: Number(amounts.classes),
    taughtHours: Number(amounts.taughtHours),
    students: Number(amounts.students),
    consumedSessions: Number(amounts.consumedSessions),
    incomeFen: Number(amounts.incomeFen),
    trials: Number(amounts.trials),
    trialFen: Number(amounts.trialFen),
  }))
}

const SUBJECT_NAMES: Record<IncomeBy, string> = { coach: '教练', course: '课程', venue: '场馆' }

const AMOUNTS: readonly FileColumn<IncomeRow>[] = [
  { heading: '课次', width: 8, number: ({ classes }) => classes },
  { heading: '授课小时', width: 10, number: ({ taughtHours }) => taughtHours },
  { heading: '学员人数', width: 10, number: ({ students }) => students },
  { heading: '消耗课时', width: 10, number: ({ consumedSessions }) => consumedSessions },
  { heading: '收入（元）', width: 14, fen: ({ incomeFen }) => incomeFen },
  { heading: '体验课', width: 8, number: ({ trials }) => trials },
  { heading: '体验课收入（元）', width: 16, fen: ({ trialFen }) => trialFen },
]

/** The same list as a file, complete. @throws ApiError period_invalid */
export async function exportIncome(
  db: Database,
  { format, ...input }: IncomeQuery & { format: 'xlsx' | 'csv' },
): Promise<{ fileName: string; contentType: string; base64: string }> {
  const rows = await readIncome(db, input)
  const { by, period } = input
  const subject = SUBJECT_NAMES[by]
  return tableFile({
    name: `课程与收入-按${subject}-${period.from}-${period.until}`,
    sheet: `按${subject}`,
    columns: [{ heading: subject, width: 24, text: ({ name }) => name }, ...AMOUNTS],
    rows,
    format,
  })
}
