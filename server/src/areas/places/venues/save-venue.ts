import type { VenueFields, VenueFile } from '@paidang/api/areas/admin-venues'
import type { NewVenue } from '@paidang/api/areas/venues'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { courtCodesOf } from '@paidang/domain/areas/venues/court-rows'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START } from '@paidang/domain/kernel/half-hour'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { gridTopics } from '../../../db/topics.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import type { FileStore } from '../../ground/files/file-store.ts'
import { assertPublicPicture } from '../../ground/files/uploads.ts'
import { assertNameFree } from './assert-name-free.ts'
import { insertVenue } from './queries.ts'
import { readVenueFile } from './read-venue-file.ts'
import { findFirstOutside } from './upcoming-queries.ts'
import { assertOpening, courtsNamedBy, type Opening, placeOf } from './venue-form.ts'
import { changeVenue, holdVenue, type VenueRecord } from './venue-record-queries.ts'

type Saving = { actorId: string; store: Pick<FileStore, 'open'>; now: Date }

/**
 * Creates a venue of the platform for an operator. It is open at once.
 *
 * @param saving `actorId` is the staff account
 * @throws ApiError input_invalid (a blank field, more than 60 courts), venue_courts_missing, venue_hours_invalid,
 *   venue_place_invalid, venue_name_used, file_not_found.
 * Source: specification §3 "Stadium", "Court"
 */
export async function createVenue(
  db: Database,
  { form, actorId, store, now }: Saving & { form: NewVenue },
): Promise<VenueFile> {
  const courts = courtsNamedBy(form)
  const { firstStart = DEFAULT_FIRST_START, lastStart = DEFAULT_LAST_START } = form
  return db.transaction(async (tx) => {
    const facts = await factsOf(tx, { ...form, firstStart, lastStart }, store)
    await assertNameFree(tx, { ...facts, id: null })
    const row = { ...facts, courtCodes: courtCodesOf(courts), courtCount: courts.length, createdAt: now }
    const id = await insertVenue(tx, { ...row, approveStatus: APPROVAL.APPROVED }, courts)
    if (id === undefined) throw new Error('the insert of a venue answered no row')
    await recordAuditEvent(tx, {
      actorId,
      action: 'venue.create',
      objectId: id,
      summary: `新增场馆「${facts.name}」`,
      now,
    })
    return readVenueFile(tx, { id, now })
  })
}

/**
 * Replaces the fields of a venue for an operator. Every grid shows the change at once.
 *
 * @throws ApiError venue_not_found; venue_hours_in_use (a class or game lies outside the new hours); and
 *   as createVenue.
 */
export async function updateVenue(
  db: Database,
  { id, form, actorId, store, now }: Saving & { id: string; form: VenueFields },
): Promise<VenueFile> {
  return db.transaction(async (tx) => {
    const facts = await factsOf(tx, form, store)
    const venue = await holdVenue(tx, id)
    if (!venue) throw new ApiError('venue_not_found')
    if (venue.approveStatus === APPROVAL.APPROVED) await assertNameFree(tx, { ...facts, id })
    await assertNothingOutside(tx, { venue, opening: facts, now })
    const change = { ...facts, freeBallLimit: form.freeBallLimit }
    await changeVenue(tx, id, change)
    await recordAuditEvent(tx, {
      actorId,
      action: 'venue.update',
      objectId: id,
      summary: summaryOf(venue, change),
      now,
    })
    await publishChanges(tx, [gridTopics.venue(id)])
    return readVenueFile(tx, { id, now })
  })
}

/** The stored fields for an operator's input. */
async function factsOf(tx: Database, form: NewVenue & Opening, store: Pick<FileStore, 'open'>) {
  const { firstStart, lastStart } = form
  const place = placeOf(form)
  assertOpening({ firstStart, lastStart })
  if ((place.latitude === null) !== (place.longitude === null)) throw new ApiError('venue_place_invalid')
  const avatar = form.avatar || null
  if (avatar !== null) await assertPublicPicture(tx, store, avatar)
  return { ...place, avatar, firstStart, lastStart }
}

async function assertNothingOutside(
  tx: Database,
  { venue, opening, now }: { venue: VenueRecord; opening: Opening; now: Date },
): Promise<void> {
  const { firstStart, lastStart } = opening
  if (firstStart <= venue.firstStart && venue.lastStart <= lastStart) return
  const first = await findFirstOutside(tx, { venueId: venue.id, firstStart, lastStart, now })
  if (!first) return
  const at = formatDateTime(first).slice(0, 16)
  throw new ApiError('venue_hours_in_use', {
    message: `${errors.venue_hours_in_use.message}，最早一场 ${at}`,
    data: { first: first.toISOString() },
  })
}

const NAMES = {
  name: '名称',
  city: '城市',
  district: '区域',
  address: '地址',
  phone: '电话',
  avatar: '图片',
  latitude: '坐标',
  longitude: '坐标',
  firstStart: '开放时间',
  lastStart: '开放时间',
  freeBallLimit: '未付清球局上限',
} as const satisfies Partial<Record<keyof VenueRecord, string>>

function summaryOf(before: VenueRecord, after: Pick<VenueRecord, keyof typeof NAMES>): string {
  const changed = (Object.keys(NAMES) as (keyof typeof NAMES)[]).filter((field) => before[field] !== after[field])
  const named = [...new Set(changed.map((field) => NAMES[field]))].join('、')
  return `修改场馆「${after.name}」${named === '' ? '' : `的${named}`}`
}
