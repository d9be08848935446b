import type { FullInfo, Invitation, LikeRecord, ResponsePlayer } from '@paidang/api/areas/activities/classes'
import type { Contract } from '@paidang/api/areas/money/contracts'
import { type InvitationInfo, toInvitationInfo } from '../parts/invitation-info'

/** Returns an instant in Shanghai in November 2026, as in at('20', '09:36'). */
export const at = (day: string, time: string) => new Date(`2026-11-${day}T${time}:00+08:00`)

const iso = (day: string, time: string) => at(day, time).toISOString()

/**
 * Returns a request of Lin Zhixia to Wang Qiming. It is made on Friday 20 November at 09:36 for Sunday 22 November,
 * 18:30 to 20:00.
 */
export function givenClass(changes: Partial<Invitation> = {}): Invitation {
  return {
    id: '1',
    initiatorId: '10',
    initiatorName: '林知夏',
    initiatorRole: 'player',
    coachId: '20',
    coachName: '王启明',
    coachAvatar: null,
    companyId: '30',
    courseDesignId: '40',
    courseDesignName: '成人私教 1 对 1',
    courseDesignPrice: 38000,
    sessionDuration: 60,
    consumedSessions: 1.5,
    participantsCount: 2,
    maxParticipants: 2,
    seatsTaken: 1,
    stadiumId: '50',
    stadiumName: '星湖网球中心',
    stadiumAddress: '星湖街 1 号',
    selectedCourt: 2,
    courtCode: '3',
    courtName: '3号场',
    courseDate: '2026-11-22',
    weekday: 0,
    beginTimeSlot: 37,
    endTimeSlot: 40,
    useUnavailable: false,
    needContract: false,
    trialId: null,
    invitationStatus: 'PENDING',
    messageToCoach: '',
    messageToPlayers: '',
    focus: '',
    createdAt: iso('20', '09:36'),
    expiresAt: iso('21', '09:36'),
    responseTime: iso('20', '09:36'),
    confirmedAt: null,
    offeredAt: null,
    askedStartsAt: null,
    signedAt: null,
    completedAt: null,
    cancelledAt: null,
    cancelledBy: null,
    cancelReason: null,
    pastReason: null,
    freeCancelUntil: iso('21', '18:30'),
    revision: 3,
    ...changes,
  }
}

/** The same class after the coach confirmed at 10:02. */
export const CONFIRMED = {
  invitationStatus: 'CONFIRMED',
  confirmedAt: iso('20', '10:02'),
} satisfies Partial<Invitation>

/** Returns a seat of a player. By default it is Lin Zhixia's, with the hours held. */
export function givenSeat({ name, ...changes }: Partial<ResponsePlayer> & { name?: string } = {}): ResponsePlayer {
  const responderId = changes.responderId ?? '10'
  const nickname = name ?? '林知夏'
  return {
    responderName: nickname,
    responseStatus: 'JOINED',
    attendance: null,
    mustAgree: false,
    heldSessions: 1.5,
    costs: null,
    usedSessions: null,
    settled: null,
    availableSessions: null,
    isPhoneUnverified: false,
    responder: { id: responderId, nickname, avatar: null, level: 3.5, handedness: 0, likesCount: 36 },
    ...changes,
    responderId,
  }
}

/** The same class made by its coach, who invited Chen Mo. Chen Mo's hours are held on joining. */
export const BY_COACH = {
  initiatorRole: 'coach',
  initiatorId: '20',
  initiatorName: '王启明',
  seatsTaken: 0,
} satisfies Partial<Invitation>

/** Chen Mo's seat: invited and not yet joined. */
export const INVITED = givenSeat({
  responderId: '11',
  name: '陈默',
  responseStatus: 'INVITED',
  heldSessions: 0,
  availableSessions: 0.5,
})

/** The token of a share link. */
export const TOKEN = 'abcdefghijklmnopqrstuv'

/** Returns a like that Lin Zhixia gave. */
export function givenLike(targetUserId: string, id = '900'): LikeRecord {
  return {
    id,
    sourceUserId: '10',
    targetUserId,
    likedAt: iso('22', '21:00'),
    recordType: 'COURSE_INVITATION',
    relatedId: '1',
  }
}

/** The class completed, at 20:05. */
export const COMPLETED = {
  ...CONFIRMED,
  invitationStatus: 'COMPLETED',
  completedAt: iso('22', '20:05'),
} satisfies Partial<Invitation>

type Role = FullInfo['reqUser']['role']
type Cancellation = FullInfo['reqUser']['cancellation']

const USER_IDS: Record<Role, string> = { initiator: '10', coach: '20', participant: '11', viewer: '99' }

/** Returns the booking view as one role sees it. `cancellation` is the server's quote for cancelling now. */
export function givenInfo(
  role: Role,
  {
    invitation,
    cancellation = null,
    reqUser = {},
    share = null,
    ...changes
  }: Partial<Omit<FullInfo, 'invitation' | 'reqUser'>> & {
    invitation?: Partial<Invitation>
    cancellation?: Cancellation
    reqUser?: Partial<FullInfo['reqUser']>
    share?: string | null
  } = {},
): InvitationInfo {
  const info: FullInfo = {
    invitation: givenClass(invitation),
    coach: { id: '20', nickname: '王启明', avatar: null, likeCount: 128, companyName: '青杉俱乐部', isAway: false },
    responsePlayers: [givenSeat()],
    reqUser: {
      userId: USER_IDS[role],
      role,
      isCompanyAdmin: false,
      isInvited: false,
      mustAgree: false,
      shareToken: null,
      joinCost: null,
      likeRecords: [],
      contract: { id: '60', companyName: '青杉', availableSessions: 11, expiryDate: '2027-03-31' },
      cancellation,
      mayObjectUntil: null,
      ...reqUser,
    },
    objections: [],
    clashes: null,
    policy: null,
    pending: [],
    lastClass: null,
    arrival: null,
    events: [],
    ...changes,
  }
  return toInvitationInfo(info, share)
}

/** Returns the server's cancellation quote for the initiator of the class above; free until 24 h before the start. */
export function givenQuote(changes: Partial<NonNullable<Cancellation>> = {}): NonNullable<Cancellation> {
  return {
    heldSessions: 1.5,
    lostSessions: 0,
    lostFen: 0,
    reason: 'early',
    freeUntil: iso('21', '18:30'),
    lateBefore: 0,
    lateAt: null,
    ...changes,
  }
}

/** Converts the booking view to its wire form: instants are texts again. */
export function onTheWire(info: ReturnType<typeof toInvitationInfo>): unknown {
  return JSON.parse(JSON.stringify(info))
}

/** Returns a contract of Lin Zhixia with the club for the course of the given class, at ¥350 an hour. */
export function givenContract({
  courseId = '40',
  ...changes
}: Partial<Contract> & { courseId?: string } = {}): Contract {
  return {
    id: '60',
    userId: '10',
    courseDesign: {
      id: courseId,
      courseName: '成人私教 1 对 1',
      sessionDuration: 60,
      maxParticipants: 2,
      pricePerSession: 38000,
    },
    companyId: '30',
    company: { id: '30', companyName: '青杉俱乐部', freeCancelHours: 24 },
    isPerson: false,
    contractStatus: 1,
    revision: 3,
    totalSessions: 10,
    remainingSessions: 8,
    heldSessions: 0,
    availableSessions: 8,
    consumedSessions: 2,
    expiredSessions: 0,
    unitPrice: 35000,
    expiryDate: '2027-03-31',
    refundedAt: null,
    createdAt: '2026-03-31T02:00:00.000Z',
    ...changes,
  }
}
