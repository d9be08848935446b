import { sharesOf } from '@paidang/domain/areas/activities/balls/fee'
import { closingTime, usualClosingHours } from '@paidang/domain/areas/activities/balls/seat-rules'
import { addDays, type Day, instantOf } from '@paidang/domain/kernel/day'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import type { Cast } from './named-classes.ts'
import type { Person } from './people.ts'
import type { CourtPlan, VenuePlan } from './places.ts'
import { itemAt } from './random.ts'
import type { Schedule } from './schedule.ts'

/** What a player got back: everything in a cancelled game, the amount above their share in a finished one. */
type SeatRefund = { fen: number; cause: 'cancelled' | 'settled'; at: Date }

/** A ball game before it is a row. All players share its cost, in fen. The first participant is the initiator. */
export type BallPlan = {
  title: string
  description: string
  sport: 'tennis' | 'badminton'
  matchType: 0 | 1
  venue: VenuePlan
  court: CourtPlan | null
  place: string
  day: Day
  begin: HalfHour
  end: HalfHour
  levelFrom: number
  levelTo: number
  minPlayers: number
  maxPlayers: number
  courtFeeFen: number
  /** What each player pays in advance. */
  feeFen: number
  isPublic: boolean
  status: 'OPEN' | 'FULL' | 'FINISHED' | 'CANCELLED'
  createdAt: Date
  closingHours: number
  closesAt: Date
  cancelledAt: Date | null
  participants: { player: Person; at: Date; refund: SeatRefund | null }[]
  /** Requests to join from outside the level range, with the initiator's answer: 0 none yet, 1 yes, 2 no. */
  requests: { player: Person; approveStatus: 0 | 1 | 2; at: Date }[]
}

const SINGLE = 0
const DOUBLE = 1
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** `offset` is in days from today. `players` is the number of taken seats, `maxPlayers` the number of all seats. */
type BallTraits = Pick<BallPlan, 'title' | 'matchType' | 'levelFrom' | 'levelTo' | 'maxPlayers'> &
  Partial<Pick<BallPlan, 'description' | 'isPublic' | 'status'>> & {
    offset: number
    venue: string
    begin: HalfHour
    end: HalfHour
    players: number
    feeYuan: number
    initiator?: string
    joiner?: string
    /** Players outside the level range who ask to join. `hoursAgo` is the time of the request. */
    asks?: [nickname: string, approveStatus: 0 | 1 | 2, hoursAgo: number][]
  }

const COMING: BallTraits[] = [
  {
    title: '夜场双打缺一',
    offset: 1,
    venue: '星湖网球中心',
    begin: 39,
    end: 43,
    matchType: DOUBLE,
    levelFrom: 3,
    levelTo: 4,
    maxPlayers: 4,
    players: 3,
    feeYuan: 48,
    initiator: '顾南风',
    description: 'AA 场地费，带两筒球。水平相近打得开心。',
  },
  {
    title: '晨练单打',
    offset: 2,
    venue: '江岸体育公园',
    begin: 14,
    end: 17,
    matchType: SINGLE,
    levelFrom: 3.5,
    levelTo: 4.5,
    maxPlayers: 2,
    players: 1,
    feeYuan: 35,
    initiator: '陆家嘴费德勒',
  },
  {
    title: '红土体验局',
    offset: 3,
    venue: '虹谷红土俱乐部',
    begin: 28,
    end: 32,
    matchType: DOUBLE,
    levelFrom: 2.5,
    levelTo: 3.5,
    maxPlayers: 4,
    players: 2,
    feeYuan: 60,
    initiator: '宋词',
    description: '第一次打红土也欢迎，鞋子请换干净的。',
  },
  {
    title: '反手专练约伴',
    offset: 5,
    venue: '星湖网球中心',
    begin: 41,
    end: 44,
    matchType: SINGLE,
    levelFrom: 3,
    levelTo: 4,
    maxPlayers: 2,
    players: 1,
    feeYuan: 65,
    initiator: '林知夏',
    description: '想对拉反手斜线一小时，再打一盘。',
    asks: [['大橙子🍊', 2, 20]],
  },
  {
    title: '羽毛球混双轮转',
    offset: 4,
    venue: '云动羽毛球馆',
    begin: 38,
    end: 42,
    matchType: DOUBLE,
    levelFrom: 2,
    levelTo: 4,
    maxPlayers: 6,
    players: 4,
    feeYuan: 30,
    initiator: '唐诗韵',
    description: '两片场，六人轮转，用 AS-05 级羽毛球。',
  },
  {
    title: '固定双打老友局',
    offset: 6,
    venue: '青杉网球馆',
    begin: 20,
    end: 24,
    matchType: DOUBLE,
    levelFrom: 3,
    levelTo: 4,
    maxPlayers: 4,
    players: 4,
    feeYuan: 55,
    initiator: '方可心',
    joiner: '林知夏',
    description: '老朋友局，偶尔有替补。',
  },
  {
    title: '高水平单打对抗',
    offset: 5,
    venue: '创智风雨网球场',
    begin: 38,
    end: 42,
    matchType: SINGLE,
    levelFrom: 4.5,
    levelTo: 6,
    maxPlayers: 2,
    players: 1,
    feeYuan: 70,
    initiator: '韩越',
  },
  {
    title: '新手友好拉球局',
    offset: 7,
    venue: '江岸体育公园',
    begin: 30,
    end: 34,
    matchType: DOUBLE,
    levelFrom: 1,
    levelTo: 2.5,
    maxPlayers: 6,
    players: 3,
    feeYuan: 40,
    initiator: '江小鱼',
    description: '不计分，互相喂球，会发球就行。',
  },
  {
    title: '部门内部友谊赛',
    offset: 8,
    venue: '星湖网球中心',
    begin: 36,
    end: 40,
    matchType: DOUBLE,
    levelFrom: 1,
    levelTo: 5,
    maxPlayers: 8,
    players: 5,
    feeYuan: 0,
    initiator: '赵一鸣',
    isPublic: false,
    description: '内部活动，凭链接报名。',
  },
]

const PAST: BallTraits[] = [
  {
    title: '夜场双打',
    offset: -3,
    venue: '星湖网球中心',
    begin: 40,
    end: 44,
    matchType: DOUBLE,
    levelFrom: 3,
    levelTo: 4,
    maxPlayers: 4,
    players: 4,
    feeYuan: 52,
    initiator: '顾南风',
    joiner: '林知夏',
  },
  {
    title: '早场单打两盘',
    offset: -6,
    venue: '江岸体育公园',
    begin: 14,
    end: 18,
    matchType: SINGLE,
    levelFrom: 3,
    levelTo: 4,
    maxPlayers: 2,
    players: 2,
    feeYuan: 36,
    initiator: '林知夏',
    joiner: 'Lucas陈',
    asks: [['Lucas陈', 1, 160]],
  },
  {
    title: '混双下午茶局',
    offset: -9,
    venue: '青杉网球馆',
    begin: 28,
    end: 32,
    matchType: DOUBLE,
    levelFrom: 2.5,
    levelTo: 3.5,
    maxPlayers: 4,
    players: 4,
    feeYuan: 58,
    initiator: 'Yuki',
    joiner: '林知夏',
  },
  {
    title: '羽毛球轮转局',
    offset: -4,
    venue: '云动羽毛球馆',
    begin: 38,
    end: 42,
    matchType: DOUBLE,
    levelFrom: 2,
    levelTo: 4,
    maxPlayers: 6,
    players: 6,
    feeYuan: 28,
    initiator: '羽球阿杰',
  },
  {
    title: '单打积分约战',
    offset: -13,
    venue: '创智风雨网球场',
    begin: 38,
    end: 41,
    matchType: SINGLE,
    levelFrom: 4,
    levelTo: 5,
    maxPlayers: 2,
    players: 2,
    feeYuan: 68,
    initiator: '一发入魂',
  },
  {
    title: '红土双打',
    offset: -17,
    venue: '虹谷红土俱乐部',
    begin: 20,
    end: 24,
    matchType: DOUBLE,
    levelFrom: 3,
    levelTo: 4.5,
    maxPlayers: 4,
    players: 4,
    feeYuan: 62,
    initiator: '球场上的风',
    joiner: '周子墨',
  },
  {
    title: '午后双打',
    offset: -7,
    venue: '江岸体育公园',
    begin: 32,
    end: 36,
    matchType: DOUBLE,
    levelFrom: 3,
    levelTo: 4,
    maxPlayers: 4,
    players: 3,
    feeYuan: 40,
    initiator: '罗一平',
    joiner: '林知夏',
    status: 'CANCELLED',
  },
  {
    title: '新手拉球',
    offset: -20,
    venue: '江岸体育公园',
    begin: 30,
    end: 33,
    matchType: DOUBLE,
    levelFrom: 1,
    levelTo: 2.5,
    maxPlayers: 6,
    players: 5,
    feeYuan: 40,
    initiator: '江小鱼',
  },
]

/**
 * Ball games of the last three weeks and the next eight days. They occupy courts and players, so that no class clashes.
 */
export function planBalls(schedule: Schedule, cast: Cast): BallPlan[] {
  return [...PAST, ...COMING].map((traits) => ballOf(schedule, cast, traits))
}

function ballOf(schedule: Schedule, { player, venue, people }: Cast, traits: BallTraits): BallPlan {
  const {
    offset,
    players,
    feeYuan,
    initiator,
    joiner,
    asks = [],
    venue: venueName,
    description = '',
    isPublic = true,
    ...rest
  } = traits
  const { random, occupancy, now, today } = schedule
  const stadium = venue(venueName)
  const time = { day: addDays(today, offset), begin: traits.begin, end: traits.end }
  const court = random.shuffled(stadium.courts).find((one) => occupancy.isFree({ ...time, court: one })) ?? null
  const byName = [initiator, joiner].flatMap((nickname) => (nickname === undefined ? [] : [player(nickname)]))
  const fits = (person: Person) =>
    person.level >= traits.levelFrom &&
    person.level <= traits.levelTo &&
    (person.interest === 'badminton') === (stadium.sport === 'badminton') &&
    person.interest !== 'youth'
  const others = random.shuffled(people.players.filter((person) => person.username === undefined && fits(person)))
  const free = [...byName, ...others].filter(
    (person, index, list) => list.indexOf(person) === index && occupancy.isFree({ ...time, players: [person] }),
  )
  const joined = free.slice(0, players)
  occupancy.take({ ...time, players: joined, ...(court && { court }) })

  const startsAt = instantOf(time.day, time.begin)
  const createdAt = new Date(Math.min(startsAt.getTime(), now.getTime()) - random.int(26 * 60, 70 * 60) * MINUTE)
  const isFull = joined.length === traits.maxPlayers
  const minPlayers = Math.min(traits.maxPlayers, traits.matchType === SINGLE ? 2 : 4)
  const status = traits.status ?? (offset < 0 ? 'FINISHED' : isFull ? 'FULL' : 'OPEN')
  const feeFen = feeYuan * 100
  const courtFeeFen = feeFen * minPlayers
  const cancelledAt = status === 'CANCELLED' ? new Date(Math.min(now.getTime(), createdAt.getTime() + 20 * HOUR)) : null
  const refundOf = (index: number): SeatRefund | null => {
    if (cancelledAt) return { fen: feeFen, cause: 'cancelled', at: cancelledAt }
    const fen = feeFen - itemAt(sharesOf(courtFeeFen, joined.length), index)
    return status === 'FINISHED' && fen > 0 ? { fen, cause: 'settled', at: instantOf(time.day, time.end) } : null
  }
  const closingHours = usualClosingHours(startsAt)
  return {
    ...rest,
    ...time,
    description,
    isPublic,
    sport: stadium.sport,
    venue: stadium,
    court,
    place: '',
    minPlayers,
    courtFeeFen,
    feeFen,
    status,
    createdAt,
    closingHours,
    closesAt: closingTime({ startsAt, hours: closingHours, madeAt: createdAt }),
    cancelledAt,
    participants: joined.map((person, index) => ({
      player: person,
      at: new Date(createdAt.getTime() + index * random.int(20, 300) * MINUTE),
      refund: refundOf(index),
    })),
    requests: asks.map(([nickname, approveStatus, hoursAgo]) => ({
      player: player(nickname),
      approveStatus,
      at: new Date(now.getTime() - hoursAgo * 60 * MINUTE),
    })),
  }
}
