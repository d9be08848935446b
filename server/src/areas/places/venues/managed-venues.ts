import * as api from '@paidang/api/areas/places/admin-venues'
import type { NewVenue } from '@paidang/api/areas/places/venues'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { courtCodesOf } from '@paidang/domain/areas/places/venues/court-rows'
import { sumOfUpcoming, upcomingText } from '@paidang/domain/areas/places/venues/venue-state'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { formatDateTime } from '@paidang/domain/kernel/day'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START } from '@paidang/domain/kernel/half-hour'
import { eq, sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { gridTopics } from '../../../db/topics.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { coachVenues, venues } from '../../../tables/venues.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import type { FileStore } from '../../ground/files/file-store.ts'
import { assertPublicPicture } from '../../ground/files/uploads.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { findNames, listManagers, lockVenue, lockWaiting, ofPair, requestDecision } from './associations.ts'
import { countUpcoming, findFirstOutside, holdVenue, readVenueFile, type VenueRecord } from './venue-file.ts'
import { assertOpening, courtsNamedBy, insertVenue, isNameTaken, type Opening, placeOf } from './venue-form.ts'

/**
 * Makes sure that no other approved venue of the city has the name. Until the transaction ends, no operator can give
 * another venue of the city that name. A caller that holds a venue takes that lock first.
 */
async function assertNameFree(tx: Database, venue: { name: string; city: string; id?: string }): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`venue names|${venue.city}`}, 0))`)
  if (await isNameTaken(tx, venue)) throw new ApiError('venue_name_used')
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

async function assertNothingToCome(tx: Database, at: { venueId: string; now: Date }): Promise<void> {
  const upcoming = sumOfUpcoming([...(await countUpcoming(tx, at)).values()])
  if (upcoming.first === null) return
  throw new ApiError('venue_has_upcoming', {
    message: `${errors.venue_has_upcoming.message}：${upcomingText(upcoming)}`,
    data: { ...upcoming, first: upcoming.first.toISOString() },
  })
}

async function notifyManagers(tx: Database, id: string, words: { title: string; content: string }): Promise<void> {
  await notify(tx, {
    receiverIds: await listManagers(tx, id),
    senderId: null,
    category: 'systemNotice',
    ...words,
    about: { kind: 'venue', id },
  })
}

/**
 * A new manager is asked about every request that waits there. A former manager can no longer answer the requests at
 * the venue. Without a manager the requests wait for an operator.
 */
function setVenueManager({
  params: { id: venueId },
  body: { coachId, isManager, revision: seen },
  staff,
  db,
  now,
}: Handled<typeof api.setVenueManager>) {
  const pair = { coachId, venueId }
  return db.transaction(async (tx) => {
    const row = await lockVenue(tx, venueId)
    if (!row) throw new ApiError('venue_not_found')
    await assertSeen(tx, 'venues', { seen, row }, () => row)
    const file = await readVenueFile(tx, { id: venueId, now })
    const [association] = await tx.select().from(coachVenues).where(ofPair(pair)).for('update')
    if (association?.approveStatus !== APPROVAL.APPROVED) throw new ApiError('coach_not_at_venue')
    if (association.isManager === isManager) return file
    await tx.update(coachVenues).set({ isManager }).where(ofPair(pair))
    const { coach, venue } = await findNames(tx, pair)
    await recordAuditEvent(tx, {
      actorId: staff.id,
      action: isManager ? 'venue.manager' : 'venue.no-manager',
      objectId: venueId,
      summary: isManager ? `设${coach}为「${venue}」的管理者` : `取消${coach}对「${venue}」的管理`,
      now,
    })
    await notify(tx, {
      receiverIds: [coachId],
      senderId: null,
      category: 'systemNotice',
      title: isManager ? '您已成为场馆管理者' : '您已不再管理场馆',
      content: isManager
        ? `${venue} 由您管理：可以锁定场地，审核教练的关联申请`
        : `${venue} 不再由您管理，您仍可在该场馆授课`,
      about: { kind: 'venue', id: venueId },
    })
    for (const request of await lockWaiting(tx, venueId)) {
      if (isManager)
        await requestDecision(tx, { requestId: request.id, coachId: request.coachId, venueId, askedIds: [coachId] })
      else await settleRequests(tx, { kind: 'venue_association', id: request.id }, APPROVAL.REJECTED, coachId)
    }
    return readVenueFile(tx, { id: venueId, now })
  })
}

export default plugin([
  handle(api.getVenueFile, ({ params: { id }, db, now }) => readVenueFile(db, { id, now })),

  // A venue of the platform is open at once.
  handle(api.createVenue, ({ body: form, staff, db, now, app }) => {
    const courts = courtsNamedBy(form)
    const { firstStart = DEFAULT_FIRST_START, lastStart = DEFAULT_LAST_START } = form
    return db.transaction(async (tx) => {
      const facts = await factsOf(tx, { ...form, firstStart, lastStart }, app.fileStore)
      await assertNameFree(tx, facts)
      const row = { ...facts, courtCodes: courtCodesOf(courts), courtCount: courts.length, createdAt: now }
      const id = await insertVenue(tx, { ...row, approveStatus: APPROVAL.APPROVED }, courts)
      if (id === undefined) throw new Error('the insert of a venue answered no row')
      const summary = `新增场馆「${facts.name}」`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'venue.create', objectId: id, summary, now })
      return readVenueFile(tx, { id, now })
    })
  }),

  // Every grid shows the change at once.
  handle(api.updateVenue, ({ params: { id }, body: form, staff, db, now, app }) =>
    db.transaction(async (tx) => {
      const facts = await factsOf(tx, form, app.fileStore)
      const venue = await holdVenue(tx, id)
      if (venue.approveStatus === APPROVAL.APPROVED) await assertNameFree(tx, { ...facts, id })
      await assertNothingOutside(tx, { venue, opening: facts, now })
      const change = { ...facts, freeBallLimit: form.freeBallLimit }
      await tx.update(venues).set(change).where(eq(venues.id, id))
      const summary = summaryOf(venue, change)
      await recordAuditEvent(tx, { actorId: staff.id, action: 'venue.update', objectId: id, summary, now })
      await publishChanges(tx, [gridTopics.venue(id)])
      return readVenueFile(tx, { id, now })
    }),
  ),

  // Nobody finds or books it any more. Its data remains. A venue that is off already does not change.
  handle(api.takeVenueOff, ({ params: { id }, body: { reason }, staff, db, now }) => {
    const why = reason.trim()
    if (why === '') throw new ApiError('venue_reason_missing')
    return db.transaction(async (tx) => {
      const venue = await holdVenue(tx, id)
      if (venue.takenOffAt !== null) return readVenueFile(tx, { id, now })
      if (venue.approveStatus !== APPROVAL.APPROVED) throw new ApiError('venue_not_open')
      await assertNothingToCome(tx, { venueId: id, now })
      const off = { approveStatus: APPROVAL.REJECTED, reason: why, takenOffAt: now }
      await tx.update(venues).set(off).where(eq(venues.id, id))
      const summary = `停用场馆「${venue.name}」：${why}`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'venue.take-off', objectId: id, summary, now })
      await publishChanges(tx, [gridTopics.venue(id)])
      await notifyManagers(tx, id, { title: '场馆已停用', content: `${venue.name} 已停用，暂不接受预约：${why}` })
      return readVenueFile(tx, { id, now })
    })
  }),

  // It returns with its courts, coaches and managers. A venue that is open already does not change.
  handle(api.bringVenueBack, ({ params: { id }, staff, db, now }) =>
    db.transaction(async (tx) => {
      const venue = await holdVenue(tx, id)
      if (venue.approveStatus === APPROVAL.APPROVED) return readVenueFile(tx, { id, now })
      if (venue.takenOffAt === null) throw new ApiError('venue_not_off')
      // An open venue may have got its name meanwhile.
      await assertNameFree(tx, venue)
      const back = { approveStatus: APPROVAL.APPROVED, reason: '', takenOffAt: null }
      await tx.update(venues).set(back).where(eq(venues.id, id))
      const summary = `恢复场馆「${venue.name}」`
      await recordAuditEvent(tx, { actorId: staff.id, action: 'venue.bring-back', objectId: id, summary, now })
      await publishChanges(tx, [gridTopics.venue(id)])
      await notifyManagers(tx, id, { title: '场馆已恢复', content: `${venue.name} 已恢复，可以继续预约` })
      return readVenueFile(tx, { id, now })
    }),
  ),

  handle(api.setVenueManager, setVenueManager),
])
