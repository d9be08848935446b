import * as api from '@paidang/api/areas/places/admin-venues'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { courtCodesOf, whyNotCourts } from '@paidang/domain/areas/places/venues/court-rows'
import { asc, eq, inArray, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { isForeignKeyViolation } from '../../../db/faults.ts'
import { gridTopics } from '../../../db/topics.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { courts, venues } from '../../../tables/venues.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { holdVenue, listUsedCourts, readVenueFile } from './venue-file.ts'

type Named = { name: string }

function trimmed({ id, courtCode, name, surface }: api.CourtForm): api.CourtForm {
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
    await tx
      .delete(courts)
      .where(eq(courts.id, id))
      .catch((error: unknown) => {
        throw isForeignKeyViolation(error) ? inUse(name) : error
      })
  }
}

function inUse(name: string): ApiError {
  return new ApiError('court_in_use', { message: `${name}：${errors.court_in_use.message}`, data: { name } })
}

/** What changed, for the audit log. */
function wordsOf(
  input: readonly Named[],
  { added, leaving }: { added: readonly Named[]; leaving: readonly Named[] },
): string {
  const namesOf = (courts: readonly Named[]) => courts.map(({ name }) => name).join('、')
  const moved = [
    added.length > 0 ? `新增${namesOf(added)}` : '',
    leaving.length > 0 ? `删除${namesOf(leaving)}` : '',
    `共 ${input.length} 片`,
  ]
  return moved.filter((one) => one !== '').join('，')
}

/** Replaces the fields of courts. */
async function changeCourts(tx: Database, changed: readonly (Omit<api.CourtForm, 'id'> & { id: string })[]) {
  // Courts may swap codes, and a code is unique at every moment. The first update therefore clears the codes.
  const ids = changed.map(({ id }) => id)
  if (ids.length === 0) return
  await tx
    .update(courts)
    .set({ courtCode: sql`',' || ${courts.id}` })
    .where(inArray(courts.id, ids))
  for (const { id, ...fields } of changed) await tx.update(courts).set(fields).where(eq(courts.id, id))
}

export default plugin([
  // Courts that remain keep their index, because bookings refer to it. New courts come at the end. Courts are removed
  // from the end, and only if nothing references them.
  handle(api.updateCourts, ({ params: { id: venueId }, body, staff, db, now }) => {
    const input = body.courts.map(trimmed)
    return db.transaction(async (tx) => {
      const venue = await holdVenue(tx, venueId)
      const present = await tx.select().from(courts).where(eq(courts.venueId, venueId)).orderBy(asc(courts.courtIndex))
      const refusal = whyNotCourts(
        present.map(({ id }) => id),
        input,
      )
      if (refusal) throw new ApiError(refusal)
      const staying = input.flatMap(({ id, ...fields }) => (id === null ? [] : [{ id, ...fields }]))
      const added = input.slice(staying.length)
      const leaving = present.slice(staying.length)
      await removeCourts(tx, venueId, leaving)
      await changeCourts(tx, staying)
      const rows = added.map(({ id: _new, ...fields }, offset) => ({
        ...fields,
        venueId,
        courtIndex: staying.length + offset,
      }))
      if (rows.length > 0) await tx.insert(courts).values(rows)
      const codes = { courtCount: input.length, courtCodes: courtCodesOf(input) }
      await tx.update(venues).set(codes).where(eq(venues.id, venueId))
      const summary = `修改场馆「${venue.name}」的场地：${wordsOf(input, { added, leaving })}`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'venue.courts', objectId: venueId, summary, now })
      await publishChanges(tx, [gridTopics.venue(venueId)])
      return readVenueFile(tx, { id: venueId, now })
    })
  }),
])
