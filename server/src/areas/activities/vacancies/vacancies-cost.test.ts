import { addDays } from '@paidang/domain/kernel/day'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '../../../db/database.ts'
import { ballGames } from '../../../tables/balls.ts'
import { CLAIM_KIND, HOLDER_KIND, slotClaims } from '../../../tables/schedule.ts'
import { vacancies, vacancyAlerts, vacancyOffers } from '../../../tables/vacancies.ts'
import { givenPlayer, givenScene, givenVenueLock, TEST_NOW, TOMORROW } from '../../../testing/builders.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { isLongRun } from '../../../testing/run-length.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { readAlerts } from './rows.ts'
import { cleanupAlerts, tellVacancies } from './tell.ts'

const TODAY = '2026-05-01'
const { db, maintenance, drop } = await createTestDatabase()
afterAll(drop)

/** Alerts that wait elsewhere, as many that ended here, and games that are over. Of claims there are ten times as many. */
const HISTORY = isLongRun ? 100_000 : 2_000
/** What a step may read of a table: what it tells of, each a few times. */
const MOST_ROWS = 20

test('no look, no run of the job and no list reads past alerts, claims or games', async () => {
  const scene = await givenScene(db)
  const { coachId, courseId, venueId } = scene
  const classId = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  // Only the court of the class becomes free.
  for (const courtId of scene.courtIds.slice(1))
    await givenVenueLock(db, { courtId, beginTimeSlot: 20, endTimeSlot: 22 })
  const friends = [await givenPlayer(db, { level: 3 }), await givenPlayer(db, { level: 3 })] as [string, string]
  const ballId = await givenBall(db, { playerIds: friends, maxPlayers: 2, feeFen: 0, feeMode: 'INITIATOR' })
  const wish = {
    ...{ userId: await givenPlayer(db, { level: 3 }), firstDay: TOMORROW, lastDay: TOMORROW, weekdays: 127, length: 2 },
    ...{ beginTimeSlot: 18, endTimeSlot: 44 },
  }
  await db.insert(vacancyAlerts).values([
    { ...wish, place: 1, kind: 'COURT', venueId, sport: 'tennis' },
    { ...wish, place: 2, kind: 'GAME', sport: 'tennis' },
    { ...wish, place: 3, kind: 'CLASS', coachId, courseId, venueId },
  ])
  await addHistory()
  const steps = await rowsRead()
  for (const [step, read] of Object.entries(steps))
    for (const [table, rows] of Object.entries(read)) expect(rows, `${step}: ${table}`).toBeLessThanOrEqual(MOST_ROWS)

  /** History of the same coach, venue, player and court, and what others wait for. */
  async function addHistory(): Promise<void> {
    const count = (rows: number) => `generate_series(1, ${rows}) n`
    await maintenance(
      `
      with ended as (
        insert into vacancy_alerts (user_id, place, kind, coach_id, course_id, venue_id, first_day, last_day, weekdays,
          begin_time_slot, end_time_slot, length, state, ended_at)
        select 900000000 + n, 1, 'CLASS', ${coachId}, ${courseId}, ${venueId}, '${TODAY}', '${TOMORROW}', 127, 18, 44, 2,
          'ENDED', '${TEST_NOW.toISOString()}'::timestamptz from ${count(HISTORY)} returning id)
      insert into vacancy_offers (alert_id, vacancy_id, coach_id, venue_id, court_id, day, begin_time_slot, end_time_slot, told_at)
      select id, id, ${coachId}, ${venueId}, ${scene.courtIds[0]}, '${addDays(TODAY, -1)}', 20, 22,
        '${TEST_NOW.toISOString()}'::timestamptz - interval '1 day' from ended`,
      [],
    )
    await maintenance(
      `
      insert into vacancy_alerts (user_id, place, kind, coach_id, course_id, venue_id, sport, first_day, last_day, weekdays,
        begin_time_slot, end_time_slot, length)
      select 900000000 + n, 1, case n % 2 when 0 then 'CLASS' else 'COURT' end, case n % 2 when 0 then 800000000 + n % 999 end,
        case n % 2 when 0 then ${courseId} end, 800000000 + n % 999, case n % 2 when 1 then 'tennis' end, '${TODAY}',
        '${TOMORROW}', 127, 18, 44, 2 from ${count(HISTORY)}`,
      [],
    )
    await maintenance(
      `
      insert into slot_claims (kind, resource_id, day, half_hour, holder_kind, holder_id)
      select k.kind, k.id, date '${TODAY}' - 1 - n / 20, 18 + n % 20, ${HOLDER_KIND.INVITATION}, ${classId}
      from ${count(5 * HISTORY)}, (values (${CLAIM_KIND.COACH}, ${coachId}), (${CLAIM_KIND.COURT}, ${scene.courtIds[0]})) k(kind, id)`,
      [],
    )
    await maintenance(
      `
      insert into ball_games select (jsonb_populate_record(b, jsonb_build_object('id', 900000000 + n, 'activity_date', '${addDays(TODAY, -9)}', 'status', 'CANCELLED',
        'cancelled_at', now(), 'cancel_reason', 'INITIATOR'))).*
      from ball_games b, ${count(HISTORY)} where b.id = ${ballId}`,
      [],
    )
    await maintenance('vacuum analyze', [])
  }

  /** How many rows each step read, by table. The transaction is rolled back. */
  async function rowsRead() {
    const steps: Record<string, Record<string, number>> = {}
    const run = {
      now: TEST_NOW,
      signal: new AbortController().signal,
      onFault: (error: unknown) => expect(error).toBe(null),
    }
    const reading = db.transaction(async (tx) => {
      const step = async (name: string, work: () => Promise<unknown>) => {
        const before = await readSoFar(tx)
        await work()
        const after = await readSoFar(tx)
        steps[name] = Object.fromEntries(
          Object.entries(after).map(([table, rows]) => [table, rows - (before[table] ?? 0)]),
        )
      }
      await step('an idle run', () => tellVacancies({ ...run, db: tx }))
      await step('a class gives way', () =>
        tx.delete(slotClaims).where(sql`${slotClaims.day} = ${TOMORROW} and holder_id = ${classId}`),
      )
      await step('a seat frees', () =>
        tx.update(ballGames).set({ status: 'OPEN', seatsTaken: 1 }).where(sql`id = ${ballId}`),
      )
      expect(await tx.$count(vacancies)).toBe(3)
      await step('the job tells', () => tellVacancies({ ...run, db: tx }))
      expect([await tx.$count(vacancies), await tx.$count(vacancyOffers, sql`told_at = ${TEST_NOW}`)]).toEqual([0, 3])
      await step('a person looks', () => readAlerts(tx, sql`user_id = ${wish.userId}`, TEST_NOW))
      await step('nothing is old enough to be deleted', () => cleanupAlerts({ ...run, db: tx }))
      tx.rollback()
    })
    await expect(reading).rejects.toThrow('Rollback')
    return steps
  }
})

async function readSoFar(tx: Database): Promise<Record<string, number>> {
  const { rows } = await tx.execute<{ table: string; rows: number }>(sql`
    select relname as table, (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
    from pg_stat_xact_user_tables where relname in ('vacancy_alerts', 'vacancy_offers', 'slot_claims', 'ball_games')`)
  return Object.fromEntries(rows.map(({ table, rows }) => [table, rows]))
}
