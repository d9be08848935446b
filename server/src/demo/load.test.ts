import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBallResult } from '@paidang/api/areas/activities/ball-results'
import * as balls from '@paidang/api/areas/activities/balls'
import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { coachLocksOfDay } from '@paidang/api/areas/activities/locks'
import * as shop from '@paidang/api/areas/activities/shop'
import { listShopOrders } from '@paidang/api/areas/activities/shop-orders'
import * as stringing from '@paidang/api/areas/activities/stringing'
import * as stringingOrders from '@paidang/api/areas/activities/stringing-orders'
import { receivedStudentRequests } from '@paidang/api/areas/activities/student-requests'
import { searchStudentByPhone, studentsOfCoach } from '@paidang/api/areas/activities/students'
import { receivedTrials } from '@paidang/api/areas/activities/trial-lessons'
import * as usualApi from '@paidang/api/areas/activities/usual-courses'
import { listBlacklist } from '@paidang/api/areas/ground/blacklist'
import { contractPhotos, contractsOfUser } from '@paidang/api/areas/money/contracts'
import { usedRecords } from '@paidang/api/areas/money/used-records'
import { listAddresses } from '@paidang/api/areas/people/addresses'
import { h5Login } from '@paidang/api/areas/people/auth'
import * as registration from '@paidang/api/areas/people/registration'
import { coachesOfPlayer } from '@paidang/api/areas/places/relations'
import { venuesManagedBy } from '@paidang/api/areas/places/venues'
import { multiCards } from '@paidang/api/areas/views/business-cards'
import { coachDayMarks, coachFigures, recordMonths } from '@paidang/api/areas/views/coach-home'
import { CONTRACT_STATUS } from '@paidang/domain/areas/money/contracts/contract'
import { addDays, dayOf } from '@paidang/domain/kernel/day'
import { eq, isNotNull } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { isPassword } from '../areas/people/auth/password.ts'
import { invitations } from '../tables/classes.ts'
import { companies, courses } from '../tables/companies.ts'
import { adverts } from '../tables/home.ts'
import { users } from '../tables/identities.ts'
import { products } from '../tables/shop.ts'
import { staff } from '../tables/staff-identities.ts'
import { merchants } from '../tables/stringing.ts'
import { courts, venues } from '../tables/venues.ts'
import { fingerprints } from '../testing/all-rows.ts'
import { startTestServer } from '../testing/test-server.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './accounts.ts'
import { loadDemoWorld } from './load.ts'
import { SEEKER } from './people.ts'

// A Wednesday afternoon.
const now = new Date('2026-05-06T15:20:00+08:00')
const today = dayOf(now)
const { app, db, call, request, signedInAs, asStaff } = await startTestServer({ now, rows: 'kept' })
const { filesDirectory } = app

beforeAll(async () => {
  expect(await loadDemoWorld(db, { now, filesDirectory })).toBe('loaded')
})

const page = { current: 1, rows: 100 }

async function idOf(username: string): Promise<string> {
  const { userInfo } = await call(h5Login, { body: { username, password: DEMO_PASSWORD } })
  return userInfo.userId
}

async function classesOf(userId: string) {
  return (await signedInAs(userId)(classes.pageOfUser, { query: page })).rows
}

test('an existing world stays unchanged', async () => {
  const before = await fingerprints(db)
  expect(await loadDemoWorld(db, { now: new Date('2027-01-01T00:00:00Z'), filesDirectory })).toBe('already-there')
  expect(await fingerprints(db)).toEqual(before)
})

test('every account of the log-in page accepts the demo password', async () => {
  for (const { username, password } of DEMO_ACCOUNTS) {
    const { userInfo } = await call(h5Login, { body: { username, password } })
    const isPlayer = username.startsWith('player')
    expect(userInfo).toMatchObject({ userType: isPlayer ? 0 : username === 'coach3' ? 2 : 1 })
    expect(userInfo.isCompanyAdmin).toBe(username === 'coach')
  }
})

test('the staff have their accounts: an owner for each shop, a clerk in the first shop, and two platform operators', async () => {
  const rows = await db.select().from(staff).orderBy(staff.username)
  const [first] = await db.select().from(merchants).orderBy(merchants.id)
  const named = (name: string) => rows.find(({ username }) => username === name)
  expect(named('merchant')).toMatchObject({ kind: 'merchant', isLead: true, merchantId: first?.id })
  expect(named('clerk')).toMatchObject({ kind: 'merchant', isLead: false, merchantId: first?.id })
  expect(named('operator')).toMatchObject({ kind: 'operator', isLead: false, merchantId: null })
  expect(named('senior')).toMatchObject({ kind: 'operator', isLead: true, merchantId: null })
  expect(new Set(rows.map(({ merchantId }) => merchantId)).size).toBe(7)
  for (const { passwordHash } of rows) expect(await isPassword(passwordHash, DEMO_PASSWORD)).toBe(true)
})

test('there are 8 coaches, 40 players and two more accounts for operators, 3 companies, 6 open venues, one pending and one closed venue, and 6 shops, and courts have their names', async () => {
  expect(await db.$count(users)).toBe(50)
  expect(await db.$count(companies)).toBe(3)
  expect(await db.$count(courses)).toBe(11)
  expect(await db.$count(merchants)).toBe(6)
  const places = await db.select().from(venues).orderBy(venues.id)
  const named = await db.select().from(courts).orderBy(courts.venueId, courts.courtIndex)
  const courtsAt = places.map(({ id }) => named.filter(({ venueId }) => venueId === id).map(({ name }) => name))
  expect(places.map(({ courtCount }) => courtCount)).toEqual(courtsAt.map(({ length }) => length))
  expect(courtsAt[1]).toEqual(['A1', 'A2', 'B1', 'B2', 'C1'])
  expect(courtsAt[2]?.slice(0, 2)).toEqual(['场地1', '场地2'])
  expect(courtsAt.every(({ length }) => length >= 4 && length <= 10)).toBe(true)
})

test('player has contracts of every kind, with both clubs, and 12.5 hours free with the first', async () => {
  const playerId = await idOf('player')
  const contracts = await signedInAs(playerId)(contractsOfUser, { params: { userId: playerId } })
  const active = contracts.filter(({ contractStatus }) => contractStatus === CONTRACT_STATUS.ACTIVE)
  expect(active.map(({ company }) => company.companyName).sort()).toEqual(['江岸球类学院', '青杉网球俱乐部'])
  expect(active.map(({ availableSessions }) => availableSessions)).toContain(12.5)
  expect(contracts.map(({ contractStatus }) => contractStatus).sort()).toEqual([1, 1, 2, 3])
})

test('player is a student of four coaches and has usual courses with three', async () => {
  const playerId = await idOf('player')
  const coaches = await signedInAs(playerId)(coachesOfPlayer, { params: { playerId } })
  expect(coaches.map(({ coach }) => coach.nickname).sort()).toEqual(['江澈', '沈嘉禾', '王启明', '顾明轩'])
  const usual = await signedInAs(playerId)(usualApi.usualCourses, { params: { id: playerId } })
  expect(usual.map(({ coach }) => coach.nickname)).toEqual(expect.arrayContaining(['王启明', '顾明轩']))
  expect(usual.length).toBeGreaterThanOrEqual(3)
})

test('player has classes in every status, one of them confirmed for today', async () => {
  const mine = await classesOf(await idOf('player'))
  const statuses = new Set(mine.map(({ invitation }) => invitation.invitationStatus))
  expect([...statuses].sort()).toEqual(['CANCELLED', 'COMPLETED', 'CONFIRMED', 'EXPIRED', 'PENDING'])
  const ofToday = mine.filter(({ invitation }) => invitation.courseDate === today)
  expect(ofToday).toMatchObject([{ invitation: { invitationStatus: 'CONFIRMED' } }])
})

test('coach has requests of several players, and can confirm those without a missing contract, even over the noon break', async () => {
  const coachId = await idOf('coach')
  const waiting = (await classesOf(coachId)).filter(
    ({ role, invitation }) => role === 'coach' && invitation.invitationStatus === 'PENDING',
  )
  const asked = waiting.filter(({ invitation }) => invitation.initiatorRole === 'player')
  expect(new Set(asked.map(({ invitation }) => invitation.initiatorId)).size).toBeGreaterThanOrEqual(5)
  expect(asked.filter(({ invitation }) => invitation.needContract)).toHaveLength(1)
  expect(asked.filter(({ invitation }) => invitation.useUnavailable)).toHaveLength(1)
  for (const { invitation } of asked) {
    const answer = signedInAs(coachId)(classActions.confirmInvitation, { params: { id: invitation.id } })
    if (invitation.needContract) await expect(answer).rejects.toMatchObject({ code: 'invitation_needs_contract' })
    else expect(await answer).toMatchObject({ invitationStatus: 'CONFIRMED' })
  }
})

test('coach has two past classes to complete', async () => {
  const coachId = await idOf('coach')
  const open = (await classesOf(coachId)).filter(({ invitation }) => {
    const isOver = invitation.courseDate <= today && invitation.endTimeSlot <= 30
    return invitation.invitationStatus === 'CONFIRMED' && isOver
  })
  expect(open).toHaveLength(2)
  expect(open.map(({ invitation }) => invitation.signedAt === null).sort()).toEqual([false, true])
  for (const { invitation } of open) {
    const params = { id: invitation.id }
    expect(await signedInAs(coachId)(classActions.finishInvitation, { params })).toMatchObject({
      invitationStatus: 'COMPLETED',
    })
  }
})

test.each(['coach', 'coach2'])(
  '%s has students whose hours run out, students whose contract ends soon, and mostly students with neither',
  async (username) => {
    const coachId = await idOf(username)
    const { rows, total } = await signedInAs(coachId)(studentsOfCoach, { params: { coachId }, query: page })
    const contracts = rows.flatMap((row) => (row.isRunningOut ? row.userCourseContracts : []))
    const active = contracts.filter(({ contractStatus }) => contractStatus === CONTRACT_STATUS.ACTIVE)
    const ofTime = active.filter(({ expiryDate }) => expiryDate <= addDays(today, 14))
    const ofHours = active.filter(({ availableSessions }) => availableSessions < 2)
    expect([ofTime.length, ofHours.length].every((count) => count > 0)).toBe(true)
    const runningOut = rows.filter((row) => row.isRunningOut).length
    expect(runningOut).toBeLessThan(total / 2)
  },
)

test('coach3 has a trial lesson to answer, one to come, and somebody who asks to be a student', async () => {
  const as = signedInAs(await idOf('coach3'))
  expect(await as(receivedTrials, {})).toMatchObject([{ player: { nickname: SEEKER }, state: 'PAID', mayAnswer: true }])
  expect(await db.$count(invitations, isNotNull(invitations.trialId))).toBe(1)
  expect(await as(receivedStudentRequests, {})).toMatchObject([{ state: 'PENDING', mayAnswer: true }])
})

test('coach has taught for months, and finds a player without a coach by phone', async () => {
  const coachId = await idOf('coach')
  const { rows, total } = await signedInAs(coachId)(usedRecords, { query: page })
  expect(total).toBeGreaterThan(80)
  const days = rows.map(({ courseDate }) => courseDate).sort()
  expect(days[0]?.localeCompare(addDays(today, -28))).toBe(-1)
  const seeker = (await db.select().from(users)).find(({ nickname }) => nickname === SEEKER)
  const found = await signedInAs(coachId)(searchStudentByPhone, { params: { phone: seeker?.phone ?? '' } })
  expect(found).toMatchObject({ nickname: SEEKER, isMyStudent: false })
})

test('the shop has 25 products in 6 categories, some promoted, one sold out, with sales that match the orders', async () => {
  const categories = await call(shop.listCategories, {})
  expect(categories.map(({ productCount }) => productCount)).toEqual([4, 4, 4, 4, 4, 5])
  const { rows } = await call(shop.listProducts, { query: { ...page, order: 'promotion' } })
  expect(rows).toHaveLength(25)
  expect(rows.filter(({ originalFen }) => originalFen !== null).length).toBeGreaterThanOrEqual(5)
  expect(rows.filter(({ stock }) => stock === 0)).toHaveLength(1)
  expect(rows.filter(({ sales }) => sales > 0).length).toBeGreaterThan(12)
})

test('player has two addresses, a cart with three lines, and a shop order in every state', async () => {
  const as = signedInAs(await idOf('player'))
  expect((await as(listAddresses, {})).map(({ isDefault, city }) => [isDefault, city])).toEqual([
    [true, '上海市'],
    [false, '上海市'],
  ])
  expect((await as(shop.getCart, {})).items.map(({ state }) => state)).toEqual(['OK', 'PRICE_CHANGED', 'SOLD_OUT'])
  const { rows } = await as(listShopOrders, { query: page })
  expect(rows.map(({ status, refundChoice }) => [status, refundChoice])).toEqual([
    ['UNPAID', 'NONE'],
    ['PAID', 'NONE'],
    ['SENT', 'NONE'],
    ['RECEIVED', 'ASKED'],
    ['RECEIVED', 'NONE'],
    ['CLOSED', 'NONE'],
    ['REFUNDED', 'NONE'],
  ])
})

test('every picture that a row names is a WebP of the right size, and guests can load it', async () => {
  const avatars = (await db.select({ path: users.avatar }).from(users)).filter(({ path }) => path !== null)
  const places = await db.select({ path: venues.avatar }).from(venues).where(eq(venues.approveStatus, 1))
  const shops = await db.select({ path: merchants.avatar }).from(merchants)
  const goods = await db.select({ path: products.pictures }).from(products)
  const banners = (await db.select({ path: adverts.image }).from(adverts)).filter(({ path }) => path !== null)
  const sizes = [
    [avatars, 48, { width: 192, height: 192 }],
    [places, 6, { width: 600, height: 600 }],
    [shops, 6, { width: 360, height: 360 }],
    [goods, 25, { width: 400, height: 400 }],
    [banners, 3, { width: 1030, height: 444 }],
  ] as const
  for (const [rows, count, size] of sizes) {
    expect(new Set(rows.map(({ path }) => path)).size).toBe(count)
    for (const { path } of rows) {
      const stored = await readFile(join(filesDirectory, path ?? ''))
      expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', ...size })
    }
    const served = await request({ url: `/aaapi/files/${rows[0]?.path}` })
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp'])
  }
})

test.each(['coach', 'coach2'])(
  '%s has a day, a month and records to look at, and rests on the same weekday',
  async (username) => {
    const coachId = await idOf(username)
    const coach = signedInAs(coachId)
    const figures = await coach(coachFigures, {})
    expect(Object.entries(figures).filter(([, value]) => value <= 0)).toEqual([])
    const months = await coach(recordMonths, { params: { coachId }, query: { months: 2 } })
    expect(new Set(months.map(({ month }) => month))).toEqual(new Set(['2026-05', '2026-04']))
    const marks = await coach(coachDayMarks, { query: { from: today, days: 14 } })
    const [first, second] = marks.filter(({ isResting }) => isResting).map(({ date }) => date)
    expect(second).toBe(addDays(first ?? '', 7))
    const locksOf = (date = '') => coach(coachLocksOfDay, { query: { userId: coachId, date } })
    const [[one], [other]] = [await locksOf(first), await locksOf(second)]
    expect(one).toMatchObject({ reason: '休息日', seriesId: one?.id })
    expect(other).toMatchObject({ seriesId: one?.id })
  },
)

test('player sees the photo of the contract with the first club, and coach has a new venue and a request to decide', async () => {
  const [playerId, coachId] = [await idOf('player'), await idOf('coach')]
  const [photo] = await signedInAs(playerId)(contractPhotos, { params: { userId: playerId } })
  expect(photo).toMatchObject({ companyName: '青杉网球俱乐部', uploadedBy: '王启明' })
  expect((await request({ url: photo?.url ?? '' })).statusCode).toBe(200)
  const managed = await signedInAs(coachId)(venuesManagedBy, { params: { coachId } })
  expect(managed).toMatchObject([
    { name: '星湖网球中心', venueApproveStatus: 1, waitingRequests: 1 },
    { name: '云栖网球公园', venueApproveStatus: 0, waitingRequests: 0 },
  ])
})

test('a guest finds games to join; player has future games, one played and settled, and pays when joining', async () => {
  const games = await call(balls.listBalls, { body: page })
  expect(games.total).toBeGreaterThanOrEqual(7)
  expect(games.rows.filter(({ status }) => status === 'OPEN').length).toBeGreaterThanOrEqual(5)
  expect(games.rows.every(({ courtName }) => courtName !== null)).toBe(true)

  const playerId = await idOf('player')
  const as = signedInAs(playerId)
  const mine = async (group: '1' | '2') =>
    (await as(balls.ballsOfUser, { params: { group, userId: playerId }, query: page })).rows
  const [coming, played] = [await mine('1'), await mine('2')]
  expect([coming.length, played.length].every((count) => count >= 2)).toBe(true)
  const settled = await as(balls.getBallDetail, { params: { id: played[0]?.id ?? '' }, query: {} })
  const { sharesFen, courtFeeFen, extrasFen, seats } = settled
  expect(sharesFen).toHaveLength(seats.length)
  expect(sharesFen?.reduce((sum, fen) => sum + fen, 0)).toBe(courtFeeFen + extrasFen)

  const seen = await as(balls.listBalls, { body: page })
  const open = seen.rows.find(
    ({ status, feeFen, sport, mySeat, levelFrom, levelTo }) =>
      status === 'OPEN' && feeFen > 0 && sport === 'tennis' && mySeat === null && levelFrom <= 3.5 && 3.5 <= levelTo,
  )
  const { viewer } = await as(balls.enrollBall, { body: { id: open?.id ?? '' } })
  expect(viewer).toMatchObject({ seat: { state: 'HELD' }, order: { state: 'UNPAID', amountFen: open?.feeFen } })
})

test('player has a racket to be restrung by actual playing hours, and orders in every state', async () => {
  const playerId = await idOf('player')
  const as = signedInAs(playerId)
  const rackets = await as(stringing.listRackets, {})
  expect(rackets.map(({ sport, isMain }) => [sport, isMain])).toEqual([
    ['badminton', true],
    ['tennis', true],
    ['tennis', false],
    ['tennis', false],
  ])
  const due = rackets.filter(({ wear }) => wear?.isDue)
  expect(due).toMatchObject([{ isMain: true, jobCount: 2, lastJob: { merchantName: '弦音穿线工作室' } }])
  const { hours = 0, lifeHours = 0, days = 0, lifeDays = 0 } = due[0]?.wear ?? {}
  expect(hours).toBeGreaterThanOrEqual(lifeHours)
  expect(days).toBeLessThan(lifeDays)

  const { rows } = await as(stringingOrders.stringingOrdersOfUser, { params: { userId: playerId }, query: page })
  const ready = rows.find(({ status }) => status === 'READY')
  const { steps } = await as(stringingOrders.getStringingOrder, { params: { id: ready?.id ?? '' } })
  const [link = ''] = steps.flatMap(({ photos }) => photos)
  expect((await request({ url: link })).headers['content-type']).toBe('image/webp')
  expect((await request({ url: link.split('?')[0] })).statusCode).toBe(404)
  expect(rows.map(({ status }) => status).sort()).toEqual([
    'CANCELLED',
    'COMPLETED',
    'COMPLETED',
    'COMPLETED',
    'PAID',
    'READY',
    'SUBMITTED',
  ])
})

test('the shops have reviews, services and strings, and one string is low in stock', async () => {
  const { rows } = await call(stringing.listMerchants, { query: page })
  expect(rows.every(({ rating, priceFrom }) => rating !== null && priceFrom !== null)).toBe(true)
  const shops = await Promise.all(rows.map(({ id }) => call(stringing.getMerchant, { params: { id }, query: {} })))
  expect(shops.every(({ services, strings }) => services.length > 0 && strings.length > 1)).toBe(true)
  expect(shops.flatMap(({ strings }) => strings).filter(({ freeMetres }) => freeMetres < 5.5)).toHaveLength(1)
})

test('some users have a saved card, the others a card from their profile, all with an existing picture', async () => {
  const userIds = await Promise.all(['player', 'player2', 'coach', 'coach2'].map(idOf))
  const cards = await signedInAs(await idOf('player'))(multiCards, { body: { userIds } })
  expect(cards.map(({ isSaved, templateId }) => [isSaved, templateId])).toEqual([
    [true, 'green'],
    [false, 'green'],
    [true, 'purple'],
    [true, 'pink'],
  ])
  for (const { avatar } of cards) {
    expect((await request({ url: `/aaapi/files/${avatar}` })).statusCode).toBe(200)
  }
})

test('player has a level history, photos, a rating changed by a result, and a blacklist entry', async () => {
  const id = await idOf('player')
  const as = signedInAs(id)
  const info = await as(registration.readRegistInfo, { params: { id } })
  expect(info).toMatchObject({ isRegistered: true, levelIsOwn: false, coach: null, player: { level: 3.5 } })
  for (const { relativePath } of info.player.nicePhotosList) {
    expect((await request({ url: `/aaapi/files/${relativePath}` })).statusCode).toBe(200)
  }
  expect(info.player.nicePhotosList).toHaveLength(3)
  const { rows } = await as(registration.listLevels, { params: { id }, query: page })
  expect(rows.map(({ source, level }) => [source, level])).toEqual([
    ['COACH', 3.5],
    ['COACH', 3],
    ['SELF', 2.5],
  ])
  const played = await as(balls.ballsOfUser, { params: { group: '2', userId: id }, query: page })
  const results = await Promise.all(played.rows.map((ball) => as(readBallResult, { params: { id: ball.id } })))
  expect(results.flatMap((result) => result?.state ?? [])).toEqual(['AGREED'])
  expect(await as(listBlacklist, { params: { userId: id } })).toMatchObject([{ user: { nickname: '大橙子🍊' } }])
})

test('a player applies to be a coach, and the operator sees the certificate', async () => {
  const waiting = await asStaff('operator')(registration.listApplications, { query: { ...page, approveStatus: 0 } })
  expect(waiting.rows).toMatchObject([{ user: { nickname: '韩越' }, application: { approveStatus: 0 } }])
  const [url] = waiting.rows.flatMap(({ application }) => application.certificates.map((one) => one.url))
  expect((await request({ url: url ?? '' })).headers['content-type']).toBe('image/webp')
})
