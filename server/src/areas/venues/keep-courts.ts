import type { CourtForm, VenueFile } from '@paidang/api/areas/admin-venues'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { courtCodesOf, whyNotCourts } from '@paidang/domain/areas/venues/court-rows'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { isForeignKeyViolation } from '../../db/faults.ts'
import { gridTopics } from '../schedule/grid-cache.ts'
import { recordDeed } from '../staff/record-deed.ts'
import {
  type CourtFields,
  changeVenue,
  deleteCourt,
  holdVenue,
  insertCourts,
  listCourts,
  updateCourts,
} from './desk-queries.ts'
import { readVenueFile } from './read-venue-file.ts'
import { listUsedCourts } from './upcoming-queries.ts'

type Keeping = { id: string; courts: readonly CourtForm[]; revision: number; by: string; now: Date }

/**
 * An operator says anew what the courts of a venue are: those that stay keep their places, which bookings name, new ones come
 * at the end, and from the end go those that nothing refers to.
 *
 * @throws ApiError venue_not_found, venue_changed (somebody else wrote since he looked), any CourtRowsRefusal, court_in_use
 * Source: specification §3 "Court"
 */
export async function keepCourts(db: Database, { id, courts, revision, by, now }: Keeping): Promise<VenueFile> {
  const wanted = courts.map(trimmed)
  return db.transaction(async (tx) => {
    const venue = await holdVenue(tx, id)
    if (!venue) throw new ApiError('venue_not_found')
    if (venue.revision !== revision) throw new ApiError('venue_changed')
    const present = await listCourts(tx, id)
    const refusal = whyNotCourts(
      present.map((court) => court.id),
      wanted,
    )
    if (refusal) throw new ApiError(refusal)
    const staying = wanted.flatMap(({ id: courtId, ...fields }) =>
      courtId === null ? [] : [{ id: courtId, ...fields }],
    )
    const added = wanted.slice(staying.length)
    const leaving = present.slice(staying.length)
    await removeCourts(tx, id, leaving)
    await updateCourts(tx, staying)
    await insertCourts(
      tx,
      { venueId: id, from: staying.length },
      added.map(({ courtCode, name, surface }) => ({ courtCode, name, surface })),
    )
    await changeVenue(tx, id, { courtCount: wanted.length, courtCodes: courtCodesOf(wanted) })
    const summary = `修改场馆「${venue.name}」的场地：${wordsOf(wanted, { added, leaving })}`
    await recordDeed(tx, { by, action: 'venue.courts', objectId: id, summary, now })
    await publishChanges(tx, [gridTopics.venue(id)])
    return readVenueFile(tx, { id, now })
  })
}

function trimmed({ id, courtCode, name, surface }: CourtForm): CourtForm {
  return { id, courtCode: courtCode.trim(), name: name.trim(), surface: surface.trim() }
}

/** The last first, so that the refusal names the one at which it ends. */
async function removeCourts(
  tx: Database,
  venueId: string,
  leaving: readonly { id: string; name: string }[],
): Promise<void> {
  if (leaving.length === 0) return
  const used = await listUsedCourts(tx, venueId)
  for (const { id, name } of [...leaving].reverse()) {
    if (used.has(id)) throw inUse(name)
    // Whoever books it at this moment is waited for, and then refers to it.
    await deleteCourt(tx, id).catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? inUse(name) : error
    })
  }
}

function inUse(name: string): ApiError {
  return new ApiError('court_in_use', { message: `${name}：${errors.court_in_use.message}`, data: { name } })
}

function wordsOf(
  wanted: readonly CourtFields[],
  { added, leaving }: { added: readonly CourtFields[]; leaving: readonly CourtFields[] },
): string {
  const namesOf = (courts: readonly CourtFields[]) => courts.map(({ name }) => name).join('、')
  const moved = [
    added.length > 0 ? `新增${namesOf(added)}` : '',
    leaving.length > 0 ? `删除${namesOf(leaving)}` : '',
    `共 ${wanted.length} 片`,
  ]
  return moved.filter((one) => one !== '').join('，')
}
