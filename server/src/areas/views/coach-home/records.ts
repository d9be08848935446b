import * as api from '@paidang/api/areas/views/coach-home'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APP_COUNT_LIMIT, offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { hasStatus, invitations, seats } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { venues } from '../../../tables/venues.ts'
import { isByNearest, pageNearestClasses, responsesOf } from '../../activities/classes/list-classes.ts'
import { assertSeesCoach, classesOf } from '../../places/companies/assert-sees-coach.ts'
import { firstRecordDay } from './export-records.ts'
import { listRecordMonths } from './taught.ts'

function isNamed(keyword: string): SQL | undefined {
  const has = (name: SQL) => contains(name, keyword)
  return or(
    has(sql`${invitations.courseDesignName}`),
    sql`${invitations}.stadium_id in (select v.id from ${venues} v where ${has(sql`v.name`)})`,
    sql`exists (select 1 from ${seats} s join ${users} u on u.id = s.user_id
      where s.invitation_id = ${invitations}.id and s.state = 'JOINED' and ${has(sql`u.nickname`)})`,
  )
}

/** Classes to count. Without the id an index of equal keys counts. */
const countedIn = (db: Database, where: SQL | undefined) =>
  db.select({ coachId: invitations.coachId }).from(invitations).where(where)

/** One page of classes as their coach reads them. */
async function pageClasses(
  db: Database,
  { coachId, now, ...paging }: { where: SQL | undefined; order: SQL[]; query: Page; coachId: string; now: Date },
) {
  const selected = db.select({ id: invitations.id }).from(invitations).$dynamic()
  const counted = countedIn(db, paging.where)
  const { rows: ids, total } = await pageOf(db, selected, {
    ...paging,
    counted,
    present: ({ id }) => id,
    most: APP_COUNT_LIMIT,
  })
  return { rows: await responsesOf(db, ids, coachId, now), total }
}

/** The coach gets all classes, the admin of a company those of that company. */
async function pageSchedule({
  params: { coachId },
  query,
  user: { id: actorId },
  db,
  now,
}: Handled<typeof api.scheduleOfCoach>) {
  await assertSeesCoach(db, actorId, coachId)
  const where = classesOf({ coachId, actorId })
  if (isByNearest(query))
    return pageNearestClasses(
      db,
      { taught: where, now },
      {
        userId: coachId,
        count: () =>
          countUpTo(db, countedIn(db, where), { most: APP_COUNT_LIMIT, shown: offsetOf(query) + query.rows }),
        limit: query.rows,
        offset: offsetOf(query),
      },
    )
  const { courseDate, beginTimeSlot, id } = invitations
  const direction = query.sord === 'asc' ? asc : desc
  const order = [direction(courseDate), direction(beginTimeSlot), direction(id)]
  return pageClasses(db, { where, order, query, coachId, now })
}

/** By when they were made. Only the coach may read them. The keyword is a part of a player's, venue's or course's name. */
async function pageRecords({ params: { coachId }, query, user, db, now }: Handled<typeof api.recordsOfCoach>) {
  if (coachId !== user.id) throw new ApiError('data_of_others')
  const { invitationStatus = '', courseDesignId } = query
  const keyword = query.keyword?.trim() ?? ''
  const where = and(
    eq(invitations.coachId, coachId),
    invitationStatus === 'all' || invitationStatus === '' ? undefined : hasStatus([invitationStatus], now),
    courseDesignId === undefined ? undefined : eq(invitations.courseDesignId, courseDesignId),
    keyword === '' ? undefined : isNamed(keyword),
  )
  const direction = query.sord === 'asc' ? asc : desc
  const order = [direction(invitations.createdAt), direction(invitations.id)]
  return pageClasses(db, { where, order, query, coachId, now })
}

export default plugin([
  handle(api.scheduleOfCoach, pageSchedule),

  handle(api.recordsOfCoach, pageRecords),

  // The coach gets everything, the admin of a company what the coach taught for that company.
  handle(api.recordMonths, async ({ params: { coachId }, query, user: { id: actorId }, db, now }) => {
    await assertSeesCoach(db, actorId, coachId)
    return listRecordMonths(db, { coachId, actorId }, firstRecordDay(query.months, now))
  }),

  handle(api.exportRecords, ({ params: { coachId }, query: { months }, user, now, app, request }) =>
    app.makeExport(request, 'records', { coachId, actorId: user.id, months, now }),
  ),
])
