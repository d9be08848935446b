import { pastAnswerTimes } from '@paidang/domain/areas/activities/classes/answer-time'
import { studentInvitationExpiry } from '@paidang/domain/areas/activities/student-invitations/invitation'
import { routeToThing } from '@paidang/domain/areas/views/home/advert-target'
import { instantOf } from '@paidang/domain/kernel/day'
import { and, eq } from 'drizzle-orm'
import { hashOfToken } from '../areas/people/auth/sessions.ts'
import type { Database } from '../db/database.ts'
import { fillNames } from '../http/read-table.ts'
import { createSecretBox } from '../process/secret-box.ts'
import { codeCounts, loginSessions, phoneCodes } from '../tables/auth.ts'
import { ballParticipants } from '../tables/balls.ts'
import { invitations } from '../tables/classes.ts'
import { companies, companyInvitations, courses } from '../tables/companies.ts'
import { advertCounts, advertDays } from '../tables/home.ts'
import { users } from '../tables/identities.ts'
import { purchaseCaps } from '../tables/packages.ts'
import { orders } from '../tables/payments.ts'
import { studentInvitations, studentRequestEvents, studentRequests } from '../tables/relations.ts'
import { rosterImportRows, rosterImports } from '../tables/roster.ts'
import { coachLocks } from '../tables/schedule.ts'
import { shopOrders } from '../tables/shop.ts'
import { stringingOrders } from '../tables/stringing-orders.ts'
import { venues } from '../tables/venues.ts'
import {
  givenAdvert,
  givenClosure,
  givenCoach,
  givenCoachLock,
  givenCommonCourse,
  givenCompany,
  givenContract,
  givenContractPhoto,
  givenCourse,
  givenFile,
  givenFind,
  givenLike,
  givenLogin,
  givenMessage,
  givenPin,
  givenPlayer,
  givenPolicy,
  givenRelation,
  givenReleaseRule,
  givenStaff,
  givenStaffLogin,
  givenVenue,
  givenVenueLock,
  hashOf,
  only,
  type Scene,
  TEST_NOW,
  TOKEN_SECRET,
  TOMORROW,
} from './builders.ts'
import { givenBall, givenProposal } from './given-ball.ts'
import {
  givenAnalyticsSession,
  givenAnalyticsTicket,
  givenApprovals,
  givenAuditEvent,
  givenOperations,
} from './given-desks.ts'
import { givenInvitation, givenObjection } from './given-invitation.ts'
import { givenCard, givenMoney, givenPayment, givenSurplus } from './given-money.ts'
import { givenBought, givenCourseRefund, givenPackage, givenPurchase } from './given-package.ts'
import {
  givenAddress,
  givenAway,
  givenCalendarFeed,
  givenHandedOnCard,
  givenPeople,
  givenQuestion,
  givenSession,
  givenUnclaimed,
  givenUsers,
  givenVacancyAlert,
} from './given-people.ts'
import { givenCartItem, givenCategory, givenProduct, givenShopOrder } from './given-shop.ts'
import { givenRacket, givenShop, givenShopWork } from './given-stringing.ts'
import { givenStringingOrder } from './given-stringing-order.ts'
import { givenTrial } from './given-trial.ts'

/** The phone of the fixture world's owner, who proved it. */
const OWNER_PHONE = '13800000090'
/** The phone of the fixture world's idler. */
const IDLER_PHONE = '13700137000'

/** The path of the photo of the owner's contract with club A. The coach uploaded it. */
export const CONTRACT_PHOTO = 'private/contracts/photo.webp'
/** The path of a picture that this user uploaded and has not used yet. The user is the coach or the admin. */
export const sweepFileOf = (userId: string) => `private/contracts/of-${userId}.webp`

/** The version under which the owner's calendar feed can be read. */
export const FEED_VERSION = 2

/** Everything that the permission sweep and the mutation test use, by id. */
export type World = Awaited<ReturnType<typeof givenWorld>>

/** Builds the fixture world of the permission matrix at TEST_NOW. All invariants hold. Source: permission matrix */
export async function givenWorld(db: Database) {
  const { companyId, adminId: admin } = await givenCompany(db, { companyName: '甲俱乐部' })
  const { companyId: otherCompanyId, adminId: otherAdmin } = await givenCompany(db, { companyName: '乙俱乐部' })
  const { companyId: idleCompanyId, adminId: loner } = await givenCompany(db, { companyName: '丙俱乐部' })
  const coach = await givenCoach(db, { companyId })
  const colleague = await givenCoach(db, { companyId })
  const outsider = await givenCoach(db, { companyId: otherCompanyId, userType: 2 })
  const manager = await givenCoach(db, { companyId: otherCompanyId })
  const [owner, joiner, stranger, invited, classmate, newcomer, student, idler] = [
    await givenPlayer(db, { wechatId: 'wx-owner', phone: OWNER_PHONE, phoneVerified: true }),
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db, { phone: IDLER_PHONE }),
  ]
  const people = {
    // Club A: its admin, the coach of all classes, a colleague of that coach.
    ...{ admin, coach, colleague },
    // Club B: its admin, a company-affiliated coach without relations, the manager of the venue of all classes.
    ...{ otherAdmin, outsider, manager },
    // The only coach of club C.
    loner,
    // The coach's student who initiated the classes, a player who joined them, and a player without any relations.
    ...{ owner, joiner, stranger },
    // Students of the coach: one invited to a class, one joined in that class, one without a contract.
    ...{ invited, classmate, newcomer },
    // A student of both outsider and coach without a class, and a player who takes part in nothing.
    ...{ student, idler },
  }

  const commonCourseId = await givenCommonCourse(db)
  const courseId = await givenCourse(db, { companyId, coachIds: [coach, colleague, admin], commonCourseId })
  const unusedCourseId = await givenCourse(db, { companyId, coachIds: [coach] })
  const otherCourseId = await givenCourse(db, { companyId: otherCompanyId, coachIds: [otherAdmin, outsider, manager] })
  const trial = { courseName: '体验课', pricePerSession: 16_800, maxParticipants: 1, isTrial: true }
  const trialCourseId = await givenCourse(db, { ...trial, companyId, coachIds: [coach] })
  const otherTrialCourseId = await givenCourse(db, {
    ...trial,
    companyId: otherCompanyId,
    coachIds: [otherAdmin, outsider],
  })
  const { venueId, courtIds } = await givenVenue(db, {
    courts: 4,
    coachIds: [coach, colleague, admin],
    managerIds: [manager],
  })
  const { venueId: otherVenueId } = await givenVenue(db, { coachIds: [outsider], managerIds: [otherAdmin] })
  for (const player of [owner, joiner, invited, classmate, newcomer]) await givenRelation(db, coach, player)
  await givenRelation(db, outsider, student)
  const relationId = await givenRelation(db, coach, student)
  for (const finder of [outsider, coach, colleague, admin, manager]) await givenFind(db, finder, idler)

  const own = { userId: owner, courseId, coachId: coach }
  const contractId = await givenContract(db, { ...own, sessions: 20 })
  const usedUpContractId = await givenContract(db, { ...own, sessions: 5, spent: 5 })
  const expiredContractId = await givenContract(db, { ...own, sessions: 5, expiryDate: '2026-04-30' })
  const joinerContractId = await givenContract(db, { userId: joiner, courseId, coachId: coach })
  const classmateContractId = await givenContract(db, { userId: classmate, courseId, coachId: coach })
  await givenContract(db, { userId: student, courseId: otherCourseId, coachId: outsider })

  const policyId = await givenPolicy(db, { companyId, courseId: unusedCourseId, madeBy: admin })
  const packageId = await givenPackage(db, { companyId, courseId, madeBy: admin })
  await db.insert(purchaseCaps).values({ companyId, version: 1, buyerHours: 500, madeBy: admin })
  const purchaseId = await givenPurchase(db, { userId: newcomer, packageId, capsVersion: 1 })

  const scene: Scene = {
    companyId,
    adminId: admin,
    coachId: coach,
    courseId,
    venueId,
    courtIds,
    playerId: owner,
    contractId,
  }
  const roster = await givenRoster(db, { companyId, coachId: coach, adminId: admin, courseId, guardianId: owner })
  const classes = await givenClasses(db, scene, people, { userId: classmate, contractId: classmateContractId })
  await givenInvitation(db, {
    scene: { ...scene, playerId: roster.ward, contractId: roster.wardContractId },
    madeBy: 'coach',
    status: 'COMPLETED',
    beginTimeSlot: 30,
  })
  const [courtId] = courtIds
  const publicBallId = await givenBall(db, { playerIds: [owner, joiner], stadiumId: venueId, courtId, place: '' })
  const atOf = (beginTimeSlot: number) => ({ beginTimeSlot, endTimeSlot: beginTimeSlot + 2 })
  const ball = { playerIds: [owner, joiner] as [string, string] }
  const fullBallId = await givenBall(db, { ...ball, title: '已满', maxPlayers: 2, ...atOf(30) })
  const strong = { levelFrom: 6, levelTo: 7, activityDate: '2026-05-05' }
  const strongBallId = await givenBall(db, { ...ball, title: '高手局', feeFen: 0, ...strong })
  const privateBallId = await givenBall(db, { ...ball, title: '仅链接', isPublic: false, ...atOf(42) })
  const freeBallId = await givenBall(db, { ...ball, title: '免费', feeFen: 0, ...atOf(44) })
  const played = { status: 'FINISHED' as const, activityDate: '2026-04-29' }
  const playedBallId = await givenBall(db, { ...ball, title: '已结束', ...played })
  await givenBall(db, { playerIds: [owner], title: '已取消', status: 'CANCELLED' })
  await givenReleaseRule(db, { venueId, changedBy: manager })
  const today = { stadiumId: venueId, activityDate: '2026-05-01', place: '' }
  const arrivingBallId = await givenBall(db, {
    ...ball,
    ...today,
    courtId: courtIds[3],
    beginTimeSlot: 24,
    endTimeSlot: 25,
  })
  const missed = { title: '没有人来', courtId: courtIds[2], beginTimeSlot: 23, endTimeSlot: 25 }
  const missedBallId = await givenBall(db, { playerIds: [classmate, newcomer], ...today, ...missed })

  const heldUntil = new Date(TEST_NOW.getTime() + 900_000)
  await givenBall(db, { playerIds: [newcomer], title: '待付款', ...atOf(46), held: [{ userId: owner, heldUntil }] })
  const unpaid = and(eq(orders.userId, owner), eq(orders.state, 'UNPAID'))
  const { id: orderId } = only(await db.select({ id: orders.id }).from(orders).where(unpaid))

  for (const ownerId of [coach, admin]) await givenFile(db, { ownerId, relativePath: sweepFileOf(ownerId) })
  await givenContractPhoto(db, { userId: owner, companyId, uploadedBy: coach, contractAttachment: CONTRACT_PHOTO })

  await givenCalendarFeed(db, { userId: owner, version: FEED_VERSION })

  const shop = await givenShop(db)
  const { merchantId, polyId } = shop
  const racketId = await givenRacket(db, { userId: owner })
  const strung = { userId: owner, merchantId, racketId, mains: { stringId: polyId }, stars: 4, text: '手法细致' }
  const { id: strungOrderId } = await givenStringingOrder(db, strung)
  const { staffId: merchantStaffId, ...staffLogin } = await givenStaffLogin(db, { kind: 'merchant', merchantId })
  const shopWork = await givenShopWork(db, { userId: owner, shop, staffId: merchantStaffId })
  const categoryId = await givenCategory(db)
  const productId = await givenProduct(db, { categoryId, stock: 50, originalFen: 12_900 })
  const otherProductId = await givenProduct(db, { categoryId, stock: 5 })
  const bought = { userId: owner, items: [{ productId, quantity: 2 }] }
  const shopOrders = {
    unpaid: await givenShopOrder(db, bought),
    paid: await givenShopOrder(db, { ...bought, status: 'PAID' }),
    sent: await givenShopOrder(db, { ...bought, status: 'SENT' }),
    received: await givenShopOrder(db, { ...bought, status: 'RECEIVED' }),
    // Received with an open return request; returned; cancelled before it was sent; never paid.
    asked: await givenShopOrder(db, { ...bought, status: 'RECEIVED', wish: 'asked' }),
    returned: await givenShopOrder(db, { ...bought, status: 'REFUNDED', wish: 'returned' }),
    cancelled: await givenShopOrder(db, { ...bought, status: 'REFUNDED' }),
    closed: await givenShopOrder(db, { ...bought, status: 'CLOSED' }),
  }
  await givenCartItem(db, { userId: owner, productId })
  const advertId = await givenAdvert(db, { place: 'home' })
  await givenAdvert(db, { place: 'top' })
  const target = routeToThing({ kind: 'course', id: courseId })
  const companyAdvertId = await givenAdvert(db, { companyId, authorId: admin, target, title: '春季班' })
  await db.insert(advertDays).values({ advertId: companyAdvertId, day: '2026-04-30', seen: 12, pressed: 3 })
  await db.insert(advertCounts).values({ advertId: companyAdvertId, day: '2026-05-01', seen: 1, pressed: 0 })
  const operatorId = await givenStaff(db, { kind: 'operator' })
  await givenAuditEvent(db, { actorId: operatorId, objectId: venueId })
  const came = { userId: admin, companyId, loginSessionId: await givenSession(db, admin) }
  await givenAnalyticsSession(db, came)
  await givenAnalyticsTicket(db, came)
  for (const category of ['invitation', 'classNotice'] as const) await givenMessage(db, { receiverId: owner, category })
  const messageId = await givenMessage(db, { receiverId: owner, approveStatus: 0 })
  await givenMessage(db, { receiverId: owner, approveStatus: 1, readStatus: 1 })
  const object = { objectKind: 'invitation', objectId: classes.pending }
  const requestId = await givenMessage(db, { receiverId: coach, senderId: admin, approveStatus: 0, ...object })

  const closed = { day: TOMORROW, invitationId: classes.cancelled }
  const { closureId, closureItemId } = await givenClosure(db, { ...closed, venueId, courtIds, madeBy: manager })
  const { venueId: ownVenueId, courtIds: ownCourtIds } = await givenVenue(db, { managerIds: [admin] })
  const ownClosure = await givenClosure(db, { ...closed, venueId: ownVenueId, courtIds: ownCourtIds, madeBy: admin })

  const otherCard = await givenCard(db, { userId: joiner, principalFen: 50_000 })

  const world = {
    ...people,
    /** A closure of the venue of all classes by its manager, and one of a venue that the admin of club A manages. */
    ...{ closureId, closureItemId },
    ...{ ownVenueId, ownClosureId: ownClosure.closureId, ownClosureItemId: ownClosure.closureItemId },
    companyId,
    otherCompanyId,
    /** A club that owes nobody anything. */
    idleCompanyId,
    courseId,
    otherCourseId,
    /** A course of club A without contracts and classes. */
    unusedCourseId,
    commonCourseId,
    venueId,
    otherVenueId,
    courtIds,
    contractId,
    usedUpContractId,
    expiredContractId,
    joinerContractId,
    /** The relation of the coach to a student without a class. */
    relationId,
    classes,
    ...roster,
    /** The loner's open invitation into club A. An unregistered number and a link have one too. */
    companyInvitationId: await givenCompanyInvitations(db, { companyId, coachId: loner, courseId }),
    /** The coach's open invitation of the stranger's number, and the secret of its link. */
    studentInvitationId: await givenStudentInvitation(db, { companyId, courseId, coachId: coach, playerId: stranger }),
    studentInvitationToken: STUDENT_INVITATION_TOKEN,
    /** The owner's open request to become a student of the coach. */
    studentRequestId: await givenStudentRequest(db, { companyId, courseId, coachId: coach, playerId: owner }),
    /** A trial lesson of club B, and the owner's paid one with the coach of club A. */
    otherTrialCourseId,
    trialId: await givenTrial(db, { companyId, courseId: trialCourseId, coachId: coach, playerId: owner, venueId }),
    /** A package of the coach's course, and the newcomer's paid purchase of it. */
    packageId,
    policyId,
    purchaseId,
    bought: await givenBought(db, newcomer, purchaseId),
    /** The contract of the invited, whose package was paid back. */
    refundedContractId: await givenCourseRefund(
      db,
      invited,
      await givenPurchase(db, { userId: invited, packageId, capsVersion: 1 }),
    ),
    coachLockId: await givenCoachLock(db, { coachId: coach, beginTimeSlot: 40, endTimeSlot: 42 }),
    venueLockId: await givenVenueLock(db, { courtId: courtIds[3] ?? '', beginTimeSlot: 40, endTimeSlot: 42 }),
    likeId: await givenLike(db, { sourceUserId: joiner, targetUserId: coach, relatedId: classes.completed }),
    /** The owner's own like, objection and pin. */
    ownLikeId: await givenLike(db, { sourceUserId: owner, targetUserId: joiner, relatedId: classes.completed }),
    objectionId: await givenObjection(db, { invitationId: classes.completed, userId: owner }),
    /** The owner's objection, made 8 days ago: an operator may answer it. */
    oldObjectionId: await givenObjection(db, {
      invitationId: await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: '2026-04-22' }),
      userId: owner,
      at: new Date('2026-04-23T10:00:00+08:00'),
    }),
    pinId: await givenPin(db, scene),
    messageId,
    /** A request to the coach to take over the pending class. */
    requestId,
    publicBallId,
    publicProposalId: await givenProposal(db, { ballId: publicBallId, proposedBy: owner, inUserId: joiner }),
    privateBallId,
    privateProposalId: await givenProposal(db, { ballId: privateBallId, proposedBy: owner, inUserId: joiner }),
    /** A public game without a fee, a full one, one for levels that nobody has, one of two days ago without the joiner. */
    freeBallId,
    fullBallId,
    strongBallId,
    playedBallId,
    /** A game that begins now, and one that began half an hour ago to which nobody came. */
    arrivingBallId,
    missedBallId,
    /** The owner's card with ¥800 and a ¥20 gift, from yesterday's top-up, and another user's card with ¥500. */
    card: await givenCard(db, { userId: owner, giftFen: 2_000 }),
    otherCard,
    /** Money matters of the joiner that wait for operators. */
    money: await givenMoney(db, {
      userId: joiner,
      card: otherCard,
      requestedBy: operatorId,
      begunOrderId: shopWork.orderIds.READY,
    }),
    /** The owner's unpaid seat order, the payment begun for it, and a refund to the joiner that is under way. */
    orderId,
    outTradeNo: await givenPayment(db, orderId),
    surplusOrderId: await givenSurplus(db, joiner),
    /** The stringing shop of the merchant's staff. One order has drawn on its first string. */
    shop,
    merchantId,
    /** The owner's rackets. The first is in use; it was strung once and reviewed. The second is a spare. */
    racketId,
    spareRacketId: await givenRacket(db, { userId: owner, model: '速度 Pro' }),
    strungOrderId,
    /** The owner's addresses. The first is the default. */
    addressId: await givenAddress(db, { userId: owner, isDefault: true }),
    otherAddressId: await givenAddress(db, { userId: owner }),
    categoryId,
    advertId,
    /** What the admin of club A wrote. */
    companyAdvertId,
    /** What the owner asked the coach, and a guest with a number. */
    questionId: await givenQuestion(db, { companyId, coachId: coach, askerId: owner }),
    guestQuestionId: await givenQuestion(db, { companyId, coachId: coach }),
    /** The coach's absence in June, and what the owner decides about it. */
    ...(await givenAway(db, { companyId, coachId: coach, playerId: owner, adminId: admin })),
    /** What the owner waits for with the coach, and was told of. */
    vacancyAlertId: await givenVacancyAlert(db, {
      userId: owner,
      coachId: coach,
      courseId,
      venueId,
      courtId: courtIds[1],
    }),
    emptyCategoryId: await givenCategory(db),
    /** Two products at ¥99. The owner bought the first and has it in the cart. The second has a stock of five. */
    productId,
    otherProductId,
    shopOrders,
    people: await givenPeople(db, people),
    ownerPhone: OWNER_PHONE,
    idlerPhone: IDLER_PHONE,
    users: await givenUsers(db, { phone: IDLER_PHONE, staffId: operatorId }),
    approvals: await givenApprovals(db, people),
    operations: await givenOperations(db),
    /** The short id under which the owner shared their business card. */
    shareId: await givenHandedOnCard(db, owner),
    /** A log-in session of the owner. */
    deviceId: await givenSession(db, owner),
    operatorId,
    merchantStaffId,
    staffLogin,
    shopWork,
    login: await givenLogin(db, { userId: owner }),
    /** The hash of the password of each who has one. */
    passwordHash: await hashOf('demo1234'),
  }
  for (const phone of [OWNER_PHONE, '18612340000']) await givenPhoneCode(db, phone)
  await givenPersonalTexts(db, world)
  return world
}

/** The code by which the unclaimed student can be claimed. */
const CLAIM_CODE = 'KLMN2345'

/** Students of club A without an account: one who waits, one who is the owner's child. And a table that nobody confirmed. */
async function givenRoster(
  db: Database,
  {
    companyId,
    coachId,
    adminId,
    courseId,
    guardianId,
  }: Record<'companyId' | 'coachId' | 'adminId' | 'courseId' | 'guardianId', string>,
) {
  const made = { companyId, addedBy: coachId }
  const codeExpiresAt = new Date(TEST_NOW.getTime() + 86_400_000)
  const code = { codeHash: hashOfToken(CLAIM_CODE), codeExpiresAt }
  const unclaimed = await givenUnclaimed(db, { ...made, ...code })
  await givenContract(db, { userId: unclaimed, courseId, coachId, sessions: 6 })
  const ward = await givenUnclaimed(db, { ...made, name: '程可可', state: 'GUARDED', accountId: guardianId })
  const wardContractId = await givenContract(db, { userId: ward, courseId, coachId })
  const [course] = await db.select().from(courses).where(eq(courses.id, courseId))
  const table = { companyId, number: 1, fileName: '台账.csv', fileHash: 'of the table', uploadedBy: adminId }
  const { id: importId } = only(await db.insert(rosterImports).values(table).returning({ id: rosterImports.id }))
  const cells = {
    ...{ name: '林溪', phone: '13600000076', course: course?.courseName ?? '', coach: '' },
    ...{ sessions: '5', price: '300', expiry: '2026-12-31' },
  }
  await db.insert(rosterImportRows).values({ importId, line: 2, cells })
  return { unclaimed, ward, wardContractId, claimCode: CLAIM_CODE, importId }
}

/** Invitations into a company: a verified coach, a number, a link. @returns the id of the coach's one */
async function givenCompanyInvitations(
  db: Database,
  { companyId, coachId, courseId }: { companyId: string; coachId: string; courseId: string },
): Promise<string> {
  await db.update(users).set({ verified: 1 }).where(eq(users.id, coachId))
  const expiresAt = new Date(TEST_NOW.getTime() + 86_400_000)
  const made = { companyId, kind: 'INVITE' as const, courseIds: [courseId], expiresAt }
  const targets = [{ coachId }, { phone: '13600000001' }, { token: 'invitation-of-the-link' }]
  const rows = targets.map((target) => ({ ...made, ...target }))
  const [first] = await db.insert(companyInvitations).values(rows).returning({ id: companyInvitations.id })
  return first?.id ?? ''
}

/** The secret of the link of the world's invitation of a student. */
const STUDENT_INVITATION_TOKEN = 'invitation-of-stranger'

/** An open invitation of the number of a player, who proved it. @returns its id */
async function givenStudentInvitation(
  db: Database,
  { playerId, ...made }: { companyId: string; courseId: string; coachId: string; playerId: string },
): Promise<string> {
  const proved = db.update(users).set({ phoneVerified: true }).where(eq(users.id, playerId))
  const { phone } = only(await proved.returning({ phone: users.phone }))
  const tokenHash = hashOfToken(STUDENT_INVITATION_TOKEN)
  const invitation = {
    ...made,
    phone: phone ?? '',
    name: '陈先生',
    tokenHash,
    expiresAt: studentInvitationExpiry(TEST_NOW),
  }
  return only(await db.insert(studentInvitations).values(invitation).returning({ id: studentInvitations.id })).id
}

/** An open request with words, and its first step. @returns its id */
async function givenStudentRequest(
  db: Database,
  made: { companyId: string; courseId: string; coachId: string; playerId: string },
): Promise<string> {
  const expiresAt = new Date(TEST_NOW.getTime() + 86_400_000)
  const request = { ...made, words: '想系统学', freeTimes: ['WEEKDAY_EVENING' as const], expiresAt }
  const [{ id } = { id: '' }] = await db.insert(studentRequests).values(request).returning({ id: studentRequests.id })
  await db.insert(studentRequestEvents).values({ requestId: id, step: 'MADE', actorId: made.playerId })
  return id
}

/** Class invitations, one of each kind in each status. The number is the half-hour at which one begins. */
async function givenClasses(
  db: Database,
  scene: Scene,
  { owner, joiner, invited, newcomer }: Record<'owner' | 'joiner' | 'invited' | 'newcomer', string>,
  classmate: { userId: string; contractId: string },
) {
  const joiners = [{ userId: joiner }]
  const at = (beginTimeSlot: number) => ({ scene, joiners, beginTimeSlot, participantsCount: 3 })
  const byCoach = (beginTimeSlot: number) => ({ scene, madeBy: 'coach' as const, beginTimeSlot, participantsCount: 3 })
  return {
    pending: await givenInvitation(db, at(12)),
    conflictAllowed: await givenInvitation(db, { ...at(14), useUnavailable: true }),
    withoutContract: await givenInvitation(db, {
      ...at(16),
      scene: { ...scene, playerId: newcomer },
      joiners: [...joiners, { userId: owner }],
      needContract: true,
    }),
    offered: await givenInvitation(db, {
      ...at(30),
      courseDate: '2026-05-03',
      over: { offeredAt: TEST_NOW, askedStartsAt: instantOf('2026-05-03', 32) },
    }),
    confirmed: await givenInvitation(db, { ...at(18), status: 'CONFIRMED' }),
    // It has started, so it can be signed and finished.
    running: await givenInvitation(db, { ...at(22), status: 'CONFIRMED', courseDate: '2026-05-01' }),
    /** Begins in half an hour, so that its people may arrive. */
    arriving: await givenInvitation(db, {
      ...at(25),
      endTimeSlot: 26,
      status: 'CONFIRMED',
      courseDate: '2026-05-01',
    }),
    completed: await givenInvitation(db, { ...at(20), status: 'COMPLETED', attendance: 'present' }),
    cancelled: await givenInvitation(db, { ...at(20), status: 'CANCELLED' }),
    expired: await givenInvitation(db, { ...at(22), status: 'EXPIRED' }),
    coachMadePending: await givenInvitation(db, { ...byCoach(24), invited: [invited] }),
    coachMadeConfirmed: await givenInvitation(db, { ...byCoach(26), status: 'CONFIRMED', joiners: [classmate] }),
    coachMadeCompleted: await givenInvitation(db, { ...byCoach(28), status: 'COMPLETED', joiners: [classmate] }),
    /** A class of yesterday that its coach entered at TEST_NOW. */
    past: await givenInvitation(db, {
      ...byCoach(24),
      status: 'CONFIRMED',
      courseDate: '2026-04-30',
      joiners: [classmate],
      at: TEST_NOW,
      over: { pastReason: '当天手机没电', ...pastAnswerTimes(TEST_NOW) },
    }),
  }
}

/** Fills personal fields that would be empty. An empty field proves nothing about who may read it. */
async function givenPersonalTexts(
  db: Database,
  { playedBallId, joiner }: { playedBallId: string; joiner: string },
): Promise<void> {
  const absent = and(eq(ballParticipants.ballId, playedBallId), eq(ballParticipants.userId, joiner))
  await db.update(ballParticipants).set({ noShowAt: TEST_NOW, noShowAnswer: '路上堵车' }).where(absent)
  await db.update(invitations).set({ messageToCoach: '想练反手', messageToPlayers: '请带两个球' })
  await db.update(coachLocks).set({ reason: '看牙' })
  await db.update(companies).set({ phone: '021-61234567' })
  await db.update(venues).set({ phone: '021-51234567' })
  await db.update(shopOrders).set({ note: '放前台' })
  await db.update(stringingOrders).set({ notes: '横线松一磅' })
  await db.update(loginSessions).set({ device: 'iPhone' })
}

/** Puts values of the fixture world in the place of their `{names}`. @throws Error for a name that is none */
export function inWorld(world: World, text: string): string {
  return fillNames(text, (name) => {
    const value = name.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], world)
    if (typeof value !== 'string') throw new Error(`The fixture world has no ${name}`)
    return value
  })
}

/** A code 123456 that was sent to a number just now. */
async function givenPhoneCode(db: Database, phone: string): Promise<void> {
  const box = createSecretBox(TOKEN_SECRET, 'codes sent to phones')
  const [sentAt, expiresAt] = [TEST_NOW, new Date(TEST_NOW.getTime() + 300_000)]
  const hashes = { numberHash: box.hash(`number|${phone}`), codeHash: box.hash(`code|${phone}|123456`) }
  await db.insert(phoneCodes).values({ ...hashes, sentAt, expiresAt, outcome: 'OK' })
  const windowEndsAt = new Date(TEST_NOW.getTime() + 86_400_000)
  await db.insert(codeCounts).values({ key: `number:${hashes.numberHash}`, sends: 1, windowEndsAt })
}
