import type { Database } from '../db/database.ts'
import {
  givenCoach,
  givenCoachLock,
  givenCompany,
  givenContract,
  givenCourse,
  givenLogin,
  givenPlayer,
  givenRelation,
  givenStaff,
  givenVenue,
  givenVenueLock,
  type Scene,
} from './builders.ts'
import { givenInvitation } from './given-invitation.ts'
import {
  givenAdvert,
  givenBall,
  givenCommonCourse,
  givenContractPhoto,
  givenFile,
  givenLike,
  givenMerchant,
  givenMessage,
  givenPin,
} from './more-builders.ts'

/** The phone of the fixture world's idler. */
export const IDLER_PHONE = '13700137000'

/** Where the photo of the owner's contract with club A lies; the coach uploaded it. */
export const CONTRACT_PHOTO = 'private/contracts/photo.webp'
/** Where a picture lies that somebody of the fixture world uploaded and has not used yet: the coach or the admin. */
export const walkFileOf = (userId: string) => `private/contracts/of-${userId}.webp`

/** The people of the fixture world: two clubs, two admins among six coaches, eight players. */
type WorldPeople = {
  /** Of club A: its admin, the coach of all classes, his colleague. */
  admin: string
  coach: string
  colleague: string
  /** Of club B: its admin, a company-affiliated coach without ties, the manager of the venue where all classes are. */
  otherAdmin: string
  outsider: string
  manager: string
  /** The only coach of club C. */
  loner: string
  /** A student of the coach who initiated the classes, one who joined them, one who knows nobody. */
  owner: string
  joiner: string
  stranger: string
  /** Students of the coach: invited to his own class, joined in it, without a contract. */
  invited: string
  classmate: string
  newcomer: string
  /** A student of the outsider and of the coach without a class, and one who takes part in nothing. */
  student: string
  idler: string
}

/** Class invitations, one of each kind in each state; times of TEST_NOW's day are half-hours in brackets. */
type WorldClasses = {
  pending: string
  conflictAllowed: string
  withoutContract: string
  confirmed: string
  /** Today 11:00 to 12:00 (22, 24): it runs, so it can be signed and finished. */
  running: string
  completed: string
  cancelled: string
  expired: string
  coachMadePending: string
  coachMadeConfirmed: string
}

/** Everything that the permission walk and the mutation test ask about, by id. */
export type World = WorldPeople & {
  companyId: string
  otherCompanyId: string
  courseId: string
  otherCourseId: string
  /** Of club A: nobody has hours of it, and no class needs it. */
  unusedCourseId: string
  commonCourseId: string
  venueId: string
  otherVenueId: string
  courtIds: string[]
  contractId: string
  usedUpContractId: string
  expiredContractId: string
  joinerContractId: string
  /** Of the coach with a student without a class. */
  relationId: string
  classes: WorldClasses
  coachLockId: string
  venueLockId: string
  likeId: string
  /** The owner's own like and pin. */
  ownLikeId: string
  pinId: string
  messageId: string
  /** Asks the coach to take over the pending class. */
  requestId: string
  publicBallId: string
  privateBallId: string
  merchantId: string
  operatorId: string
  merchantStaffId: string
  login: { username: string; password: string }
}

/** The fixture world of the permission matrix at TEST_NOW; all invariants hold. Source: permission matrix */
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

  const courseId = await givenCourse(db, { companyId, coachIds: [coach, colleague, admin] })
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
  const publicBallId = await givenBall(db, { playerIds: [owner, joiner] })
  await givenBall(db, { title: '已满', playerIds: [owner, joiner], maxPlayers: 2, beginTimeSlot: 30, endTimeSlot: 32 })
  const privateBallId = await givenBall(db, { title: '仅链接', playerIds: [owner, joiner], isPublic: false })
  for (const status of ['FINISHED', 'CANCELLED'] as const)
    await givenBall(db, { title: status, playerIds: [owner], status })

  for (const ownerId of [coach, admin]) await givenFile(db, { ownerId, relativePath: walkFileOf(ownerId) })
  await givenContractPhoto(db, { userId: owner, companyId, uploadedBy: coach, contractAttachment: CONTRACT_PHOTO })

  const merchantId = await givenMerchant(db)
  await givenAdvert(db, { place: 'home' })
  await givenAdvert(db, { place: 'top' })
  for (const category of ['invitation', 'classNotice'] as const) await givenMessage(db, { receiverId: owner, category })
  const messageId = await givenMessage(db, { receiverId: owner, approveStatus: 0 })
  await givenMessage(db, { receiverId: owner, approveStatus: 1, readStatus: 1 })
  const object = { objectKind: 'invitation', objectId: classes.pending }
  const requestId = await givenMessage(db, { receiverId: coach, senderId: admin, approveStatus: 0, ...object })

  return {
    ...people,
    companyId,
    otherCompanyId,
    courseId,
    otherCourseId,
    unusedCourseId,
    commonCourseId: await givenCommonCourse(db),
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
    pinId: await givenPin(db, scene),
    messageId,
    requestId,
    publicBallId,
    privateBallId,
    merchantId,
    operatorId: await givenStaff(db, { kind: 'operator' }),
    merchantStaffId: await givenStaff(db, { kind: 'merchant', merchantId }),
    login: await givenLogin(db, { userId: owner }),
  }
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
  }
}
