import type { BallDetail, BallSeat, BallSummary } from '@paidang/api/areas/activities/balls'
import type { Order } from '@paidang/api/areas/money/payments'

/** Returns an instant of the days around the given game: 20 is the Friday before it. */
export const at = (day: string, time: string) => new Date(`2026-11-${day}T${time}:00+08:00`)

const PEOPLE = {
  '10': { id: '10', nickname: '林知夏', avatar: null },
  '11': { id: '11', nickname: '陈默', avatar: null },
  '20': { id: '20', nickname: '周远航', avatar: null },
  '99': { id: '99', nickname: '赵一鸣', avatar: null },
} as const

/** Returns a seat of one of the people of these tests, confirmed by default. */
export function givenSeat(userId: keyof typeof PEOPLE, over: Partial<BallSeat> = {}): BallSeat {
  return {
    id: `5${userId}`,
    user: PEOPLE[userId],
    level: 3.5,
    isInitiator: userId === '20',
    state: 'CONFIRMED',
    heldUntil: null,
    noShowAt: null,
    noShowAnswer: null,
    createTime: '2026-11-19T02:00:00Z',
    ...over,
  }
}

/** Returns an order of 48 yuan for a seat, unpaid until 09:56 on the Friday. */
export function givenOrder(over: Partial<Order> = {}): Order {
  return {
    id: '70',
    kind: 'BALL_SEAT',
    object: { kind: 'ball', id: '1' },
    title: '周六早场',
    lines: [],
    amountFen: 4800,
    state: 'UNPAID',
    method: null,
    expiresAt: at('20', '09:56').toISOString(),
    paidAt: null,
    closedAt: null,
    refundedFen: 0,
    refunds: [],
    createTime: at('20', '09:41').toISOString(),
    ...over,
  }
}

const SUMMARY: BallSummary = {
  id: '1',
  initiatorId: '20',
  userId: '20',
  cloudImagePathResize: null,
  title: '周六早场',
  sport: 'tennis',
  matchType: 1,
  stadiumId: '3',
  stadiumName: '青杉网球俱乐部',
  stadiumAvatar: null,
  district: '徐汇区',
  courtName: '5号场',
  place: '',
  activityDate: '2026-11-22',
  beginTimeSlot: 16,
  endTimeSlot: 20,
  levelFrom: 3,
  levelTo: 4,
  genderRule: 'ANY',
  minPlayers: 3,
  maxPlayers: 4,
  seatsTaken: 3,
  feeMode: 'AA',
  feeFen: 4800,
  isPublic: true,
  status: 'OPEN',
  closesAt: at('22', '04:00').toISOString(),
  participants: [PEOPLE['20'], PEOPLE['11'], PEOPLE['99']],
  mySeat: null,
  isWaiting: false,
  distanceKm: null,
  revision: 3,
}

/** Returns the game in a list: doubles of 周远航 on Sunday the 22nd, 08:00 to 10:00, three of four seats taken. */
export const givenSummary = (over: Partial<BallSummary> = {}): BallSummary => ({ ...SUMMARY, ...over })

type Over = Partial<Omit<BallDetail, 'viewer'>> & { viewer?: Partial<BallDetail['viewer']> }

/** Returns the same game in full, as player 10 of level 3.5 sees it. That player is not in the game. */
export function givenBall({ viewer, ...over }: Over = {}): BallDetail {
  return {
    ...SUMMARY,
    initiator: PEOPLE['20'],
    description: '',
    address: '龙腾大道 1 号',
    latitude: null,
    longitude: null,
    selectedCourt: 4,
    courtFeeFen: 11_200,
    extrasFen: 3_200,
    closingHours: 4,
    startsAt: at('22', '08:00').toISOString(),
    endsAt: at('22', '10:00').toISOString(),
    cancelReason: null,
    seats: [givenSeat('20'), givenSeat('11'), givenSeat('99')],
    waitingCount: 0,
    waiting: [],
    proposals: [],
    sharesFen: null,
    arrival: null,
    pending: [],
    share: null,
    ...over,
    viewer: {
      userId: '10',
      role: 'viewer',
      level: 3.5,
      isLevelFit: true,
      isGenderFit: true,
      requestStatus: null,
      seat: null,
      changedAt: null,
      waitingPlace: null,
      order: null,
      leave: null,
      ...viewer,
    },
  }
}

export { PEOPLE }
