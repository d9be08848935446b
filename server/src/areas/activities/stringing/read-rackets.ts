import type { LastJob, Racket } from '@paidang/api/areas/stringing'
import { hoursPlayed, type Played, sportOfCourse, stringLife, wearOf } from '@paidang/domain/areas/stringing/restring'
import { dayOf, instantOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { listPlayed, type PlayedRow } from './played-queries.ts'
import { type LastJobRow, listRacketViews, type RacketView } from './racket-queries.ts'

/**
 * Reads the rackets of a player, with their last job and the wear of their strings. Hours played count only for the
 * main racket of the sport, from when the player got it back. The strings of other rackets only age.
 */
export async function readRackets(db: Database, { actorId, now }: { actorId: string; now: Date }): Promise<Racket[]> {
  const rows = await listRacketViews(db, actorId)
  const backSince = rows.flatMap(({ isMain, lastJob }) => (isMain && lastJob ? [Date.parse(lastJob.completedAt)] : []))
  const since = dayOf(new Date(Math.min(...backSince, now.getTime())))
  const played = backSince.length > 0 ? (await listPlayed(db, { userId: actorId, since })).map(playedOf) : []
  return rows.map((row) => presentRacket(row, { played, now }))
}

/** Reads the present state of one racket of a player. */
export async function readRacket(
  db: Database,
  { racketId, ...asked }: { racketId: string; actorId: string; now: Date },
): Promise<Racket> {
  const racket = (await readRackets(db, asked)).find(({ id }) => id === racketId)
  if (!racket) throw new Error(`racket ${racketId} is gone`)
  return racket
}

function playedOf({ day, begin, end, ...what }: PlayedRow): Played {
  const sport = what.courseName === null ? what.sport : sportOfCourse(what.courseName)
  return { sport, startsAt: instantOf(day, begin), hours: (end - begin) / 2 }
}

function presentRacket(
  { lastJob, ...row }: RacketView,
  { played, now }: { played: readonly Played[]; now: Date },
): Racket {
  const isPlayedWith = row.isMain ? played : []
  return {
    id: row.id,
    sport: row.sport,
    brand: row.brand,
    model: row.model,
    gripSize: row.gripSize,
    pattern: row.pattern,
    weightGrams: row.weightGrams,
    code: row.code,
    minTension: row.minTension,
    maxTension: row.maxTension,
    isMain: row.isMain,
    revision: row.revision,
    jobCount: row.jobCount,
    lastJob: lastJob && presentJob(lastJob),
    wear: lastJob && presentWear(row, lastJob, { played: isPlayedWith, now }),
  }
}

const strungOn = ({ readyAt }: LastJobRow) => dayOf(new Date(readyAt))

function presentJob({ readyAt, completedAt, ...job }: LastJobRow): LastJob {
  return { ...job, strungOn: strungOn({ ...job, readyAt, completedAt }) }
}

function presentWear(
  { sport }: Pick<RacketView, 'sport'>,
  lastJob: LastJobRow,
  { played, now }: { played: readonly Played[]; now: Date },
): Racket['wear'] {
  const { life, ...wear } = wearOf({
    life: stringLife(sport, [lastJob.mains.material, lastJob.crosses.material]),
    strungOn: strungOn(lastJob),
    hoursPlayed: hoursPlayed(played, { sport, since: new Date(lastJob.completedAt) }),
    today: dayOf(now),
  })
  return { ...wear, lifeHours: life.hours, lifeDays: life.days }
}
