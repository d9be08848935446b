import {
  BALL_CANCEL_REASONS,
  BALL_GROUPS,
  BALL_STATUSES,
  type BallGroup,
  FEE_MODES,
  GENDER_RULES,
  SEAT_STATES,
} from '@paidang/domain/areas/activities/balls/ball-status'
import { REFUND_WISHES } from '@paidang/domain/areas/money/payments/order'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import {
  BeginTimeSlot,
  Day,
  DayInput,
  EndTimeSlot,
  Fen,
  freeText,
  Id,
  Instant,
  orNull,
  PageQuery,
  Person,
  Revision,
  seen,
  sortedBy,
  UserId,
} from '../../shapes.ts'
import { PendingContent } from '../ground/content.ts'
import { Order } from '../money/payments.ts'
import { Arrival } from './arrivals.ts'

const Level = Type.Number({ minimum: 1, maximum: 7, multipleOf: 0.5 })
const shareQuery = { share: Type.Optional(Type.String({ maxLength: 40 })) }

/**
 * A ball game in a list. `feeFen` is what each player pays in advance. Levels are 1.0 to 7.0. `mySeat` is the caller's
 * live seat. `isWaiting` means that the caller is on the waiting list. `distanceKm` is from the requested point.
 * `userId` is the caller in a game that they play in, else the initiator. `cloudImagePathResize` is the picture of the
 * initiator. Source: specification §3 "Ball record"
 */
export const BallSummary = Type.Object({
  id: Id,
  initiatorId: Id,
  userId: Id,
  cloudImagePathResize: orNull(Type.String()),
  title: Type.String(),
  sport: Type.Enum([...SPORTS]),
  matchType: Type.Integer({ minimum: 0, maximum: 1 }),
  stadiumId: orNull(Id),
  stadiumName: orNull(Type.String()),
  stadiumAvatar: orNull(Type.String()),
  district: orNull(Type.String()),
  courtName: orNull(Type.String()),
  place: Type.String(),
  activityDate: Day,
  beginTimeSlot: Type.Integer(),
  endTimeSlot: Type.Integer(),
  levelFrom: Type.Number(),
  levelTo: Type.Number(),
  genderRule: Type.Enum([...GENDER_RULES]),
  minPlayers: Type.Integer(),
  maxPlayers: Type.Integer(),
  seatsTaken: Type.Integer(),
  feeMode: Type.Enum([...FEE_MODES]),
  feeFen: Fen,
  isPublic: Type.Boolean(),
  status: Type.Enum([...BALL_STATUSES]),
  closesAt: Instant,
  participants: Type.Array(Person),
  mySeat: orNull(Type.Enum([...SEAT_STATES])),
  isWaiting: Type.Boolean(),
  distanceKm: orNull(Type.Number()),
  revision: Revision,
})
export type BallSummary = Static<typeof BallSummary>

export const publicBalls = {
  method: 'GET',
  path: '/invitationball/public',
  access: 'open',
  summary: 'Public games that are still to come, the soonest first unless `sord` is desc',
  outcome: outcomes.listBallRecords,
  query: Type.Object({ ...PageQuery, ...sortedBy('activityTime') }),
  data: Type.Array(BallSummary),
  paged: true,
} satisfies Endpoint

/** The filters of the list of public games. `near` is the caller's place, for the distance. `withinKm` needs it. */
export const BallFilters = Type.Object(
  {
    keyword: Type.Optional(freeText(40)),
    dateFrom: Type.Optional(DayInput),
    dateTo: Type.Optional(DayInput),
    sport: Type.Optional(Type.Enum([...SPORTS])),
    matchType: Type.Optional(Type.Integer({ minimum: 0, maximum: 1 })),
    levelFrom: Type.Optional(Level),
    levelTo: Type.Optional(Level),
    city: Type.Optional(freeText(20)),
    district: Type.Optional(freeText(20)),
    stadiumId: Type.Optional(Id),
    near: Type.Optional(
      Type.Object({
        latitude: Type.Number({ minimum: -90, maximum: 90 }),
        longitude: Type.Number({ minimum: -180, maximum: 180 }),
      }),
    ),
    withinKm: Type.Optional(Type.Number({ minimum: 1, maximum: 100 })),
    maxFeeFen: Type.Optional(Type.Integer({ minimum: 0 })),
    hasSeats: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
)
export type BallFilters = Static<typeof BallFilters>

/** Source: specification §9 "Sorts" */
export const listBalls = {
  method: 'POST',
  path: '/invitationball/list',
  access: 'open',
  summary: 'Public active games that have not begun, by their time: the latest first unless `sord` is asc',
  outcome: outcomes.listBallInvitations,
  reads: true,
  body: Type.Object({ ...PageQuery, ...sortedBy('activityTime'), filters: Type.Optional(BallFilters) }),
  data: Type.Array(BallSummary),
  paged: true,
} satisfies Endpoint

/** The caller's relation to a game and the available actions. An unavailable action carries the reason. */
export const BallViewer = Type.Object({
  userId: orNull(Id),
  role: Type.Enum(['initiator', 'participant', 'viewer']),
  level: orNull(Type.Number()),
  /** Present when the caller never said a level: it is asked before the caller takes a seat. */
  levelIsUnsaid: Type.Optional(Type.Literal(true)),
  isLevelFit: Type.Boolean(),
  isGenderFit: Type.Boolean(),
  /** Present when the game is for one gender and the caller never said theirs: it is asked before a seat is taken. */
  genderIsUnsaid: Type.Optional(Type.Literal(true)),
  /** The caller's request to play outside the level range: 0 undecided, 1 agreed, 2 refused; null without one. */
  requestStatus: orNull(Type.Integer({ minimum: 0, maximum: 2 })),
  seat: orNull(Type.Object({ id: Id, state: Type.Enum([...SEAT_STATES]), heldUntil: orNull(Instant) })),
  /** When the game was changed while the caller was in it; null once the caller has agreed. */
  changedAt: orNull(Instant),
  /** The caller's place on the waiting list, from 1. */
  waitingPlace: orNull(Type.Integer()),
  /** The caller's order of this game, paid or not. */
  order: orNull(Order),
  /** Until when leaving is free, and what the caller gets back when leaving now. */
  leave: orNull(Type.Object({ isFree: Type.Boolean(), freeUntil: Instant, paidFen: Fen, refundFen: Fen })),
})
export type BallViewer = Static<typeof BallViewer>

/**
 * A person's seat. `isInitiator` marks the initiator's seat. `level` helps to judge the fit. `noShowAt` and
 * `noShowAnswer` are null for everybody except its player and the initiator.
 */
export const BallSeat = Type.Object({
  id: Id,
  user: Person,
  level: Type.Number(),
  levelIsUnsaid: Type.Optional(Type.Boolean()),
  isInitiator: Type.Boolean(),
  state: Type.Enum([...SEAT_STATES]),
  heldUntil: orNull(Instant),
  noShowAt: orNull(Instant),
  noShowAnswer: orNull(Type.String()),
  createTime: Instant,
})
export type BallSeat = Static<typeof BallSeat>

/** A proposal that waits for an answer: another initiator, or a participant swapped for another person. */
export const BallProposal = Type.Object({
  id: Id,
  kind: Type.Enum(['HAND_OVER', 'SWAP']),
  out: orNull(Person),
  in: Person,
  hasOutAgreed: Type.Boolean(),
  hasInAgreed: Type.Boolean(),
  /** Present when the caller is the new player and has agreed: the order to pay. */
  order: orNull(Order),
})
export type BallProposal = Static<typeof BallProposal>

/**
 * A complete game as its page shows it. Costs are in fen. `waitingCount` is how many people wait. `share` opens a game
 * that is not public.
 */
export const BallDetail = Type.Object({
  ...BallSummary.properties,
  initiator: Person,
  description: Type.String(),
  address: orNull(Type.String()),
  latitude: orNull(Type.Number()),
  longitude: orNull(Type.Number()),
  selectedCourt: orNull(Type.Integer()),
  courtFeeFen: Fen,
  extrasFen: Fen,
  closingHours: Type.Integer(),
  startsAt: Instant,
  endsAt: Instant,
  cancelReason: orNull(Type.Enum([...BALL_CANCEL_REASONS])),
  seats: Type.Array(BallSeat),
  waitingCount: Type.Integer(),
  /** The people on the waiting list, in their order. */
  waiting: Type.Array(Person),
  proposals: Type.Array(BallProposal),
  /**
   * Each player's part of the cost once the game is over, in the order of the seats. It is null for a person who does
   * not play in it.
   */
  sharesFen: orNull(Type.Array(Fen)),
  viewer: BallViewer,
  arrival: orNull(Arrival),
  /** Visible only to the initiator. */
  pending: PendingContent,
  share: orNull(Type.String()),
})
export type BallDetail = Static<typeof BallDetail>

const byBall = Type.Object({ id: Id })

export const getBall = {
  method: 'GET',
  path: '/invitationball/:id',
  access: 'open',
  summary: 'One game',
  description: ['A game that is not public needs its share token, or a caller who takes part in it.'],
  errors: ['ball_not_found'],
  outcome: outcomes.readActivity,
  params: byBall,
  query: Type.Object(shareQuery),
  data: BallSummary,
} satisfies Endpoint

export const getBallDetail = {
  method: 'GET',
  path: '/invitationball/detail/:id',
  access: 'open',
  summary: 'One game with its players',
  errors: ['ball_not_found'],
  outcome: outcomes.readActivity,
  params: byBall,
  query: Type.Object(shareQuery),
  data: BallDetail,
} satisfies Endpoint

export const seatsOfBall = {
  method: 'GET',
  path: '/ballparticipant/queryByInvitationBallId/:id',
  access: 'open',
  summary: 'The seats of a game, in the order in which they were taken',
  errors: ['ball_not_found'],
  outcome: outcomes.readDetail,
  params: byBall,
  query: Type.Object(shareQuery),
  data: Type.Array(BallSeat),
} satisfies Endpoint

export const orderOfSeat = {
  method: 'GET',
  path: '/ballorder/getOrderByInvAndPart/:id/:userId',
  access: 'app',
  summary: 'The latest order of a participant',
  description: ['Participants see their own.', 'The initiator sees it without the data that identifies a payment.'],
  errors: ['order_not_found'],
  outcome: outcomes.readDetail,
  params: Type.Object({ id: Id, userId: Id }),
  data: Order,
} satisfies Endpoint

export const ballsOfUser = {
  method: 'GET',
  path: '/invitationball/getUserBallsByStatusGroup/:group/:userId',
  access: 'app',
  summary: "The caller's games by group, the latest first unless `sord` is asc",
  description: ['`role` keeps games the caller initiated or joined, `waiting` those the caller waits for.'],
  errors: ['data_of_others'],
  outcome: outcomes.listBallRecords,
  params: Type.Object({ group: Type.Enum(Object.keys(BALL_GROUPS) as BallGroup[]), userId: UserId }),
  query: Type.Object({
    ...PageQuery,
    ...sortedBy('activityTime'),
    role: Type.Optional(Type.Enum(['initiator', 'participant', 'waiting'])),
  }),
  data: Type.Array(BallSummary),
  paged: true,
} satisfies Endpoint

const ballFields = {
  title: freeText(40),
  description: Type.Optional(freeText(500)),
  sport: Type.Enum([...SPORTS]),
  matchType: Type.Integer({ minimum: 0, maximum: 1 }),
  stadiumId: Type.Optional(orNull(Id)),
  selectedCourt: Type.Optional(orNull(Type.Integer({ minimum: 0, maximum: 59 }))),
  place: Type.Optional(freeText(100)),
  activityDate: DayInput,
  beginTimeSlot: BeginTimeSlot,
  endTimeSlot: EndTimeSlot,
  levelFrom: Level,
  levelTo: Level,
  genderRule: Type.Enum([...GENDER_RULES]),
  minPlayers: Type.Integer({ minimum: 2, maximum: 20 }),
  maxPlayers: Type.Integer({ minimum: 2, maximum: 20 }),
  feeMode: Type.Enum([...FEE_MODES]),
  courtFeeFen: Type.Integer({ minimum: 0 }),
  extrasFen: Type.Integer({ minimum: 0 }),
  isPublic: Type.Boolean(),
  closingHours: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 })),
}

/** The form of a game. Its place is a court of a venue on the platform, or free text. Costs are in fen. */
export const BallForm = Type.Object(ballFields)
export type BallForm = Static<typeof BallForm>

/** Source: decision "Ball games" */
export const createBall = {
  method: 'POST',
  path: '/invitationball/create',
  access: 'app',
  once: 'by-body',
  summary: 'The caller creates a game',
  description: [
    'The court is taken at once.',
    'If the initiator has to pay, the game waits 15 minutes for that payment (`viewer.order`).',
    'Nobody sees the game before.',
    '`initiatorId` is compared with the caller.',
  ],
  errors: [
    'ball_closing_invalid',
    'ball_fee_invalid',
    'ball_free_limit',
    'ball_in_past',
    'ball_levels_invalid',
    'ball_payments_off',
    'ball_place_missing',
    'ball_player_busy',
    'ball_players_invalid',
    'ball_time_invalid',
    'ball_title_missing',
    'ball_too_far_ahead',
    'content_rejected',
    'court_not_found',
    'data_of_others',
    'participant_busy',
    'slot_closed',
    'slot_taken',
    'venue_not_found',
  ],
  outcome: outcomes.createBall,
  body: Type.Object({ ...ballFields, initiatorId: Type.Optional(Id) }),
  data: BallDetail,
} satisfies Endpoint

export const updateBall = {
  method: 'POST',
  path: '/invitationball/update',
  access: 'app',
  summary: 'The initiator changes the game, until 2 hours before its start',
  description: [
    'The fee cannot change once another player has paid.',
    "A new time, place, sport, match type, number of players, level or gender rule needs the players' agreement.",
    'Until they agree, everybody in the game can leave for free.',
    'A player who has not agreed by the start leaves the game and gets all money back.',
  ],
  errors: [
    'ball_change_too_late',
    'ball_closing_invalid',
    'ball_fee_fixed',
    'ball_fee_invalid',
    'ball_free_limit',
    'ball_in_past',
    'ball_levels_invalid',
    'ball_not_found',
    'ball_payments_off',
    'ball_place_missing',
    'ball_player_busy',
    'ball_players_invalid',
    'ball_players_taken',
    'ball_rules_exclude_player',
    'ball_settled',
    'ball_started',
    'ball_time_invalid',
    'ball_title_missing',
    'ball_too_far_ahead',
    'content_rejected',
    'court_not_found',
    'participant_busy',
    'revision_outdated',
    'slot_closed',
    'slot_taken',
    'venue_not_found',
  ],
  outcome: outcomes.updateBall,
  body: Type.Object({ id: Id, ...ballFields, ...seen }),
  missing: { id: 'id_missing' },
  data: BallDetail,
} satisfies Endpoint

export const cancelBall = {
  method: 'POST',
  path: '/invitationball/cancel',
  access: 'app',
  summary: 'The initiator cancels the game',
  description: ['All players get their money back and are notified.'],
  errors: ['ball_not_found', 'ball_settled', 'ball_started', 'content_rejected', 'revision_outdated'],
  outcome: outcomes.cancelBall,
  body: Type.Object({ id: Id, reason: Type.Optional(freeText(200)), ...seen }),
  missing: { id: 'id_missing' },
  data: BallDetail,
} satisfies Endpoint

export const setBallPublic = {
  method: 'POST',
  path: '/invitationball/publicBallOrNot',
  access: 'app',
  summary: 'The initiator makes the game public, or visible only by its link',
  errors: ['ball_not_found', 'ball_settled', 'ball_started', 'revision_outdated'],
  outcome: outcomes.setBallPublic,
  body: Type.Object({ id: Id, isPublic: Type.Boolean(), ...seen }),
  missing: { id: 'id_missing' },
  data: BallDetail,
} satisfies Endpoint

const SEAT_REFUSALS = [
  'ball_full',
  'ball_gender_unfit',
  'ball_gender_unsaid',
  'ball_level_unfit',
  'ball_not_found',
  'ball_payments_off',
  'ball_player_busy',
  'ball_request_refused',
  'ball_settled',
  'ball_started',
  'join_for_others',
  'revision_outdated',
] as const

const seatCall = {
  method: 'POST',
  access: 'app',
  outcome: outcomes.enrollBall,
  body: Type.Object({ id: Id, participantId: Type.Optional(Id), ...shareQuery, ...seen }),
  missing: { id: 'id_missing' },
  data: BallDetail,
} as const

export const enrollBall = {
  ...seatCall,
  path: '/invitationball/enroll',
  summary: 'The caller takes a seat with a fee',
  description: [
    'It is held 15 minutes for the payment of `viewer.order`.',
    'A free seat is confirmed at once.',
    'Outside the level range the initiator has to agree first.',
    'Repeating it gives the same answer.',
  ],
  errors: SEAT_REFUSALS,
} satisfies Endpoint
export const createParticipant = {
  ...seatCall,
  path: '/ballParticipant/create',
  summary: 'Enrols the caller in a game, under the path of participants',
  errors: SEAT_REFUSALS,
} satisfies Endpoint
export const joinBall = {
  ...seatCall,
  path: '/invitationball/join',
  summary: 'Takes a seat in a free game',
  description: ["The initiator's link lets a player in at any level."],
  errors: [...SEAT_REFUSALS, 'ball_needs_payment'],
} satisfies Endpoint

const ownAction = {
  method: 'POST',
  access: 'app',
  body: Type.Object({ id: Id, ...shareQuery, ...seen }),
  missing: { id: 'id_missing' },
  data: BallDetail,
} as const

export const leaveBall = {
  ...ownAction,
  path: '/invitationball/leave',
  summary: 'The caller gives back a seat, an offered seat or a place on the waiting list, or withdraws a request',
  description: [
    '`refundTo` states where the money goes.',
    '`refundFen` is what leaving gives back, as the caller saw it. If it is less now, the call is refused.',
  ],
  errors: [
    'ball_bearer_stays',
    'ball_initiator_stays',
    'ball_not_found',
    'ball_player_unknown',
    'ball_settled',
    'ball_started',
    'revision_outdated',
  ],
  outcome: outcomes.leaveBall,
  body: Type.Object({
    id: Id,
    refundTo: Type.Optional(Type.Enum([...REFUND_WISHES])),
    refundFen: Type.Optional(Fen),
    ...seen,
  }),
} satisfies Endpoint

export const requestBall = {
  ...ownAction,
  outcome: outcomes.requestBall,
  path: '/invitationball/request',
  summary: 'The caller, whose level is outside the range, asks the initiator for permission to play',
  errors: [
    'ball_gender_unfit',
    'ball_gender_unsaid',
    'ball_level_fit',
    'ball_not_found',
    'ball_request_refused',
    'ball_request_used_up',
    'ball_settled',
    'ball_started',
    'content_rejected',
    'revision_outdated',
  ],
  body: Type.Object({ id: Id, note: Type.Optional(freeText(100)), ...shareQuery, ...seen }),
} satisfies Endpoint

export const waitForBall = {
  ...ownAction,
  outcome: outcomes.waitForBall,
  path: '/invitationball/wait',
  summary: 'The caller joins the waiting list of a full game',
  errors: [
    'ball_gender_unfit',
    'ball_gender_unsaid',
    'ball_has_seats',
    'ball_level_unfit',
    'ball_not_found',
    'ball_payments_off',
    'ball_request_refused',
    'ball_settled',
    'ball_started',
    'revision_outdated',
  ],
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about:
    'Ball games among players: creating, finding, joining, leaving and cancelling them, with their seats, costs and waiting list.',
  fields: {
    arrival: 'Who has arrived, and from when the venue may release the court; null where no such rule binds the game.',
    id: 'The id of the game.',
    title: 'The title of the game.',
    initiatorId: 'The user id of the player who arranged the game.',
    'BallSummary.userId': 'The user id of the caller in a game that they play in, else of the initiator.',
    'BallDetail.userId': 'The user id of the caller in a game that they play in, else of the initiator.',
    cloudImagePathResize: 'The picture of the initiator: its path below /aaapi/files/, null without one.',
    matchType: 'The kind of match: 0 singles, 1 doubles.',
    stadiumId: 'The id of the venue; null for a place that is not on the platform.',
    stadiumName: 'The name of the venue; null for a place that is not on the platform.',
    district: 'The district of the venue; null when unknown.',
    'BallFilters.city': 'The city in which games are wanted.',
    'BallFilters.district': 'The district in which games are wanted.',
    courtName: 'The name of the court; null for a place that is not on the platform.',
    selectedCourt: "The court: its index in the venue's list, counted from 0; null without a venue.",
    place: 'Where the game takes place, as text, for a place that is not on the platform; else empty.',
    address: 'The street address of the venue; null for a place that is not on the platform.',
    levelFrom: 'The lowest level that fits the game, from 1.0 to 7.0.',
    levelTo: 'The highest level that fits the game, from 1.0 to 7.0.',
    genderRule: 'Who may play: ANY, only MALE, or only FEMALE players.',
    minPlayers: 'With fewer confirmed seats at its closing time the game is called off.',
    feeMode: 'Who pays: AA shares the cost to the fen among all who play, INITIATOR pays it alone.',
    feeFen: 'What each player pays in advance, in fen; 0 for a free game.',
    status:
      "The status of the game: UNPAID waits for the initiator's money, OPEN has free seats, FULL has none, FINISHED, CANCELLED.",
    closesAt: 'When enrolment ends and the game is called off if too few take part.',
    participants: 'The players with a live seat.',
    mySeat:
      "The caller's seat: OFFERED from the waiting list, HELD until it is paid, CONFIRMED, LEFT in time, LEFT_LATE; null without one.",
    isWaiting: 'Whether the caller is on the waiting list.',
    description: 'What the initiator writes about the game; may be empty.',
    courtFeeFen: 'The cost of the court for the whole game, in fen.',
    extrasFen: 'Further costs of the whole game, such as balls, in fen.',
    closingHours: 'How many hours before its start the game closes.',
    startsAt: 'When the game begins.',
    endsAt: 'When the game ends.',
    cancelReason:
      'Why the game was cancelled: INITIATOR called it off, TOO_FEW players, UNPAID by the initiator, VENUE its manager, PLATFORM an operator; null when it was not.',
    'cancelBall.reason': 'Why the initiator calls the game off; its players read it.',
    seats: 'The seats, in the order in which they were taken.',
    waitingCount: 'How many people are on the waiting list.',
    waiting: 'The people on the waiting list, in their order.',
    proposals: 'Proposals that wait for an answer.',
    sharesFen:
      "Each player's part of the cost once the game is over, in fen, in the order of the seats; null before, and for who did not play.",
    viewer: "The caller's relation to the game, and what the caller can do.",
    'BallDetail.share': 'The secret with which a link opens the game, for its initiator; null for others.',
    dateFrom: 'The first day of the games that are wanted.',
    dateTo: 'The last day of the games that are wanted.',
    near: "The caller's place, from which distances are told.",
    'near.latitude': "The latitude of the caller's place in degrees (GCJ-02).",
    'near.longitude': "The longitude of the caller's place in degrees (GCJ-02).",
    withinKm: 'How many kilometres away a game may be; needs `near`.',
    maxFeeFen: 'How much a player pays at most, in fen.',
    hasSeats: 'Whether only games with free seats are wanted.',
    'BallFilters.keyword': "A part of the title, the place or the initiator's name.",
    'BallFilters.stadiumId': 'The id of the venue whose games are wanted.',
    'BallFilters.levelFrom': 'The lowest level of the games that are wanted.',
    'BallFilters.levelTo': 'The highest level of the games that are wanted.',
    'BallProposal.id': 'The id of the proposal.',
    kind: 'What is proposed: HAND_OVER the game to another initiator, or SWAP a participant for another person.',
    out: 'The participant who would give up the place; null in a hand-over.',
    in: 'The person who would take over.',
    hasOutAgreed: 'Whether the participant who gives up the place has agreed.',
    hasInAgreed: 'Whether the person who takes over has agreed.',
    'BallProposal.order': 'The order to pay, when the caller is the new player and has agreed; else null.',
    'BallSeat.id': 'The id of the seat.',
    'BallSeat.user': 'The player whose seat it is.',
    isInitiator: 'Whether it is the seat of the initiator.',
    state:
      "The state of the seat: OFFERED from the waiting list, HELD until it is paid, CONFIRMED, LEFT in time, LEFT_LATE at the fee's cost.",
    heldUntil: 'Until when the seat is kept for its payment or answer; null once it is confirmed.',
    noShowAt: 'When the initiator marked the player as not having come; null for others than these two.',
    noShowAnswer: 'What the player says to the mark; null for others than player and initiator.',
    'BallViewer.userId': "The caller's user id; null for a guest.",
    'BallViewer.role': "The caller's part in the game: initiator, participant, or viewer.",
    'BallViewer.level': "The caller's level; null for a guest.",
    levelIsUnsaid: 'True when the caller never said a level; else left out.',
    isLevelFit: "Whether the caller's level is within the game's range.",
    isGenderFit: "Whether the game's gender rule admits the caller. It needs a gender that the caller stated.",
    genderIsUnsaid: 'True when the game is for one gender and the caller never said theirs; else left out.',
    requestStatus:
      "The caller's request to play outside the levels: 0 undecided, 1 agreed, 2 refused; null without one.",
    seat: "The caller's seat; null without one.",
    'seat.id': 'The id of the seat.',
    changedAt: 'When the game was changed while the caller was in it; null once the caller has agreed.',
    waitingPlace: "The caller's place on the waiting list, counted from 1; null when not on it.",
    'BallViewer.order': "The caller's order of the game, paid or not; null without one.",
    leave: 'What leaving now costs the caller; null when there is nothing to leave.',
    isFree: 'Whether leaving now is free.',
    freeUntil: 'Until when leaving is free.',
    paidFen: 'What the caller has paid, in fen.',
    refundFen: 'What the caller gets back when leaving now, in fen.',
    filters: 'Which games are wanted.',
    'ballsOfUser.role': 'Which games of the caller: as initiator, as participant, or waiting for a seat.',
    group: 'Which games of the caller: 1 to come, 2 finished, 3 cancelled, or all.',
    participantId: 'The user id of the new player, who must be the caller.',
    'leaveBall.refundFen': 'What leaving gives back as the caller saw it, in fen; less than that is refused.',
    refundTo: 'Where the money goes back: CARD onto a stored card, SOURCE to where it came from.',
    'requestBall.note': 'What the caller writes to the initiator.',
    'orderOfSeat.userId': 'The user id of the participant whose order is wanted.',
    'createBall.initiatorId': "The caller's user id, which is compared with the log-in.",
    'BallSeat.createTime': 'When the seat was taken.',
    'ballsOfUser.userId': "The caller's user id.",
    BallDetail: 'A complete game, as its page shows it.',
    BallFilters: 'Which public games are wanted; each filter that is left out lets all through.',
    BallProposal: 'A change of people in a game that waits for an answer.',
    BallSeat: "A person's seat in a game.",
    BallSummary: 'A game in a list.',
    BallViewer: "The caller's relation to a game.",
  },
}
