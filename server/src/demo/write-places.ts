import { courtsOf } from '@paidang/domain/areas/time/schedule/courts'
import { routeToThing } from '@paidang/domain/areas/views/home/advert-target'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { addDays, instantOf } from '@paidang/domain/kernel/day'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START } from '@paidang/domain/kernel/half-hour'
import type { Sport } from '@paidang/domain/kernel/sport'
import { eq } from 'drizzle-orm'
import { recordAuditEvent } from '../areas/ground/audit-log/audit-log.ts'
import type { Database } from '../db/database.ts'
import { credentials } from '../tables/auth.ts'
import { coachCourses, commonCourses, companies, companyMembers, courses } from '../tables/companies.ts'
import { contractPhotos } from '../tables/contracts.ts'
import { files } from '../tables/files.ts'
import { adverts } from '../tables/home.ts'
import { users } from '../tables/identities.ts'
import { staff } from '../tables/staff-identities.ts'
import { merchants, stringingServices } from '../tables/stringing.ts'
import { coachVenues, courts, venues } from '../tables/venues.ts'
import { COMMON_COURSES } from './clubs.ts'
import type { Person } from './people.ts'
import {
  advertPicture,
  avatarPicture,
  CONTRACT_PAPER,
  contractPicture,
  photoPicture,
  shopPicture,
  venuePicture,
} from './pictures.ts'
import { itemAt } from './random.ts'
import type { World } from './world.ts'
import { type Ids, writeAll, writeWithIds } from './write.ts'

const CITY = '上海市'

/** User name → hash of the demo password, each with its own salt. */
export type PasswordHashes = ReadonlyMap<string, string>

/** Writes the people with their number of likes and their ratings after results, and their log-ins. */
export async function writePeople(tx: Database, world: World, ids: Ids, hashes: PasswordHashes): Promise<void> {
  const { people, likes, peopleMatters } = world
  const moved = peopleMatters.results.flatMap(({ players }) => players)
  const ratingOf = (person: Person) =>
    moved.filter((one) => one.person === person).reduce((sum, { ratingChange }) => sum + ratingChange, person.level)
  await writeWithIds(ids, people.all, (batch) =>
    tx
      .insert(users)
      .values(
        batch.map((person) => {
          const { n, username, interest, ...row } = person
          const likesCount = likes.filter(({ target }) => target === person).length
          const shown = Array.from({ length: peopleMatters.photos.get(person) ?? 0 }, (_, index) =>
            photoPicture(n, index + 1),
          )
          const nicePhotos = shown.join(',')
          const rating = ratingOf(person)
          const sport: Sport = interest === 'badminton' ? 'badminton' : 'tennis'
          return {
            ...row,
            sport,
            genderStated: true,
            handStated: true,
            backhandStated: true,
            rating,
            avatar: avatarPicture(n),
            likesCount,
            nicePhotos,
            registeredAt: row.createdAt,
          }
        }),
      )
      .returning({ id: users.id }),
  )
  const named = people.all.flatMap((person) =>
    person.username === undefined
      ? []
      : [{ userId: ids.of(person), username: person.username, passwordHash: hashFor(hashes, person.username) }],
  )
  await writeAll(named, (batch) => tx.insert(credentials).values(batch))
}

/**
 * Writes venues and courts, companies and courses, the common catalogue, and the associations of coaches with courses
 * and venues.
 */
export async function writePlaces(
  tx: Database,
  { venues: places, clubs, associations, people }: World,
  ids: Ids,
): Promise<void> {
  const opened = itemAt(people.coaches, 0).createdAt
  await writeWithIds(ids, places, (batch) =>
    tx
      .insert(venues)
      .values(
        batch.map(({ n, courts: _courts, sport, ...row }) => ({
          ...row,
          city: CITY,
          avatar: venuePicture(n),
          approveStatus: 1,
          createdAt: opened,
        })),
      )
      .returning({ id: venues.id }),
  )
  await writeWithIds(
    ids,
    places.flatMap((venue) => venue.courts),
    (batch) =>
      tx
        .insert(courts)
        .values(batch.map(({ n, venue, ...row }) => ({ ...row, venueId: ids.of(venue) })))
        .returning({ id: courts.id }),
  )

  await writeWithIds(ids, clubs.companies, (batch) =>
    tx
      .insert(companies)
      .values(
        batch.map(({ admin, members, ...row }) => ({ ...row, adminId: ids.of(admin), createdAt: admin.createdAt })),
      )
      .returning({ id: companies.id }),
  )
  const members = clubs.companies.flatMap((company) =>
    company.members.map((member) => ({
      companyId: ids.of(company),
      userId: ids.of(member),
      createdAt: member.createdAt,
    })),
  )
  await writeAll(members, (batch) => tx.insert(companyMembers).values(batch))
  await writeWithIds(ids, COMMON_COURSES, (batch) =>
    tx.insert(commonCourses).values(batch).returning({ id: commonCourses.id }),
  )
  await writeWithIds(ids, clubs.courses, (batch) =>
    tx
      .insert(courses)
      .values(
        batch.map(({ company, usualLengths, style, commonCourse, ...row }) => ({
          ...row,
          commonCourseId: commonCourse ? ids.of(commonCourse) : null,
          companyId: ids.of(company),
          createdAt: company.admin.createdAt,
        })),
      )
      .returning({ id: courses.id }),
  )
  const teaching = clubs.coaches.flatMap(({ person, courses: taught }) =>
    taught.map((course) => ({ coachId: ids.of(person), courseId: ids.of(course) })),
  )
  await writeAll(teaching, (batch) => tx.insert(coachCourses).values(batch))
  await writeWithIds(ids, associations, (batch) =>
    tx
      .insert(coachVenues)
      .values(
        batch.map(({ coach, venue, isManager, approveStatus, at }) => ({
          coachId: ids.of(coach),
          venueId: ids.of(venue),
          isManager,
          approveStatus,
          createdAt: at,
        })),
      )
      .returning({ id: coachVenues.id }),
  )
}

/**
 * Writes the stringing shops, the adverts and the staff accounts. There are two operators, an owner for each shop, and
 * a clerk of the first shop. The id of an owner is stored under the services of the shop.
 */
export async function writeShopsAndStaff(
  tx: Database,
  { shops, adverts: planned }: World,
  ids: Ids,
  hashes: PasswordHashes,
): Promise<void> {
  await writeWithIds(ids, shops, (batch) =>
    tx
      .insert(merchants)
      .values(batch.map(({ n, services, strings, ...row }) => ({ ...row, city: CITY, avatar: shopPicture(n) })))
      .returning({ id: merchants.id }),
  )
  const services = shops.flatMap((shop) => shop.services.map((service) => ({ ...service, merchantId: ids.of(shop) })))
  await writeAll(services, (batch) => tx.insert(stringingServices).values(batch))
  await writeAll(planned, (batch) =>
    tx.insert(adverts).values(
      batch.map(({ picture, target, ...row }) => ({
        ...row,
        ...(typeof target === 'string'
          ? { target }
          : { target: routeToThing({ kind: 'course', id: ids.of(target) }), companyId: ids.of(target.company) }),
        image: picture === null ? null : advertPicture(picture),
      })),
    ),
  )
  await tx.insert(staff).values([
    { kind: 'operator', username: 'operator', passwordHash: hashFor(hashes, 'operator'), nickname: '平台运营小周' },
    {
      kind: 'operator',
      username: 'senior',
      passwordHash: hashFor(hashes, 'senior'),
      nickname: '运营主管老沈',
      isLead: true,
    },
  ])
  const managers = shops.map((shop) => ({ shop }))
  await writeWithIds(ids, managers, (batch) =>
    tx
      .insert(staff)
      .values(
        batch.map(({ shop }) => ({
          kind: 'merchant' as const,
          username: shop.n === 1 ? 'merchant' : `merchant${shop.n}`,
          passwordHash: hashFor(hashes, 'merchant'),
          nickname: shop.n === 1 ? '弦音店长' : `${shop.district}店长`,
          merchantId: ids.of(shop),
          isLead: true,
        })),
      )
      .returning({ id: staff.id }),
  )
  const first = managers[0]
  if (!first) throw new Error('the world has no shop')
  await tx.insert(staff).values({
    kind: 'merchant',
    username: 'clerk',
    passwordHash: hashFor(hashes, 'clerk'),
    nickname: '穿线师阿杰',
    merchantId: ids.of(first.shop),
  })
  for (const manager of managers) ids.set(manager.shop.services, ids.of(manager))
}

function hashFor(hashes: PasswordHashes, username: string): string {
  const hash = hashes.get(username)
  if (hash === undefined) throw new Error(`No password for ${username}`)
  return hash
}

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
