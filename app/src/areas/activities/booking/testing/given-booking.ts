import type { FullInfo, Invitation, ResponsePlayer } from '@paidang/api/areas/activities/classes'
import type { Student } from '@paidang/api/areas/activities/students'
import type { Contract } from '@paidang/api/areas/money/contracts'
import type { CompanyCourse } from '@paidang/api/areas/places/companies'
import type { CoachRecord } from '@paidang/api/areas/places/relations'
import type { Venue } from '@paidang/api/areas/places/venues'
import { addDays, type Day, dayOf } from '@paidang/domain/kernel/day'

/** The day after this one, on which the tests book. */
export const TOMORROW: Day = addDays(dayOf(new Date()), 1)
/** Another day within the fourteen. */
export const LATER: Day = addDays(TOMORROW, 2)

/** A venue with two courts, open from 18:00 to 22:00. */
export function givenVenue(id: string, name: string): Venue {
  const courts = ['1号场', '2号场'].map((court, index) => ({
    id: String(index + 1),
    courtCode: court,
    name: court,
    surface: '室内',
  }))
  return {
    id,
    name,
    address: '某路 1 号',
    city: '上海市',
    district: '徐汇区',
    phone: null,
    avatar: null,
    latitude: null,
    longitude: null,
    courtCodes: null,
    courtCount: 2,
    firstStart: 36,
    lastStart: 43,
    releasesCourts: false,
    courts,
  }
}

/** Returns a coach whom the player may book. */
export function givenCoachRecord(id: string, nickname: string, stadiums: Venue[], finishedClasses = 0): CoachRecord {
  return {
    coach: { id, nickname, avatar: null, likeCount: 12, companyId: '1', companyName: '青杉' },
    courseIds: ['5'],
    finishedClasses,
    stadiums,
  }
}

/** Returns a contract of 20 lesson hours, 12.5 of them free, for up to two participants. */
export function givenContract(id: string, courseId: string, over: Partial<Contract> = {}): Contract {
  return {
    id,
    userId: '9',
    courseDesign: {
      id: courseId,
      courseName: `课程${courseId}`,
      sessionDuration: 60,
      maxParticipants: 2,
      pricePerSession: 38000,
    },
    companyId: '1',
    company: { id: '1', companyName: '青杉', freeCancelHours: 24 },
    isPerson: false,
    contractStatus: 1,
    revision: 3,
    totalSessions: 20,
    remainingSessions: 12.5,
    heldSessions: 0,
    availableSessions: 12.5,
    consumedSessions: 7.5,
    expiredSessions: 0,
    unitPrice: 38000,
    expiryDate: addDays(TOMORROW, 200),
    refundedAt: null,
    createdAt: '2026-01-01T00:00:00+08:00',
    ...over,
  }
}

/** A player in a class. */
export function givenSeat(id: string, over: Partial<ResponsePlayer> = {}): ResponsePlayer {
  return {
    responderId: id,
    responderName: `学员${id}`,
    responseStatus: 'JOINED',
    attendance: null,
    mustAgree: false,
    heldSessions: 1,
    costs: null,
    usedSessions: null,
    settled: null,
    availableSessions: null,
    isPhoneUnverified: false,
    responder: { id, nickname: `学员${id}`, avatar: null, level: 3, handedness: 0, likesCount: 0 },
    ...over,
  }
}

/** Returns class 77: player 9 with coach 1 at venue 10, tomorrow 18:30 to 19:30 on 1号场, course 5, confirmed. */
export function givenClass(
  over: Partial<Invitation> = {},
  parts: Partial<Omit<FullInfo, 'invitation'>> = {},
): FullInfo {
  const later = new Date(Date.now() + 10 * 86_400_000).toISOString()
  const now = new Date().toISOString()
  return {
    invitation: {
      id: '77',
      initiatorId: '9',
      initiatorName: '林知夏',
      initiatorRole: 'player',
      coachId: '1',
      coachName: '王启明',
      coachAvatar: null,
      companyId: '1',
      courseDesignId: '5',
      courseDesignName: '课程5',
      courseDesignPrice: 38000,
      sessionDuration: 60,
      consumedSessions: 1,
      participantsCount: 1,
      maxParticipants: 2,
      seatsTaken: 1,
      stadiumId: '10',
      stadiumName: '星湖网球中心',
      stadiumAddress: '某路 1 号',
      selectedCourt: 0,
      courtCode: '1号场',
      courtName: '1号场',
      courseDate: TOMORROW,
      weekday: 0,
      beginTimeSlot: 37,
      endTimeSlot: 39,
      useUnavailable: false,
      needContract: false,
      trialId: null,
      invitationStatus: 'CONFIRMED',
      messageToCoach: '想练反手',
      messageToPlayers: '',
      focus: '',
      createdAt: now,
      expiresAt: later,
      responseTime: now,
      confirmedAt: now,
      offeredAt: null,
      askedStartsAt: null,
      signedAt: null,
      completedAt: null,
      cancelledAt: null,
      cancelledBy: null,
      cancelReason: null,
      pastReason: null,
      freeCancelUntil: later,
      revision: 3,
      ...over,
    },
    coach: { id: '1', nickname: '王启明', avatar: null, likeCount: 0, companyName: '青杉', isAway: false },
    responsePlayers: [givenSeat('9')],
    objections: [],
    clashes: null,
    policy: null,
    pending: [],
    reqUser: {
      userId: '9',
      role: 'initiator',
      isCompanyAdmin: false,
      isInvited: false,
      mustAgree: false,
      shareToken: null,
      joinCost: null,
      likeRecords: [],
      contract: {
        id: '100',
        companyName: '青杉',
        availableSessions: 0.5,
        expiryDate: addDays(TOMORROW, 200),
      },
      cancellation: null,
      mayObjectUntil: null,
    },
    lastClass: null,
    arrival: null,
    events: [],
    ...parts,
  }
}

/** A course of company 1 that the coach teaches. */
export function givenCourse(id: string, over: Partial<CompanyCourse['companyCourse']> = {}): CompanyCourse {
  return {
    companyCourse: {
      id,
      companyGuid: '1',
      courseName: `课程${id}`,
      courseDescription: '',
      pricePerSession: 38000,
      sessionDuration: 60,
      maxParticipants: 1,
      isTrial: false,
      createdAt: '2026-01-01T00:00:00+08:00',
      createdBy: null,
      updatedAt: null,
      updatedBy: null,
      delFlag: false,
      revision: 3,
      ...over,
    },
    isTaughtByMe: true,
    studentCount: 0,
    courseCount: 0,
  }
}

/** A student with one contract of course 6. */
export function givenStudent(id: string, nickname: string, availableSessions: number): Student {
  return {
    player: { id, nickname, avatar: null },
    lastFinishedCourse: null,
    userCourseContracts: [
      {
        id: `c${id}`,
        courseDesign: { id: '6', courseName: '课程6' },
        companyId: '1',
        totalSessions: availableSessions,
        remainingSessions: availableSessions,
        availableSessions,
        expiredSessions: 0,
        lastHeldDay: null,
        isRefunded: false,
        expiryDate: addDays(TOMORROW, 200),
        contractStatus: 1,
        revision: 3,
      },
    ],
    theUserRelation: { id: `r${id}`, coachId: '20', createdAt: '2026-01-01T00:00:00+08:00' },
    pendingCount: 0,
    isRunningOut: false,
    isPhoneUnverified: false,
    isUnclaimed: false,
  }
}
