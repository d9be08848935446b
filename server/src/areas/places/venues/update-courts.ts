import type { CourtForm, VenueFile } from '@paidang/api/areas/admin-venues'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { courtCodesOf, whyNotCourts } from '@paidang/domain/areas/venues/court-rows'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { isForeignKeyViolation } from '../../../db/faults.ts'
import { gridTopics } from '../../../db/topics.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { readVenueFile } from './read-venue-file.ts'
import { listUsedCourts } from './upcoming-queries.ts'
import {
  type CourtFields,
  changeVenue,
  deleteCourt,
  holdVenue,
  insertCourts,
  listCourts,
  updateCourts,
} from './venue-record-queries.ts'

type ManagedAccount = { id: string; courts: readonly CourtForm[]; actorId: string; now: Date }

/**
 * Replaces the list of a venue's courts for an operator. Courts that remain keep their index, because bookings refer to
 * it. New courts come at the end. Courts are removed from the end, and only if nothing references them.
 *
 * @throws ApiError venue_not_found; venue_changed (somebody else changed the venue since); any CourtRowsRefusal;
 *   court_in_use.
 * Source: specification §3 "Court"
 */
export async function updateVenueCourts(
  db: Database,
  { id, courts, actorId, now }: ManagedAccount,
): Promise<VenueFile> {
  const input = courts.map(trimmed)
  return db.transaction(async (tx) => {
    const venue = await holdVenue(tx, id)
    if (!venue) throw new ApiError('venue_not_found')
    const present = await listCourts(tx, id)
    const refusal = whyNotCourts(
      present.map((court) => court.id),
      input,
    )
    if (refusal) throw new ApiError(refusal)
    const staying = input.flatMap(({ id: courtId, ...fields }) =>
      courtId === null ? [] : [{ id: courtId, ...fields }],
    )
    const added = input.slice(staying.length)
    const leaving = present.slice(staying.length)
    await removeCourts(tx, id, leaving)
    await updateCourts(tx, staying)
    await insertCourts(
      tx,
      { venueId: id, from: staying.length },
      added.map(({ courtCode, name, surface }) => ({ courtCode, name, surface })),
    )
    await changeVenue(tx, id, { courtCount: input.length, courtCodes: courtCodesOf(input) })
    const summary = `修改场馆「${venue.name}」的场地：${wordsOf(input, { added, leaving })}`
    await recordAuditEvent(tx, { actorId, action: 'venue.courts', objectId: id, summary, now })
    await publishChanges(tx, [gridTopics.venue(id)])
    return readVenueFile(tx, { id, now })
  })
}

function trimmed({ id, courtCode, name, surface }: CourtForm): CourtForm {
  return { id, courtCode: courtCode.trim(), name: name.trim(), surface: surface.trim() }
}

/** Removes courts from the last one on, so that the refusal names the first court that cannot go. */
async function removeCourts(
  tx: Database,
  venueId: string,
  leaving: readonly { id: string; name: string }[],
): Promise<void> {
  if (leaving.length === 0) return
  const used = await listUsedCourts(tx, venueId)
  for (const { id, name } of [...leaving].reverse()) {
    if (used.has(id)) throw inUse(name)
    // The delete waits for a concurrent booking, and then fails on its foreign key.
    await deleteCourt(tx, id).catch((error: unknown) => {
      throw isForeignKeyViolation(error) ? inUse(name) : error
    })
  }
}

function inUse(name: string): ApiError {
  return new ApiError('court_in_use', { message: `${name}：${errors.court_in_use.message}`, data: { name } })
}

function wordsOf(
  input: readonly CourtFields[],
  { added, leaving }: { added: readonly CourtFields[]; leaving: readonly CourtFields[] },
): string {
  const namesOf = (courts: readonly CourtFields[]) => courts.map(({ name }) => name).join('、')
  const moved = [
    added.length > 0 ? `新增${namesOf(added)}` : '',
    leaving.length > 0 ? `删除${namesOf(leaving)}` : '',
    `共 ${input.length} 片`,
  ]
  return moved.filter((one) => one !== '').join('，')
}
