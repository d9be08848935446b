import { ATTENDANCES, FOCUSES } from '@paidang/domain/areas/activities/classes/invitation'
import { INVITATION_STATUSES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { ANSWERER_NAMES, type Answerer, OBJECTION_STATES } from '@paidang/domain/areas/activities/classes/objection'
import { CANCELLATION_REASONS } from '@paidang/domain/areas/activities/classes/policy'
import { SEAT_STATES } from '@paidang/domain/areas/activities/classes/seat'
import { CLASH_KINDS } from '@paidang/domain/areas/time/schedule/class-clash'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import {
  BeginTimeSlot,
  ById,
  Day,
  DayInput,
  EndTimeSlot,
  Fen,
  Id,
  Instant,
  LessonHours,
  NEAREST,
  orNull,
  PageQuery,
  Person,
  Revision,
  sortedBy,
} from '../../shapes.ts'

import { PendingContent } from '../ground/content.ts'
import { Refund } from '../money/payments.ts'
import { PolicyTerms } from '../places/policies.ts'
import { Arrival } from './arrivals.ts'

/** What a class is to work on. */
export const Focus = Type.Enum([...FOCUSES], {
  description:
    'What the class is to work on: BASICS, FOREHAND, BACKHAND, SERVE, NET play, FOOTWORK, MATCH play or FITNESS; empty when nothing was chosen.',
})

/**
 * A class invitation. `courseDate` is yyyy-mm-dd. Time slots are half-hour indices, end exclusive. `weekday` 0 =
 * Sunday. `courseDesignPrice` is the course's price in fen per lesson hour when the class was made. `freeCancelUntil`
 * ends the free cancellation of an active class. A viewer sees no messages. Source: specification §3.
 */
export const Invitation = Type.Object({
  id: Id,
  initiatorId: Id,
  initiatorName: Type.String(),
  initiatorRole: Type.Enum(['player', 'coach']),
  coachId: Id,
  coachName: Type.String(),
  coachAvatar: orNull(Type.String()),
  companyId: Id,
  courseDesignId: Id,
  courseDesignName: Type.String(),
  courseDesignPrice: Fen,
  sessionDuration: Type.Integer(),
  consumedSessions: LessonHours,
  participantsCount: Type.Integer(),
  maxParticipants: Type.Integer(),
  seatsTaken: Type.Integer(),
  stadiumId: Id,
  stadiumName: Type.String(),
  stadiumAddress: Type.String(),
  selectedCourt: Type.Integer(),
  courtCode: Type.String(),
  courtName: Type.String(),
  courseDate: Day,
  weekday: Type.Integer({ minimum: 0, maximum: 6 }),
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  useUnavailable: Type.Boolean(),
  needContract: Type.Boolean(),
  trialId: orNull(Id),
  invitationStatus: Type.Enum([...INVITATION_STATUSES]),
  messageToCoach: Type.String(),
  messageToPlayers: Type.String(),
  focus: Focus,
  createdAt: Instant,
  expiresAt: Instant,
  changed: Type.Optional(Type.String()),
  offeredAt: orNull(Instant),
  askedStartsAt: orNull(Instant),
  responseTime: Instant,
  confirmedAt: orNull(Instant),
  signedAt: orNull(Instant),
  completedAt: orNull(Instant),
  cancelledAt: orNull(Instant),
  cancelledBy: orNull(Id),
  cancelReason: orNull(Type.String()),
  /** Why the coach entered the class after it was held (补录); null for a class that was booked. */
  pastReason: orNull(Type.String()),
  freeCancelUntil: Instant,
  revision: Revision,
})
export type Invitation = Static<typeof Invitation>

/**
 * A player of the class. `responseStatus`: INVITED, JOINED, DECLINED or LEFT.
 * `availableSessions` is the highest amount that one contract of the player can pay for this class. The class's coach
 * and the player see it; it is null for everybody else. `mustAgree`: the coach changed the class, and this player has
 * not agreed yet.
 */
export const ResponsePlayer = Type.Object({
  responderId: Id,
  responderName: Type.String(),
  responseStatus: Type.Enum([...SEAT_STATES]),
  attendance: orNull(Type.Enum([...ATTENDANCES])),
  heldSessions: LessonHours,
  /** Only where a policy says so, for who reads these hours. */
  costs: orNull(Type.Object({ present: LessonHours, late: LessonHours, absent: LessonHours, leave: LessonHours })),
  usedSessions: orNull(LessonHours),
  /** What became of the seat's last hold, once the class or the seat is over. */
  settled: orNull(
    Type.Object({ lostSessions: LessonHours, returnedSessions: LessonHours, bonusSessions: LessonHours }),
  ),
  availableSessions: orNull(LessonHours),
  /** Whether WeChat has not verified the player's typed phone number. Only the class's coach reads it. */
  isPhoneUnverified: Type.Boolean(),
  mustAgree: Type.Boolean(),
  responder: Type.Object({
    id: Id,
    nickname: Type.String(),
    avatar: orNull(Type.String()),
    level: Type.Number(),
    levelIsUnsaid: Type.Optional(Type.Boolean()),
    handedness: Type.Integer(),
    handIsUnsaid: Type.Optional(Type.Boolean()),
    likesCount: Type.Integer(),
  }),
})
export type ResponsePlayer = Static<typeof ResponsePlayer>

/** A like given for this class. Source: specification §3 "Like record". */
export const LikeRecord = Type.Object({
  id: Id,
  sourceUserId: Id,
  targetUserId: Id,
  likedAt: Instant,
  recordType: Type.Literal('COURSE_INVITATION'),
  relatedId: Id,
})
export type LikeRecord = Static<typeof LikeRecord>

/** One step of the audit trail. */
export const InvitationEvent = Type.Object({
  seq: Type.Integer(),
  action: Type.String(),
  fromStatus: orNull(Type.Enum([...INVITATION_STATUSES])),
  toStatus: Type.Enum([...INVITATION_STATUSES]),
  actorName: orNull(Type.String()),
  reason: Type.String(),
  at: Instant,
})
export type InvitationEvent = Static<typeof InvitationEvent>

/** The secret of a share link. Its holder may see the class as a viewer, and join while there are seats. */
export const ShareToken = Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' })

/** What a cancellation by the caller costs now, as the server calculates it. Lost hours are in steps of 0.5. */
export const CancellationQuote = Type.Object({
  heldSessions: LessonHours,
  lostSessions: LessonHours,
  lostFen: Fen,
  reason: Type.Enum([...CANCELLATION_REASONS]),
  freeUntil: Instant,
  lateBefore: Type.Integer(),
  lateAt: orNull(Instant),
})
export type CancellationQuote = Static<typeof CancellationQuote>

/**
 * A player's objection to what the class cost them, with its answer. Source: decision "The life of a class invitation"
 */
export const Objection = Type.Object({
  id: Id,
  userId: Id,
  words: Type.String(),
  coachAbsent: Type.Boolean(),
  state: Type.Enum([...OBJECTION_STATES]),
  answer: Type.String(),
  at: Instant,
  answeredAt: orNull(Instant),
  isByPlatform: Type.Boolean(),
  answerer: orNull(Type.Enum(Object.keys(ANSWERER_NAMES) as Answerer[])),
})
export type Objection = Static<typeof Objection>

/**
 * A clash of a request with 允许冲突. `title` is the reason of a lock or the course of a class, both the coach's own.
 * `invitationId` names a class of the coach. It does not reveal who booked a court.
 */
export const ClassClash = Type.Object({
  kind: Type.Enum([...CLASH_KINDS]),
  title: Type.String(),
  invitationId: orNull(Id),
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
})
export type ClassClash = Static<typeof ClassClash>

/** What became of the price of a trial lesson. Order and refunds are its payer's alone. */
const TrialMoney = Type.Object({
  orderId: orNull(Id),
  priceFen: Fen,
  refundedFen: Fen,
  refunds: Type.Array(Type.Pick(Refund, ['amountFen', 'target', 'state'])),
})

/**
 * Everything the booking view shows.
 * `reqUser` is the caller: the role, the caller's likes of this class, and the contract that pays. It also holds what
 * cancelling costs the caller (null when the caller cannot cancel). It holds what a seat would cost (null when it is
 * free, or the caller has one). It holds until when an objection to the cost is possible (null when it is not). It
 * holds the token of the share link, which a viewer does not get.
 * `objections` are all of them for the coach's side, and for a player their own. `coach.isAway`: suspended, or the
 * account is closed. `pending` are the caller's own texts that wait for approval.
 * `clashes` is null for everybody except the coach who still has to confirm a request with 允许冲突. Source: specification
 * §3 "Full invitation info".
 */
export const FullInfo = Type.Object({
  invitation: Invitation,
  coach: Type.Object({
    id: Id,
    nickname: Type.String(),
    avatar: orNull(Type.String()),
    likeCount: Type.Integer(),
    companyName: Type.String(),
    isAway: Type.Boolean(),
    isOnLeave: Type.Optional(Type.Boolean()),
    hasLeft: Type.Optional(Type.Boolean()),
  }),
  responsePlayers: Type.Array(ResponsePlayer),
  reqUser: Type.Object({
    userId: Id,
    role: Type.Enum(['initiator', 'coach', 'participant', 'viewer']),
    isCompanyAdmin: Type.Boolean(),
    isInvited: Type.Boolean(),
    mustAgree: Type.Boolean(),
    shareToken: orNull(ShareToken),
    joinCost: orNull(Type.Object({ neededSessions: LessonHours, availableSessions: LessonHours })),
    likeRecords: Type.Array(LikeRecord),
    contract: orNull(
      Type.Object({ id: Id, companyName: Type.String(), availableSessions: LessonHours, expiryDate: Day }),
    ),
    cancellation: orNull(CancellationQuote),
    mayObjectUntil: orNull(Instant),
  }),
  objections: Type.Array(Objection),
  clashes: orNull(Type.Array(ClassClash)),
  policy: orNull(PolicyTerms),
  lastClass: orNull(Type.Object({ courseDate: Day, stadiumName: Type.String() })),
  events: Type.Array(InvitationEvent),
  arrival: orNull(Arrival),
  /** Only of a trial lesson that is over, for who paid it and for its club. */
  trialMoney: Type.Optional(TrialMoney),
  pending: PendingContent,
})
export type FullInfo = Static<typeof FullInfo>

/**
 * The details of a refused slot: the resource that clashed and up to three free alternatives, nearest first.
 * `bookedId` is the class that the caller has made with the same coach at that very place and time.
 */
export const SlotClash = Type.Object({
  clash: Type.Enum(['COACH', 'COURT', 'PLAYER']),
  bookedId: Type.Optional(Id),
  alternatives: Type.Array(
    Type.Object({ courtCode: Type.String(), courseDate: Day, beginTimeSlot: BeginTimeSlot, endTimeSlot: EndTimeSlot }),
  ),
})
export type SlotClash = Static<typeof SlotClash>

/** A lesson that can be booked instead of one whose time is gone. `differs` is what is other than wished. */
export const Elsewhere = Type.Object({
  differs: Type.Enum(['DAY', 'COACH', 'VENUE']),
  coachId: Id,
  coachName: Type.String(),
  stadiumId: Id,
  stadiumName: Type.String(),
  selectedCourt: Type.Integer(),
  courtCode: Type.String(),
  courtName: Type.String(),
  courseDate: Day,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
})
export type Elsewhere = Static<typeof Elsewhere>

export const listElsewhere = {
  method: 'POST',
  path: '/course-invitation/elsewhere',
  access: 'app',
  summary: 'Where else a lesson whose time is gone can be booked: another day, another coach, another venue',
  description: [
    'Up to three: one of each kind, then more days. Each of them would be accepted now.',
    'The other coach teaches the same course at the same time and place.',
    'A coach who books for students names them in `studentIds`, and is offered no other coach.',
  ],
  errors: [
    'action_forbidden',
    'coach_not_at_venue',
    'coach_not_found',
    'coach_not_of_course',
    'course_not_found',
    'court_not_found',
    'data_of_others',
    'invitation_in_past',
    'invitation_outside_window',
    'invitation_time_invalid',
    'invitation_too_long',
    'venue_not_found',
  ],
  outcome: outcomes.listElsewhere,
  reads: true,
  body: Type.Object({
    coachId: Id,
    courseDesignId: Id,
    stadiumId: Id,
    selectedCourt: Type.Integer({ minimum: 0, maximum: 59 }),
    courseDate: DayInput,
    beginTimeSlot: BeginTimeSlot,
    endTimeSlot: EndTimeSlot,
    studentIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true })),
  }),
  data: Type.Array(Elsewhere),
} satisfies Endpoint

/** `_t` only prevents cached answers on refresh. `share` is the token of a share link. */
const readQuery = Type.Object({
  _t: Type.Optional(Type.String({ maxLength: 20 })),
  share: Type.Optional(ShareToken),
})

export const getInvitation = {
  method: 'GET',
  path: '/course-invitation/:id',
  access: 'app',
  summary: 'One invitation, for its participants and for a holder of its share link',
  errors: ['invitation_not_found'],
  outcome: outcomes.readInvitation,
  params: ById,
  query: readQuery,
  data: Invitation,
} satisfies Endpoint

export const getFullInfo = {
  method: 'GET',
  path: '/course-invitation/full-info/:id',
  access: 'app',
  summary: 'The whole booking view, for participants of the class',
  description: ['It is read-only for a holder of its share link.'],
  errors: ['invitation_not_found'],
  outcome: outcomes.readInvitation,
  params: ById,
  query: readQuery,
  data: FullInfo,
} satisfies Endpoint

/** The state of the caller's part in a class: that of a seat, or COACH. */
export const RESPONSE_STATUSES = [...SEAT_STATES, 'COACH'] as const

/**
 * A class in a list. `role` is the caller's role in it. `responseStatus` is the state of the caller's seat, or COACH.
 */
export const InvitationResponse = Type.Object({
  id: Id,
  role: Type.Enum(['initiator', 'coach', 'participant']),
  responderId: Id,
  responseStatus: Type.Enum([...RESPONSE_STATUSES]),
  mustAgree: Type.Boolean(),
  responseTime: Instant,
  players: Type.Array(Person),
  invitation: Invitation,
})
export type InvitationResponse = Static<typeof InvitationResponse>

export const pageOfUser = {
  method: 'GET',
  path: '/course-invitation-response/pageByUser',
  access: 'app',
  summary: "The caller's classes, as player and as coach",
  description: [
    'The latest change comes first unless `sord` is asc, or with `sort=nearest` they are ordered by the day of the class.',
    "`responseStatus` filters by the caller's seat, `invitation.invitationStatus` by the class.",
    'Both take one status or several with commas.',
    '`all` and an absent filter mean every status.',
  ],
  outcome: outcomes.listInvitationRecords,
  query: Type.Object({
    ...PageQuery,
    ...sortedBy('responseTime', NEAREST),
    responseStatus: Type.Optional(Type.String({ maxLength: 60 })),
    'invitation.invitationStatus': Type.Optional(Type.String({ maxLength: 60 })),
  }),
  data: Type.Array(InvitationResponse),
  paged: true,
} satisfies Endpoint

export const classesOfCoachOnDay = {
  method: 'POST',
  path: '/coach-home/inviteInfo/byCoachAndDate',
  access: 'coach',
  summary: "A coach's classes of one day, by start time",
  description: ['The coach gets all, the admin of a company those of that company.'],
  errors: ['data_of_others'],
  outcome: outcomes.listInvitationRecords,
  body: Type.Object({ coachId: Id, date: DayInput }),
  data: Type.Array(InvitationResponse),
  reads: true,
} satisfies Endpoint

export const agenda = {
  method: 'GET',
  path: '/course-invitation-response/agenda',
  access: 'app',
  summary: "The caller's classes from a day on, as player and as coach, by time",
  description: ['Declined, cancelled and expired ones are left out.'],
  outcome: outcomes.listInvitationRecords,
  query: Type.Object({ from: DayInput, days: Type.Integer({ minimum: 1, maximum: 62, default: 31 }) }),
  data: Type.Array(InvitationResponse),
} satisfies Endpoint

export const calendarFile = {
  method: 'GET',
  path: '/course-invitation/calendar/:id',
  access: 'app',
  summary: 'A class as a calendar file (iCalendar, RFC 5545), for its participants',
  errors: ['invitation_not_found', 'invitation_not_yours'],
  outcome: outcomes.readInvitation,
  params: ById,
  data: Type.Object({ fileName: Type.String(), ics: Type.String() }),
} satisfies Endpoint

/**
 * A coach who teaches a course, public fields. `isFree` tells whether the coach is free at the time of the given class;
 * else null.
 */
export const CourseCoach = Type.Object({
  id: Id,
  nickname: Type.String(),
  avatar: orNull(Type.String()),
  likeCount: Type.Integer(),
  isFree: orNull(Type.Boolean()),
})

export const coachesOfCourse = {
  method: 'GET',
  path: '/coach-course/findCoachByCourse/:id',
  access: 'app',
  summary: 'Who teaches a course',
  description: ['With a class of the caller: which other coaches could take it over there, free ones first.'],
  errors: ['course_not_found', 'invitation_not_found', 'invitation_not_yours'],
  outcome: outcomes.listFreeCoaches,
  params: ById,
  query: Type.Object({ invitationId: Type.Optional(Id) }),
  data: Type.Array(CourseCoach),
} satisfies Endpoint

/** A time that the coach can offer for a waiting request: free for coach, court and players. */
export const OfferTime = Type.Object({
  stadiumId: Id,
  selectedCourt: Type.Integer(),
  courtName: Type.String(),
  courseDate: Day,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  classes: Type.Integer(),
})
export type OfferTime = Static<typeof OfferTime>

export const offerTimes = {
  method: 'GET',
  path: '/course-invitation/offer-times/:id',
  access: 'app',
  summary: 'The times that the coach can offer for a waiting request',
  description: [
    'With `date` every free begin of that day.',
    'Else up to three within a week from its day, near to its own time, and on several days if possible.',
  ],
  errors: [
    'coach_not_of_company',
    'invitation_expired',
    'invitation_not_found',
    'invitation_not_yours',
    'invitation_settled',
    'invitation_started',
  ],
  outcome: outcomes.listOfferTimes,
  params: ById,
  query: Type.Object({ date: Type.Optional(DayInput) }),
  data: Type.Array(OfferTime),
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Class invitations as their people read them: lists, the complete booking view, calendar files, and who teaches a course.',
  fields: {
    id: 'The id of the class.',
    'CancellationQuote.heldSessions': "The lesson hours that are set aside for the caller's seat.",
    lostSessions: 'How many of the lesson hours the caller would lose.',
    lostFen: 'How much of the price of a trial lesson the caller would lose, in fen; 0 for other classes.',
    'CancellationQuote.reason':
      'Why it is free or not: by_coach the coach cancels, not_confirmed yet, early enough, changed by the coach, nothing_held, rounded to nothing, forgiven this time, or late and costly.',
    freeUntil: 'Until when cancelling is free.',
    costs:
      "What completing the class takes of the held hours by attendance, for the coach's side; null where no policy applies: leave is free then.",
    present: 'Who comes.',
    late: 'Who comes late.',
    absent: 'Who does not come.',
    leave: 'Who is on leave.',
    usedSessions:
      'What the completed class used of the hours, if a policy applies; null for others than coach and player.',
    settled:
      'What became of the hours that the seat held last, once class or seat is over; null before, and for others than coach and player.',
    'settled.lostSessions': 'How many of them were taken, without those that came back after an objection.',
    returnedSessions: 'How many of them came back.',
    bonusSessions: 'How many came on top, since the coach did not come.',
    lateBefore: 'How many late cancellations of the caller with the company count against them.',
    lateAt: 'When the last of these was; null without any.',
    coachAbsent: 'Whether the player says that the coach did not come.',
    policy: 'What it costs to cancel or to miss the class; null where the rule of its company applies.',
    'ClassClash.kind':
      'What stands in the way: own_lock, own_class or own_ball of the coach, court_booked by others, court_locked by the venue.',
    'ClassClash.title': "The coach's own reason of the lock, or the course of the class; else empty.",
    invitationId: "The id of the clashing class, when it is the coach's own; else null.",
    'coachesOfCourse.invitationId': 'The id of a class of the caller, which another coach could take over.',
    'coachesOfCourse.id': "The id of the company's course.",
    'CourseCoach.id': "The coach's user id.",
    isFree: 'Whether the coach is free at the time of the named class; null without one.',
    invitation: 'The class itself.',
    'FullInfo.coach': 'The coach of the class.',
    isAway: 'Whether the coach is suspended or has closed the account.',
    hasLeft: 'Whether the coach has left the company of the class; absent when not.',
    isOnLeave: 'Whether the coach is on leave on the day of the class; absent when not.',
    responsePlayers: 'The players who are invited or have a seat.',
    reqUser: 'The caller, and what the caller may do.',
    'reqUser.userId': "The caller's user id.",
    'InvitationResponse.role': "The caller's part in the class: initiator, coach, or participant.",
    'reqUser.role': "The caller's part in the class: initiator, coach, participant, or viewer.",
    isCompanyAdmin: "Whether the caller is the admin of the class's company.",
    isInvited: 'Whether the caller is invited and has not answered.',
    shareToken: "The secret of the class's share link; null for a viewer.",
    joinCost: 'What a seat would cost the caller; null when it is free or the caller has one.',
    'joinCost.availableSessions': 'The lesson hours that the caller can pay with.',
    likeRecords: 'The likes that the caller gave for this class.',
    contract: "The caller's contract that pays the class; null without one.",
    'contract.id': 'The id of the contract.',
    cancellation: 'What cancelling costs the caller now; null when the caller cannot cancel.',
    mayObjectUntil: 'Until when the caller may object to the cost; null when not.',
    objections: "The objections to the cost: all for the coach's side, a player's own for the player.",
    arrival: 'Who has arrived, and from when the venue may release the court; null where no such rule binds the class.',
    clashes: 'What stands in the way, for the coach who still has to confirm with 允许冲突; else null.',
    trialMoney: 'What became of the price of a trial lesson that is over, for its payer and its club.',
    'trialMoney.orderId': 'The id of the order that paid it; null for everybody but its payer.',
    priceFen: 'What was paid, in fen.',
    refundedFen: 'How much of it goes back or has gone back, in fen.',
    'trialMoney.refunds': 'Where that money is, for its payer; empty for the club.',
    'refunds.amountFen': 'How much it is, in fen.',
    'refunds.target':
      'Where it goes: CARD the stored-value card, SOURCE where it came from, OFFLINE the front desk, CORRECTION nowhere, since it had been entered by mistake.',
    'refunds.state': 'How far it is: WAITING, PROCESSING at the provider, DONE, or STUCK until somebody looks.',
    lastClass: 'The last class that these two held together; null without one.',
    events: 'What happened to the class, step by step.',
    initiatorRole: 'Who made the class: a player or the coach.',
    courseDesignPrice: 'The price of the course when the class was made, in fen per lesson hour.',
    'Invitation.consumedSessions': 'The lesson hours that the class costs each player.',
    trialId: 'The id of the trial lesson that the class is; null for others. It takes no lesson hours.',
    needContract:
      'Whether no contract of its player can pay the class now: it cannot be confirmed before the coach makes one (缔约), or the player buys hours.',
    changed:
      'What was done to a waiting request since it was first sent, as 修改了时间 or 接受了改约; left out where nothing was.',
    offeredAt:
      'When the coach offered another time, at which the class then stands and waits for its player; null without an offer.',
    askedStartsAt: 'When the class was to begin before the offer, as its player asked; null without an offer.',
    differs: 'What is other than wished: DAY, COACH or VENUE.',
    'listElsewhere.studentIds': 'The students for whom the calling coach books; left out by a player.',
    Elsewhere: 'Another way to have a lesson whose time is gone.',
    'offerTimes.date': 'The day whose free times are wanted; left out, the nearest ones are answered.',
    classes: 'How many other classes the coach has on that day.',
    OfferTime: 'A time that the coach can offer for a waiting request.',
    'Invitation.expiresAt':
      'When the request expires unless it is answered; of a class with a pastReason, until when its players may object.',
    'Invitation.createdAt': 'When the class was made.',
    confirmedAt: 'When the coach confirmed the class; null before that.',
    signedAt: 'When the coach last signed attendance; null before that.',
    completedAt: 'When the class was completed; null before that.',
    cancelledAt: 'When the class was cancelled; null when it was not.',
    cancelledBy: 'The user id of who cancelled the class; null when nobody did.',
    cancelReason: 'Why the class was cancelled, in the words of who did; null without a reason.',
    pastReason: 'Why the coach entered the class after it was held (补录); null for a class that was booked.',
    freeCancelUntil: 'Until when a player cancels the active class for free.',
    seq: 'The position of the step in the trail, counted from 1.',
    action: 'What was done, as in confirm, sign, cancel or finish.',
    fromStatus: 'The status before: PENDING, CONFIRMED, COMPLETED, CANCELLED or EXPIRED; null when the class was made.',
    toStatus:
      'The status after: PENDING waits for an answer, CONFIRMED takes place, COMPLETED was held, CANCELLED was called off, EXPIRED was not answered.',
    actorName: 'The nickname of who did it; null for the system.',
    'InvitationEvent.reason': 'The reason that was given; may be empty.',
    'InvitationEvent.at': 'When it was done.',
    'InvitationResponse.id': 'The id of the class.',
    'InvitationResponse.mustAgree':
      'Whether the caller still has to agree: the class was changed, or entered after it was held.',
    'InvitationResponse.responderId': "The caller's user id.",
    'InvitationResponse.responseStatus':
      "The caller's part: INVITED not answered, JOINED has a seat, DECLINED, LEFT, or COACH who teaches it.",
    players: 'The players with a seat.',
    'LikeRecord.id': 'The id of the like, with which it is taken back.',
    sourceUserId: 'The user id of who gave the like.',
    targetUserId: 'The user id of who received the like.',
    likedAt: 'When the like was given.',
    recordType: 'What the like was given for: COURSE_INVITATION is a class.',
    relatedId: 'The id of the class for which the like was given.',
    'Objection.id': 'The id of the objection.',
    'Objection.userId': 'The user id of the player who objects.',
    words: 'What the player says against the cost.',
    state: 'The state of the objection: OPEN, REFUNDED the hours came back, or UPHELD they did not.',
    answer: 'The answer to the objection; empty while it is open.',
    'Objection.at': 'When the player objected.',
    answeredAt: 'When the objection was answered; null while it is open.',
    isByPlatform: "Whether an operator answered it, not the coach's side.",
    answerer:
      'Who answered: COACH the coach, COMPANY somebody else for the company, PLATFORM an operator; null while it is open.',
    responderId: "The player's user id.",
    responderName: "The player's nickname.",
    responseStatus: "The player's place: INVITED not answered, JOINED has a seat, DECLINED, or LEFT.",
    'pageOfUser.responseStatus':
      "The caller's part: INVITED, JOINED, DECLINED, LEFT or COACH; several with commas, `all` for every one.",
    'pageOfUser.invitation.invitationStatus':
      'The status of the class: PENDING, CONFIRMED, COMPLETED, CANCELLED or EXPIRED; several with commas, `all` for every one.',
    'ResponsePlayer.availableSessions':
      'The most hours that one contract can pay for this class; null for all but the coach and the player.',
    'ResponsePlayer.heldSessions': "The lesson hours that are set aside for the player's seat.",
    'ResponsePlayer.isPhoneUnverified':
      "Whether WeChat has not vouched for the phone number; only the class's coach reads it.",
    responder: 'The player as others see them.',
    'responder.id': "The player's user id.",
    'agenda.from': 'The first day of the classes that are wanted.',
    coach: 'The coach of the class.',
    companyId: 'The id of the company whose course is taught.',
    companyName: 'The name of the company whose course is taught.',
    'coach.companyName': 'The name of the company for which the coach teaches the class.',
    'contract.companyName': 'The name of the company with which the contract was made.',
    'classesOfCoachOnDay.date': 'The day whose classes are wanted.',
    'pageOfUser.sort':
      '`nearest` puts classes to come first, the nearest before the others, then past ones from the latest; it takes no `sord`.',
    CancellationQuote: 'What a cancellation by the caller costs now.',
    ClassClash: 'Something that stands in the way of a request with 允许冲突.',
    CourseCoach: 'A coach who teaches a course.',
    FullInfo: 'A class with everything that its page shows the caller.',
    Invitation: 'A class from its request to its end.',
    InvitationEvent: 'One step in the trail of a class.',
    InvitationResponse: "A class in a list of the caller, with the caller's part in it.",
    LikeRecord: 'A like given for a class.',
    Objection: "A player's objection to what a class cost, with its answer.",
    ResponsePlayer: 'A player who is invited to a class or has a seat in it.',
    ShareToken: "The secret of a class's share link, which lets its holder look on and join.",
  },
}
