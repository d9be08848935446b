// Who is told of what became free. Triggers note it (see migration 0015); here the waiting people are found.
import { nextAfter, quietUntil, TOLD_AT_ONCE } from '@paidang/domain/areas/activities/vacancies/alert'
import { dateAndWeekday, dayOf, instantOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { and, eq, gt, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach, processInBatches } from '../../../jobs/process-each.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { ballGames } from '../../../tables/balls.ts'
import { CLAIM_KIND, slotClaims } from '../../../tables/schedule.ts'
import { vacancies, vacancyAlerts, vacancyOffers } from '../../../tables/vacancies.ts'
import { courts } from '../../../tables/venues.ts'
import { notify } from '../../ground/messages/notify.ts'
import {
  type AlertRow,
  findVacancy,
  insertOffer,
  isDayOfAlert,
  isGameFor,
  isOffered,
  type Place,
  readPlace,
} from './rows.ts'

type Vacancy = typeof vacancies.$inferSelect

/** How many alerts are looked at in one query, and for one vacancy. */
const PAGE = 20
const MOST_LOOKED_AT = 200

/** Whether anything of it is free. What gives way to a class is taken again in the same transaction. */
async function isStillFree(
  tx: Database,
  { kind, targetId, day, beginTimeSlot, endTimeSlot }: Vacancy,
): Promise<boolean> {
  if (day === null) return true
  const takenOf = (claimKind: number, resourceId: SQL) => sql`(select count(*) from ${slotClaims} c
    where c.kind = ${claimKind} and c.resource_id = ${resourceId} and c.day = ${day}::date
      and c.half_hour >= ${beginTimeSlot} and c.half_hour < ${endTimeSlot})`
  const span = endTimeSlot - beginTimeSlot
  const isFree = {
    COACH: sql`${takenOf(CLAIM_KIND.COACH, sql`${targetId}`)} < ${span}`,
    VENUE: sql`exists (select 1 from ${courts} k where k.venue_id = ${targetId} and ${takenOf(CLAIM_KIND.COURT, sql`k.id`)} < ${span})`,
    GAME: sql`exists (select 1 from ${ballGames} b where b.id = ${targetId} and b.is_public and b.status = 'OPEN')`,
  }[kind]
  const { rows } = await tx.execute<{ isFree: boolean }>(sql`select ${isFree} as "isFree"`)
  return rows[0]?.isFree ?? false
}

/**
 * The condition on an offer `o` that it told of the coach, courts or game of this vacancy at its time. What was told of a
 * vacancy itself meets it as well.
 */
const toldOf = ({ kind, targetId, day, beginTimeSlot, endTimeSlot }: Vacancy, now: Date): SQL => {
  const same = {
    COACH: sql`o.coach_id = ${targetId}`,
    VENUE: sql`o.venue_id = ${targetId}`,
    GAME: sql`o.ball_id = ${targetId}`,
  }[kind]
  const isThen = day === null ? sql`o.day >= ${dayOf(now)}::date` : sql`o.day = ${day}::date`
  return sql`(${same} and ${isThen} and o.begin_time_slot < ${endTimeSlot} and o.end_time_slot > ${beginTimeSlot})`
}

/** Alerts for a vacancy, first come first, whose people were not told of it by another alert of that kind. */
async function listCandidates(tx: Database, vacancy: Vacancy, { afterId, now }: { afterId: string; now: Date }) {
  const { id, kind, targetId, day, beginTimeSlot, endTimeSlot } = vacancy
  const isFor = {
    COACH: sql`a.coach_id = ${targetId}`,
    VENUE: sql`a.venue_id = ${targetId} and a.kind <> 'GAME'`,
    GAME: sql`a.kind = 'GAME' and exists (select 1 from ${ballGames} b where b.id = ${targetId} and ${isGameFor(now)})
      and a.sport = (select sport from ${ballGames} where id = ${targetId})`,
  }[kind]
  const isThen = day === null ? sql`true` : isDayOfAlert(sql`${day}::date`)
  const { rows } = await tx.execute<{ id: string }>(sql`
    select a.id::text as id from ${vacancyAlerts} a
    where a.state = 'WAITING' and a.id > ${afterId} and ${isFor} and ${isThen}
      and a.begin_time_slot < ${endTimeSlot} and a.end_time_slot > ${beginTimeSlot} and ${isOffered(now)}
      and not exists (select 1 from ${vacancyOffers} o join ${vacancyAlerts} own on own.id = o.alert_id
        where own.user_id = a.user_id and own.kind = a.kind and ${toldOf(vacancy, now)}
        and (o.vacancy_id = ${id} or o.told_at > ${shortlyBefore(vacancy.seenAt ?? now)}))
    order by a.id limit ${PAGE}`)
  return rows.map((row) => row.id)
}

/** Who was told after this moment knows of it, and counts among those who were told at once. */
const shortlyBefore = (at: Date) => new Date(2 * at.getTime() - nextAfter(at).getTime())

async function countTold(tx: Database, vacancy: Vacancy, now: Date): Promise<number> {
  const { rows } = await tx.execute<{ told: number }>(sql`
    select count(*)::int as told from ${vacancyOffers} o where ${toldOf(vacancy, now)} and o.told_at > ${shortlyBefore(now)}`)
  return rows[0]?.told ?? 0
}

async function tellOne(
  tx: Database,
  alert: AlertRow,
  { vacancyId, now, ...place }: Place & { vacancyId: string; now: Date },
) {
  await insertOffer(tx, alert, { ...place, vacancyId, now })
  const { day, beginTimeSlot, endTimeSlot, courtName, title, place: where } = await readPlace(tx, alert, place, now)
  const what = title ?? `${where} ${courtName ?? ''}`
  await notify(tx, {
    receiverIds: [alert.userId],
    senderId: null,
    category: 'invitation',
    title: alert.kind === 'GAME' ? '球局有空位了' : '有空位了',
    content: `${dateAndWeekday(day)} ${whenOf(beginTimeSlot, endTimeSlot)} ${what.trim()}，先到先得`,
    about: { kind: 'vacancy_alert', id: alert.id },
  })
}

/**
 * Tells the next people of a vacancy, and forgets it once nobody else waits for it. The lock lets one vacancy after the
 * other be told, by whatever process, so that three are three. Nothing that frees or books takes it.
 */
async function tell(tx: Database, vacancyId: string, now: Date): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('vacancies', 0))`)
  const [vacancy] = await tx
    .select()
    .from(vacancies)
    .where(and(eq(vacancies.id, vacancyId), isDue(now)))
    .for('update')
  if (!vacancy) return
  const { day, endTimeSlot } = vacancy
  const forget = () => tx.delete(vacancies).where(eq(vacancies.id, vacancyId))
  const postpone = (dueAt: Date, seenAt = vacancy.seenAt) =>
    tx.update(vacancies).set({ dueAt, seenAt }).where(eq(vacancies.id, vacancyId))
  const quiet = quietUntil(day, now)
  if (quiet) return void (await postpone(quiet))
  const isOver = day !== null && instantOf(day, endTimeSlot) <= now
  if (isOver || !(await isStillFree(tx, vacancy))) return void (await forget())
  let room = TOLD_AT_ONCE - (await countTold(tx, vacancy, now))
  let afterId = '0'
  const freed = { ...vacancy, courtIds: await readFreedCourts(tx, vacancy) }
  const told = new Set<string>()
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += PAGE) {
    const ids = await listCandidates(tx, vacancy, { afterId, now })
    for (const id of ids) {
      if (room <= 0) return void (await postpone(nextAfter(now), vacancy.seenAt ?? now))
      const [alert] = await tx.select().from(vacancyAlerts).where(eq(vacancyAlerts.id, id))
      const who = alert && `${alert.userId} ${alert.kind}`
      const place = alert && !told.has(`${who}`) && (await placeFor(tx, alert, freed, now))
      if (place) {
        await tellOne(tx, alert, { ...place, vacancyId, now })
        told.add(`${who}`)
        room -= 1
      }
      afterId = id
    }
    if (ids.length < PAGE) break
  }
  await forget()
}

/**
 * The courts that became free, with those of vacancies at the same hours that are not told yet: each would otherwise
 * count as free all along for the other.
 */
async function readFreedCourts(
  tx: Database,
  { targetId, day, beginTimeSlot, endTimeSlot, courtIds }: Vacancy,
): Promise<string[] | null> {
  if (courtIds === null || day === null) return null
  const rows = await tx
    .select({ ids: vacancies.courtIds })
    .from(vacancies)
    .where(
      and(
        eq(vacancies.kind, 'VENUE'),
        eq(vacancies.targetId, targetId),
        eq(vacancies.day, day),
        lt(vacancies.beginTimeSlot, endTimeSlot),
        gt(vacancies.endTimeSlot, beginTimeSlot),
      ),
    )
  return rows.flatMap(({ ids }) => ids ?? [])
}

/** Where a game became free it is that game, else the nearest time that suits. */
async function placeFor(tx: Database, alert: AlertRow, vacancy: Vacancy, now: Date): Promise<Place | undefined> {
  const { kind, targetId, day, beginTimeSlot, endTimeSlot } = vacancy
  if (kind !== 'GAME' || day === null) return findVacancy(tx, alert, { now, freed: vacancy })
  return { day, beginTimeSlot, endTimeSlot, courtId: null, ballId: targetId }
}

const isDue = (now: Date) => or(isNull(vacancies.dueAt), lte(vacancies.dueAt, now))

/** Ends alerts whose last day has passed. */
export const expireAlerts = (db: Database, now: Date, whose?: SQL) =>
  db
    .update(vacancyAlerts)
    .set({ state: 'EXPIRED', endedAt: now })
    .where(and(eq(vacancyAlerts.state, 'WAITING'), lt(vacancyAlerts.lastDay, dayOf(now)), whose))

/** Tells who waits of what became free, and ends alerts by their day. While nothing frees it reads an empty table. */
export async function tellVacancies({ db, now, signal, onFault }: JobContext): Promise<void> {
  await expireAlerts(db, now)
  await processEach({
    what: 'vacancy',
    list: ({ afterId, limit }) =>
      db
        .select({ id: vacancies.id })
        .from(vacancies)
        .where(and(isDue(now), sql`${vacancies.id} > ${afterId}`))
        .orderBy(vacancies.id)
        .limit(limit),
    each: ({ id }) => db.transaction((tx) => tell(tx, id, now)),
    signal,
    onFault,
  })
}

/** Deletes alerts that ended long ago, with what they told. */
export async function cleanupAlerts({ db, now, signal }: JobContext): Promise<void> {
  await processInBatches(signal, async (limit) => {
    const { rowCount } = await db.execute(sql`
      delete from ${vacancyAlerts} where id in (
        select id from ${vacancyAlerts} where ended_at < ${keptSince('vacancyAlerts', now)} limit ${limit} for update skip locked)`)
    return rowCount ?? 0
  })
}

/** Deletes the alerts of a person who closes the account. */
export async function forgetAlerts(tx: Database, userId: string): Promise<void> {
  await tx.delete(vacancyAlerts).where(eq(vacancyAlerts.userId, userId))
}
