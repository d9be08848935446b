import { courtsOf } from '@paidang/domain/areas/schedule/courts'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { addDays, instantOf } from '@paidang/domain/kernel/day'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START } from '@paidang/domain/kernel/half-hour'
import { eq } from 'drizzle-orm'
import { recordAuditEvent } from '../areas/ground/audit-log/record-audit-event.ts'
import type { Database } from '../db/database.ts'
import { contractPhotos } from '../tables/contracts.ts'
import { files } from '../tables/files.ts'
import { staff } from '../tables/staff-identities.ts'
import { coachVenues, courts, venues } from '../tables/venues.ts'
import { CONTRACT_PAPER, contractPicture, venuePicture } from './pictures.ts'
import { itemAt } from './random.ts'
import type { World } from './world.ts'
import { type Ids, writeWithIds } from './write.ts'

const DAY_MS = 86_400_000
/** The approximate size in bytes of a page as WebP. */
const PAPER_BYTES = 9_000

/** Writes the photo of player's contract with the first club, taken by coach. */
export async function writeContractPhoto(tx: Database, { people, clubs, now }: World, ids: Ids): Promise<void> {
  const createdAt = new Date(now.getTime() - 20 * DAY_MS)
  const uploadedBy = ids.of(people.named('coach'))
  const contractAttachment = contractPicture(1)
  const size = { ...CONTRACT_PAPER, sizeBytes: PAPER_BYTES }
  await tx.insert(files).values({ ...size, relativePath: contractAttachment, ownerId: uploadedBy, createdAt })
  const parties = { userId: ids.of(people.named('player')), companyId: ids.of(itemAt(clubs.companies, 0)) }
  await tx.insert(contractPhotos).values({ ...parties, contractAttachment, uploadedBy, createdAt })
}

const CLOSED_BECAUSE = '场地改造，预计明年三月重新开放'

/** Writes a venue that an operator closed, with its courts. It never had a booking. */
export async function writeClosedVenue(tx: Database, { today }: World): Promise<void> {
  const at = (daysAgo: number) => instantOf(addDays(today, -daysAgo), 20)
  const [operator] = await tx.select({ id: staff.id }).from(staff).where(eq(staff.username, 'operator'))
  const own = courtsOf({ courtCodes: '1号场,2号场,3号场,4号场' })
  const [venue] = await tx
    .insert(venues)
    .values({
      name: '北岸风雨球馆',
      address: '宝山区北岸路 219 号',
      city: '上海市',
      district: '宝山区',
      phone: '021-56210219',
      latitude: 31.4052,
      longitude: 121.4894,
      courtCodes: own.map(({ courtCode }) => courtCode).join(','),
      courtCount: own.length,
      firstStart: DEFAULT_FIRST_START,
      lastStart: DEFAULT_LAST_START,
      avatar: venuePicture(2),
      approveStatus: APPROVAL.REJECTED,
      reason: CLOSED_BECAUSE,
      takenOffAt: at(12),
      createdAt: at(200),
    })
    .returning({ id: venues.id, name: venues.name })
  if (!operator || !venue) throw new Error('Somebody of the story is missing')
  await tx.insert(courts).values(own.map((court, courtIndex) => ({ ...court, courtIndex, venueId: venue.id })))
  const summary = `停用场馆「${venue.name}」：${CLOSED_BECAUSE}`
  await recordAuditEvent(tx, {
    actorId: operator.id,
    action: 'venue.take-off',
    objectId: venue.id,
    summary,
    now: at(12),
  })
}

/** Writes a venue that coach has added and an operator has yet to approve. It has no picture. */
export async function writeNewVenue(tx: Database, { people, now }: World, ids: Ids): Promise<void> {
  const createdAt = new Date(now.getTime() - 2 * DAY_MS)
  const createdBy = ids.of(people.named('coach'))
  const own = courtsOf({ courtCodes: '1号场,2号场,3号场,4号场' })
  const venue = {
    name: '云栖网球公园',
    address: '松江区云栖路 66 号',
    city: '上海市',
    district: '松江区',
    phone: '021-57640066',
    latitude: 31.0986,
    longitude: 121.2102,
    courtCodes: own.map(({ courtCode }) => courtCode).join(','),
    courtCount: own.length,
    firstStart: DEFAULT_FIRST_START,
    lastStart: DEFAULT_LAST_START,
    createdBy,
    createdAt,
  }
  await writeWithIds(ids, [venue], (batch) => tx.insert(venues).values(batch).returning({ id: venues.id }))
  const venueId = ids.of(venue)
  await tx.insert(courts).values(own.map((court, courtIndex) => ({ ...court, courtIndex, venueId })))
  await tx.insert(coachVenues).values({ coachId: createdBy, venueId, isManager: true, approveStatus: 1, createdAt })
}
