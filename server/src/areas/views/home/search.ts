import * as api from '@paidang/api/areas/views/home'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { and, asc, desc, eq, ne, not, or, type SQL, sql } from 'drizzle-orm'
import { contains } from '../../../db/contains.ts'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { isSuspended } from '../../../tables/auth.ts'
import { ballGames } from '../../../tables/balls.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { isFindable, users } from '../../../tables/identities.ts'
import { venues } from '../../../tables/venues.ts'
import { readCoachCards } from '../coach-pages/coach-pages.ts'

/** The search text and the caller (undefined for a guest), with at most `limit` results of each kind. */
type Query = { keyword: string; actorId: string | undefined; limit: number }

/** As many results of each kind as fit a page that is scanned. */
const MAX_FOUND = 10

/** The condition that the caller and a person have not blocked each other. */
const isSeenBy = (actorId: string | undefined, person: SQL) =>
  actorId === undefined ? undefined : sql`not ${isBlockedBetween(sql`${actorId}::bigint`, person)}`

/** Coaches whose name or company contains the text, most liked first, without suspended ones. */
async function findCoaches(
  db: Database,
  { keyword, actorId, limit, now }: Query & { now: Date },
): Promise<Omit<api.Found['coaches'][number], 'card'>[]> {
  const companyOf = sql`from ${companyMembers} m join ${companies} c on c.id = m.company_id and c.closed_at is null
    where m.user_id = ${users}.id`
  const { id, nickname, avatar, likesCount } = users
  return db
    .select({
      id,
      nickname,
      avatar,
      likesCount,
      companies: sql<string[]>`array(select c.company_name ${companyOf} order by c.is_person, c.id)`,
    })
    .from(users)
    .where(
      and(
        ne(users.userType, USER_TYPES.PLAYER),
        isFindable(),
        not(isSuspended(sql`${users}.id`, now)),
        or(
          contains(nickname, keyword),
          sql`exists (select 1 ${companyOf} and ${contains(sql`c.company_name`, keyword)})`,
        ),
        isSeenBy(actorId, sql`${users}.id`),
      ),
    )
    .orderBy(desc(likesCount), sql`${nickname} collate "zh-x-icu"`, id)
    .limit(limit)
}

/** Approved venues whose name or address contains the text, by name. */
async function findVenues(db: Database, { keyword, limit }: Query): Promise<api.Found['venues']> {
  const { id, name, address, avatar } = venues
  return db
    .select({ id, name, address, avatar })
    .from(venues)
    .where(and(eq(venues.approveStatus, APPROVAL.APPROVED), or(contains(name, keyword), contains(address, keyword))))
    .orderBy(sql`${name} collate "zh-x-icu"`, id)
    .limit(limit)
}

/**
 * Public games with free seats whose title or place contains the text, the next first. They have not begun at `now`.
 */
async function findBalls(
  db: Database,
  { keyword, actorId, limit, now }: Query & { now: Date },
): Promise<api.Found['balls']> {
  const { id, title, activityDate, beginTimeSlot } = ballGames
  return db
    .select({
      id,
      title,
      activityDate,
      beginTimeSlot,
      place: sql<string>`coalesce(${venues.name}, ${ballGames.place})`,
    })
    .from(ballGames)
    .leftJoin(venues, eq(venues.id, ballGames.stadiumId))
    .where(
      and(
        eq(ballGames.isPublic, true),
        eq(ballGames.status, 'OPEN'),
        sql`(${activityDate}, ${beginTimeSlot}) > (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint)`,
        or(...[title, venues.name, ballGames.place].map((column) => contains(column, keyword))),
        isSeenBy(actorId, sql`${ballGames}.initiator_id`),
      ),
    )
    .orderBy(asc(activityDate), asc(beginTimeSlot), asc(id))
    .limit(limit)
}

export default plugin([
  // A text of spaces finds nothing.
  handle(api.searchAll, async ({ query, user, db, now, app }) => {
    const keyword = query.keyword.trim()
    if (keyword === '') return { coaches: [], venues: [], balls: [] }
    const wanted = { keyword, actorId: user?.id, limit: MAX_FOUND }
    const [coaches, venues, balls] = await Promise.all([
      findCoaches(db, { ...wanted, now }),
      findVenues(db, wanted),
      findBalls(db, { ...wanted, now }),
    ])
    const ids = coaches.map(({ id }) => id)
    const cards = await readCoachCards(db, ids, { readerId: user?.id, now, hasTrials: app.features.trialLessons })
    return { coaches: coaches.map((coach) => ({ ...coach, card: cards.get(coach.id) ?? null })), venues, balls }
  }),
])
