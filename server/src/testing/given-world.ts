import { and, eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { orders } from '../tables/payments.ts'
import {
  givenCoach,
  givenCoachLock,
  givenCompany,
  givenContract,
  givenCourse,
  givenFind,
  givenLogin,
  givenPlayer,
  givenRelation,
  givenStaff,
  givenStaffLogin,
  givenVenue,
  givenVenueLock,
  hashOf,
  only,
  type Scene,
  TEST_NOW,
} from './builders.ts'
import { givenSession } from './given-account.ts'
import { givenAddress } from './given-address.ts'
import { type GivenApprovals, givenApprovals } from './given-approvals.ts'
import { givenBall, givenProposal } from './given-ball.ts'
import { givenCalendarFeed } from './given-calendar.ts'
import { type GivenCard, givenCard } from './given-card.ts'
import { givenAnalyticsSession, givenAnalyticsTicket, givenAuditEvent } from './given-console.ts'
import { givenInvitation, givenObjection } from './given-invitation.ts'
import { type GivenMoney, givenMoney } from './given-money.ts'
import { type GivenOperations, givenOperations } from './given-operations.ts'
import { givenPayment, givenSurplus } from './given-order.ts'
import { type GivenPeople, givenPeople } from './given-people.ts'
import { givenPersonalTexts } from './given-personal-texts.ts'
import { givenHandedOnCard } from './given-sharing.ts'
import { type GivenShopOrder, givenCartItem, givenCategory, givenProduct, givenShopOrder } from './given-shop.ts'
import { type GivenShopWork, givenShopWork } from './given-shop-work.ts'
import { type GivenShop, givenRacket, givenShop } from './given-stringing.ts'
import { givenStringingOrder } from './given-stringing-order.ts'
import { type GivenUsers, givenUsers } from './given-users.ts'
import {
  givenAdvert,
  givenCommonCourse,
  givenContractPhoto,
  givenFile,
  givenLike,
  givenMessage,
  givenPin,
} from './more-builders.ts'

/** The phone of the fixture world's idler. */
export const IDLER_PHONE = '13700137000'

/** The path of the photo of the owner's contract with club A. The coach uploaded it. */
export const CONTRACT_PHOTO = 'private/contracts/photo.webp'
/** The path of a picture that this user uploaded and has not used yet. The user is the coach or the admin. */
export const sweepFileOf = (userId: string) => `private/contracts/of-${userId}.webp`

/** The version under which the owner's calendar feed can be read. */
export const FEED_VERSION = 2

/** The people of the fixture world: two clubs, two admins among six coaches, eight players. */
type WorldPeople = {
  /** Club A: its admin, the coach of all classes, a colleague of that coach. */
  admin: string
  coach: string
  colleague: string
  /** Club B: its admin, a company-affiliated coach without relations, the manager of the venue of all classes. */
  otherAdmin: string
  outsider: string
  manager: string
  /** The only coach of club C. */
  loner: string
  /** The coach's student who initiated the classes, a player who joined them, and a player without any relations. */
  owner: string
  joiner: string
  stranger: string
  /** Students of the coach: one invited to a class, one joined in that class, one without a contract. */
  invited: string
  classmate: string
  newcomer: string
  /** A student of both outsider and coach without a class, and a player who takes part in nothing. */
  student: string
  idler: string
}

/** Class invitations, one of each kind in each status. They are on TEST_NOW's day; half-hour indices in brackets. */
type WorldClasses = {
  pending: string
  conflictAllowed: string
  withoutContract: string
  confirmed: string
  /** Today 11:00 to 12:00 (22, 24): it has started, so it can be signed and finished. */
  running: string
  completed: string
  coachMadeCompleted: string
  cancelled: string
  expired: string
  coachMadePending: string
  coachMadeConfirmed: string
}

/** Shop orders of the owner, each with two units of the first product. */
type WorldShopOrders = {
  unpaid: GivenShopOrder
  paid: GivenShopOrder
  sent: GivenShopOrder
  received: GivenShopOrder
  /** Four orders: received with an open return request; returned; cancelled before it was sent; never paid. */
  asked: GivenShopOrder
  returned: GivenShopOrder
  cancelled: GivenShopOrder
  closed: GivenShopOrder
}

/** Everything that the permission sweep and the mutation test use, by id. */
export type World = WorldPeople & {
  companyId: string
  otherCompanyId: string
  courseId: string
  otherCourseId: string
  /** A course of club A without contracts and classes. */
  unusedCourseId: string
  commonCourseId: string
  venueId: string
  otherVenueId: string
  courtIds: string[]
  contractId: string
  usedUpContractId: string
  expiredContractId: string
  joinerContractId: string
  /** The relation of the coach to a student without a class. */
  relationId: string
  classes: WorldClasses
  coachLockId: string
  venueLockId: string
  likeId: string
  /** The owner's own like and pin. */
  ownLikeId: string
  objectionId: string
  /** The owner's objection, made 8 days ago: an operator may answer it. */
  oldObjectionId: string
  pinId: string
  messageId: string
  /** A request to the coach to take over the pending class. */
  requestId: string
  publicBallId: string
  publicProposalId: string
  privateBallId: string
  privateProposalId: string
  /** A public game without a fee. */
  freeBallId: string
  /** Three games. One is full, one is for levels that nobody has. One was played two days ago without the joiner. */
  fullBallId: string
  strongBallId: string
  playedBallId: string
  /** The owner's card with ¥800 and a ¥20 gift, from yesterday's top-up, and another user's card with ¥500. */
  card: GivenCard
  otherCard: GivenCard
  /** Money matters of the joiner that wait for operators. */
  money: GivenMoney
  /** The owner's unpaid seat order, the payment begun for it, and a refund to the joiner that is under way. */
  orderId: string
  outTradeNo: string
  surplusOrderId: string
  /** The stringing shop of the merchant's staff. One order has drawn on its first string. */
  shop: GivenShop
  merchantId: string
  /** The owner's rackets. The first is in use; it was strung once and reviewed. The second is a spare. */
  racketId: string
  spareRacketId: string
  strungOrderId: string
  /** The shop's work for the owner, and the log-in of its staff. */
  shopWork: GivenShopWork
  staffLogin: { username: string; password: string }
  /** The owner's addresses. The first is the default. */
  addressId: string
  otherAddressId: string
  /**
   * Two products at ¥99 in one category. The owner bought the first and has it in the cart. The second has a stock of
   * five.
   */
  categoryId: string
  emptyCategoryId: string
  advertId: string
  productId: string
  otherProductId: string
  shopOrders: WorldShopOrders
  /** Applications to be a coach, blacklists, played games. */
  people: GivenPeople
  /** Suspended accounts, and a user who seems to have two accounts. */
  users: GivenUsers
  /** What waits for an operator's decision. */
  approvals: GivenApprovals
  /** A failed job, and the finding of a check. */
  operations: GivenOperations
  /** The short id under which the owner shared their business card. */
  shareId: string
  /** A log-in session of the owner. */
  deviceId: string
  operatorId: string
  merchantStaffId: string
  login: { username: string; password: string }
  /** The hash of the password of each who has one. */
  passwordHash: string
}

/** Builds the fixture world of the permission matrix at TEST_NOW. All invariants hold. Source: permission matrix */
export async function givenWorld(db: Database): Promise<World> {
  const { companyId, adminId: admin } = await givenCompany(db, { companyName: '甲俱乐部' })
  const { companyId: otherCompanyId, adminId: otherAdmin } = await givenCompany(db, { companyName: '乙俱乐部' })
  const { adminId: loner } = await givenCompany(db, { companyName: '丙俱乐部' })
  const coach = await givenCoach(db, { companyId })
  const colleague = await givenCoach(db, { companyId })
  const outsider = await givenCoach(db, { companyId: otherCompanyId, userType: 2 })
  const manager = await givenCoach(db, { companyId: otherCompanyId })
  const [owner, joiner, stranger, invited, classmate, newcomer, student, idler] = [
    await givenPlayer(db, { wechatId: 'wx-owner' }),
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db),
    await givenPlayer(db, { phone: IDLER_PHONE }),
  ]
  const people = {
    admin,
    coach,
    colleague,
    otherAdmin,
    outsider,
    manager,
    loner,
    owner,
    joiner,
    stranger,
    invited,
    classmate,
    newcomer,
    student,
    idler,
  }

  const commonCourseId = await givenCommonCourse(db)
  const courseId = await givenCourse(db, { companyId, coachIds: [coach, colleague, admin], commonCourseId })
  const unusedCourseId = await givenCourse(db, { companyId, coachIds: [coach] })
  const otherCourseId = await givenCourse(db, { companyId: otherCompanyId, coachIds: [otherAdmin, outsider, manager] })
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
  const classes = await givenClasses(db, scene, people, { userId: classmate, contractId: classmateContractId })
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
    asked: await givenShopOrder(db, { ...bought, status: 'RECEIVED', wish: 'asked' }),
    returned: await givenShopOrder(db, { ...bought, status: 'REFUNDED', wish: 'returned' }),
    cancelled: await givenShopOrder(db, { ...bought, status: 'REFUNDED' }),
    closed: await givenShopOrder(db, { ...bought, status: 'CLOSED' }),
  }
  await givenCartItem(db, { userId: owner, productId })
  const advertId = await givenAdvert(db, { place: 'home' })
  await givenAdvert(db, { place: 'top' })
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

  const otherCard = await givenCard(db, { userId: joiner, principalFen: 50_000 })

  const world: World = {
    ...people,
    companyId,
    otherCompanyId,
    courseId,
    otherCourseId,
    unusedCourseId,
    commonCourseId,
    venueId,
    otherVenueId,
    courtIds,
    contractId,
    usedUpContractId,
    expiredContractId,
    joinerContractId,
    relationId,
    classes,
    coachLockId: await givenCoachLock(db, { coachId: coach, beginTimeSlot: 40, endTimeSlot: 42 }),
    venueLockId: await givenVenueLock(db, { courtId: courtIds[3] ?? '', beginTimeSlot: 40, endTimeSlot: 42 }),
    likeId: await givenLike(db, { sourceUserId: joiner, targetUserId: coach, relatedId: classes.completed }),
    ownLikeId: await givenLike(db, { sourceUserId: owner, targetUserId: joiner, relatedId: classes.completed }),
    objectionId: await givenObjection(db, { invitationId: classes.completed, userId: owner }),
    oldObjectionId: await givenObjection(db, {
      invitationId: await givenInvitation(db, { scene, status: 'COMPLETED', courseDate: '2026-04-22' }),
      userId: owner,
      at: new Date('2026-04-23T10:00:00+08:00'),
    }),
    pinId: await givenPin(db, scene),
    messageId,
    requestId,
    publicBallId,
    publicProposalId: await givenProposal(db, { ballId: publicBallId, proposedBy: owner, inUserId: joiner }),
    privateBallId,
    privateProposalId: await givenProposal(db, { ballId: privateBallId, proposedBy: owner, inUserId: joiner }),
    freeBallId,
    fullBallId,
    strongBallId,
    playedBallId,
    card: await givenCard(db, { userId: owner, giftFen: 2_000 }),
    otherCard,
    money: await givenMoney(db, {
      userId: joiner,
      card: otherCard,
      requestedBy: operatorId,
      begunOrderId: shopWork.orderIds.READY,
    }),
    orderId,
    outTradeNo: await givenPayment(db, orderId),
    surplusOrderId: await givenSurplus(db, joiner),
    shop,
    merchantId,
    racketId,
    spareRacketId: await givenRacket(db, { userId: owner, model: '速度 Pro' }),
    strungOrderId,
    addressId: await givenAddress(db, { userId: owner, isDefault: true }),
    otherAddressId: await givenAddress(db, { userId: owner }),
    categoryId,
    advertId,
    emptyCategoryId: await givenCategory(db),
    productId,
    otherProductId,
    shopOrders,
    people: await givenPeople(db, people),
    users: await givenUsers(db, { phone: IDLER_PHONE, staffId: operatorId }),
    approvals: await givenApprovals(db, people),
    operations: await givenOperations(db),
    shareId: await givenHandedOnCard(db, owner),
    deviceId: await givenSession(db, owner),
    operatorId,
    merchantStaffId,
    staffLogin,
    shopWork,
    login: await givenLogin(db, { userId: owner }),
    passwordHash: await hashOf('demo1234'),
  }
  await givenPersonalTexts(db, world)
  return world
}

async function givenClasses(
  db: Database,
  scene: Scene,
  { owner, joiner, invited, newcomer }: WorldPeople,
  classmate: { userId: string; contractId: string },
): Promise<WorldClasses> {
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
    confirmed: await givenInvitation(db, { ...at(18), status: 'CONFIRMED' }),
    running: await givenInvitation(db, { ...at(22), status: 'CONFIRMED', courseDate: '2026-05-01' }),
    completed: await givenInvitation(db, { ...at(20), status: 'COMPLETED', attendance: 'present' }),
    cancelled: await givenInvitation(db, { ...at(20), status: 'CANCELLED' }),
    expired: await givenInvitation(db, { ...at(22), status: 'EXPIRED' }),
    coachMadePending: await givenInvitation(db, { ...byCoach(24), invited: [invited] }),
    coachMadeConfirmed: await givenInvitation(db, { ...byCoach(26), status: 'CONFIRMED', joiners: [classmate] }),
    coachMadeCompleted: await givenInvitation(db, { ...byCoach(28), status: 'COMPLETED', joiners: [classmate] }),
  }
}
