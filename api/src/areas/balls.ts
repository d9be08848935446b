import {
  BALL_CANCEL_REASONS,
  BALL_GROUPS,
  BALL_STATUSES,
  type BallGroup,
  FEE_MODES,
  GENDER_RULES,
  SEAT_STATES,
} from '@paidang/domain/areas/balls/ball-status'
import { REFUND_TARGETS } from '@paidang/domain/areas/payments/order'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
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
  UserId,
} from '../shapes.ts'
import { PendingContent } from './content.ts'
import { Order } from './payments.ts'

const Level = Type.Number({ minimum: 1, maximum: 7, multipleOf: 0.5 })
const shareQuery = { share: Type.Optional(Type.String({ maxLength: 40 })) }

/**
 * A ball game in a list; `feeFen` is what each player pays beforehand, levels 1.0 to 7.0. `mySeat` is the caller's live
 * seat, `isWaiting` whether he stands on the waiting list, `distanceKm` from the point that was asked with.
 */
export const BallSummary = Type.Object({
  id: Id,
  initiatorId: Id,
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
})
export type BallSummary = Static<typeof BallSummary>

/** Public games that are still to come, the soonest first; with `sort` nearest full ones last. */
export const publicBalls = {
  method: 'GET',
  path: '/invitationball/public',
  access: 'open',
  summary: '公开球局',
  outcome: outcomes.listBallRecords,
  query: Type.Object(PageQuery),
  data: Type.Array(BallSummary),
  paged: true,
} satisfies Endpoint

/** What the list of public games is cut by. `near` is the caller's place, for the distance and for `withinKm`. */
export const BallFilters = Type.Object({
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
})
export type BallFilters = Static<typeof BallFilters>

/**
 * Public games that stand and have not begun, by their time: the latest first unless `sord` is asc. With `sort` nearest the
 * soonest come first, and full ones last. Source: specification §9 "Sorts"
 */
export const listBalls = {
  method: 'POST',
  path: '/invitationball/list',
  access: 'open',
  summary: '球局列表',
  outcome: outcomes.listBallInvitations,
  reads: true,
  body: Type.Object({ ...PageQuery, filters: Type.Optional(BallFilters) }),
  data: Type.Array(BallSummary),
  paged: true,
} satisfies Endpoint

/** Where the caller stands to a game, and what he can do now; undone deeds carry why not. */
export const BallViewer = Type.Object({
  userId: orNull(Id),
  role: Type.Enum(['initiator', 'participant', 'viewer']),
  level: orNull(Type.Number()),
  isLevelFit: Type.Boolean(),
  isGenderFit: Type.Boolean(),
  /** His request to play out of the level range: 0 undecided, 1 agreed, 2 refused; null without one. */
  requestStatus: orNull(Type.Integer({ minimum: 0, maximum: 2 })),
  seat: orNull(Type.Object({ id: Id, state: Type.Enum([...SEAT_STATES]), heldUntil: orNull(Instant) })),
  /** When the game was changed while the caller was in it; null once the caller has agreed. */
  changedAt: orNull(Instant),
  /** His place on the waiting list, from 1. */
  waitingPlace: orNull(Type.Integer()),
  /** His order of this game, paid or not. */
  order: orNull(Order),
  /** Until when leaving is free, and what he gets back if he leaves now. */
  leave: orNull(Type.Object({ isFree: Type.Boolean(), freeUntil: Instant, paidFen: Fen, refundFen: Fen })),
})
export type BallViewer = Static<typeof BallViewer>

/**
 * Somebody's seat. `isInitiator` marks whose game it is; `level` is for judging the fit. `noShowAt` and `noShowAnswer` are
 * null for everybody but its player and the initiator.
 */
export const BallSeat = Type.Object({
  id: Id,
  user: Person,
  level: Type.Number(),
  isInitiator: Type.Boolean(),
  state: Type.Enum([...SEAT_STATES]),
  heldUntil: orNull(Instant),
  noShowAt: orNull(Instant),
  noShowAnswer: orNull(Type.String()),
  createTime: Instant,
})
export type BallSeat = Static<typeof BallSeat>

/** A proposal that waits for somebody: another initiator, or a participant swapped for somebody else. */
export const BallProposal = Type.Object({
  id: Id,
  kind: Type.Enum(['HAND_OVER', 'SWAP']),
  out: orNull(Person),
  in: Person,
  hasOutAgreed: Type.Boolean(),
  hasInAgreed: Type.Boolean(),
  /** Whether the caller is the new player, has agreed, and has this order to pay. */
  order: orNull(Order),
})
export type BallProposal = Static<typeof BallProposal>

/** A game whole, as its page shows it: costs in fen; `waitingCount` is how many wait; `share` opens a game that is not public. */
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
  /** Who waits, in their order. */
  waiting: Type.Array(Person),
  proposals: Type.Array(BallProposal),
  /** Each player's part of the cost, once the game is over; in the order of the seats. Null for who does not play in it. */
  sharesFen: orNull(Type.Array(Fen)),
  viewer: BallViewer,
  /** Only to the initiator. */
  pending: PendingContent,
  share: orNull(Type.String()),
})
export type BallDetail = Static<typeof BallDetail>

const byBall = Type.Object({ id: Id })

/** One game; one that is not public needs its share token, or the caller among its people. */
export const getBall = {
  method: 'GET',
  path: '/invitationball/:id',
  access: 'open',
  summary: '球局',
  outcome: outcomes.readActivity,
  params: byBall,
  query: Type.Object(shareQuery),
  data: BallSummary,
} satisfies Endpoint

export const getBallDetail = {
  method: 'GET',
  path: '/invitationball/detail/:id',
  access: 'open',
  summary: '球局详情',
  outcome: outcomes.readActivity,
  params: byBall,
  query: Type.Object(shareQuery),
  data: BallDetail,
} satisfies Endpoint

/** Who has a seat, in the order of taking them. */
export const seatsOfBall = {
  method: 'GET',
  path: '/ballparticipant/queryByInvitationBallId/:id',
  access: 'open',
  summary: '球局参与人',
  outcome: outcomes.readDetail,
  params: byBall,
  query: Type.Object(shareQuery),
  data: Type.Array(BallSeat),
} satisfies Endpoint

/** The latest order of a participant: his own, or without what identifies a payment for the initiator. */
export const orderOfSeat = {
  method: 'GET',
  path: '/ballorder/getOrderByInvAndPart/:id/:userId',
  access: 'app',
  summary: '球局订单',
  outcome: outcomes.readDetail,
  params: Type.Object({ id: Id, userId: Id }),
  data: Order,
} satisfies Endpoint

/** The caller's games by group, latest first; `role` keeps those he initiated or joined, `waiting` those he waits for. */
export const ballsOfUser = {
  method: 'GET',
  path: '/invitationball/getUserBallsByStatusGroup/:group/:userId',
  access: 'app',
  summary: '我的球局',
  outcome: outcomes.listBallRecords,
  params: Type.Object({ group: Type.Enum(Object.keys(BALL_GROUPS) as BallGroup[]), userId: UserId }),
  query: Type.Object({
    ...PageQuery,
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

/** A game as its form holds it: a court of a venue of ours, or free text as its place; costs in fen. */
export const BallForm = Type.Object(ballFields)
export type BallForm = Static<typeof BallForm>

/**
 * The caller arranges a game: the court is taken at once, and with costs of his own the game waits 15 minutes for him to
 * pay (`viewer.order`) before anybody sees it. `initiatorId` is compared with the caller. Source: decision "Ball games"
 */
export const createBall = {
  method: 'POST',
  path: '/invitationball/create',
  access: 'app',
  summary: '发起约球',
  outcome: outcomes.createBall,
  body: Type.Object({ ...ballFields, initiatorId: Type.Optional(Id) }),
  data: BallDetail,
} satisfies Endpoint

/**
 * The initiator changes his game, until 2 hours before its start. The fee stays once anybody else has paid. A new time, place,
 * sport, match type, number of players, level or gender rule lets everybody in it leave for nothing until they agree; who has not by
 * the start is out of it with all their money.
 */
export const updateBall = {
  method: 'POST',
  path: '/invitationball/update',
  access: 'app',
  summary: '修改球局',
  outcome: outcomes.updateBall,
  body: Type.Object({ id: Id, ...ballFields }),
  data: BallDetail,
} satisfies Endpoint

/** The initiator calls his game off; everybody gets his money back and is told. */
export const cancelBall = {
  method: 'POST',
  path: '/invitationball/cancel',
  access: 'app',
  summary: '取消球局',
  outcome: outcomes.cancelBall,
  body: Type.Object({ id: Id, reason: Type.Optional(freeText(200)) }),
  data: BallDetail,
} satisfies Endpoint

/** The initiator shows his game to everybody, or only to who has its link. */
export const setBallPublic = {
  method: 'POST',
  path: '/invitationball/publicBallOrNot',
  access: 'app',
  summary: '设置公开',
  outcome: outcomes.setBallPublic,
  body: Type.Object({ id: Id, isPublic: Type.Boolean() }),
  data: BallDetail,
} satisfies Endpoint

const seatCall = {
  method: 'POST',
  access: 'app',
  outcome: outcomes.enrollBall,
  body: Type.Object({ id: Id, participantId: Type.Optional(Id), ...shareQuery }),
  data: BallDetail,
} as const

/**
 * The caller takes a seat that he pays for: it is held 15 minutes with `viewer.order` to pay; a seat that costs nothing is
 * firm at once. Out of the level range the initiator has to agree first. Taking it again answers the same.
 */
export const enrollBall = { ...seatCall, path: '/invitationball/enroll', summary: '报名' } satisfies Endpoint
export const createParticipant = {
  ...seatCall,
  path: '/ballParticipant/create',
  summary: '新增参与人',
} satisfies Endpoint
/** The same for a game that costs nothing, and by the initiator's link, which lets in whatever the level. */
export const joinBall = { ...seatCall, path: '/invitationball/join', summary: '加入球局' } satisfies Endpoint

const ownDeed = {
  method: 'POST',
  access: 'app',
  body: Type.Object({ id: Id, ...shareQuery }),
  data: BallDetail,
} as const

/** The caller gives back a seat, an offered seat or a place on the waiting list, or takes back a request; `refundTo` is where money goes. */
export const leaveBall = {
  ...ownDeed,
  path: '/invitationball/leave',
  summary: '退出球局',
  outcome: outcomes.leaveBall,
  body: Type.Object({ id: Id, refundTo: Type.Optional(Type.Enum([...REFUND_TARGETS])) }),
} satisfies Endpoint

/** The caller, whose level lies outside the range, asks the initiator to let him play. */
export const requestBall = {
  ...ownDeed,
  outcome: outcomes.requestBall,
  path: '/invitationball/request',
  summary: '申请加入',
  body: Type.Object({ id: Id, note: Type.Optional(freeText(100)), ...shareQuery }),
} satisfies Endpoint

/** The caller waits for a seat of a full game. */
export const waitForBall = {
  ...ownDeed,
  outcome: outcomes.waitForBall,
  path: '/invitationball/wait',
  summary: '加入候补',
} satisfies Endpoint
