import type { Policy } from '@paidang/domain/areas/activities/classes/policy'
import { LEGAL_MINOR_CAPS, type PurchaseCaps } from '@paidang/domain/areas/money/contracts/purchase-caps'
import { NEWCOMER, type People, type Person, SEEKER } from './people.ts'
import type { VenuePlan } from './places.ts'
import { itemAt, type Random } from './random.ts'

/** A company before it is a row. */
type CompanyPlan = {
  companyName: string
  isPerson: boolean
  phone: string
  freeCancelHours: number
  forgivenLateCancels: number
  /** What upcoming classes carry, and what one buyer gets; without them the settings above apply, and no cap. */
  policy?: Policy
  caps?: PurchaseCaps
  admin: Person
  members: Person[]
}

/** A course before it is a row. Price in fen per lesson hour, duration in minutes. */
export type CoursePlan = {
  company: CompanyPlan
  courseName: string
  courseDescription: string
  pricePerSession: number
  sessionDuration: number
  maxParticipants: number
  /** Its usual length, in half-hours. */
  usualLengths: number[]
  style: 'private' | 'youth' | 'pair' | 'group'
  /** The course of the catalogue that it copies. Some courses of clubs are not in the catalogue. */
  commonCourse?: CommonCoursePlan
}

/** Where and what a coach teaches. The first venue is the coach's main one. */
export type CoachPlan = {
  person: Person
  company: CompanyPlan
  courses: CoursePlan[]
  venues: VenuePlan[]
  managed: VenuePlan[]
}

/** The companies with their courses and coaches. */
export type Clubs = { companies: CompanyPlan[]; courses: CoursePlan[]; coaches: CoachPlan[] }

const never = { times: 0, days: 90 }
/** Free until 24 hours before, then half, from 2 hours on all; one is forgiven in 90 days. */
const JIANGAN_POLICY: Policy = {
  tiers: [
    { hours: 24, percent: 50 },
    { hours: 2, percent: 100 },
  ],
  percents: { late: 100, absent: 100, leave: 0 },
  forgiven: { cancel: { times: 1, days: 90 }, late: never, absent: never, leave: never },
  coachAbsentHalves: 1,
}

/** Two clubs and one independent coach. `coaches` has the order of people.ts. */
export function planClubs(coaches: readonly Person[], venues: readonly VenuePlan[]): Clubs {
  const coach = (index: number) => itemAt(coaches, index)
  const venue = (index: number) => itemAt(venues, index)
  const policy = { freeCancelHours: 24, forgivenLateCancels: 1 }
  const qingshan: CompanyPlan = {
    ...policy,
    companyName: '青杉网球俱乐部',
    isPerson: false,
    phone: '021-55550201',
    admin: coach(0),
    members: coaches.slice(0, 4),
  }
  const jiangan: CompanyPlan = {
    ...policy,
    companyName: '江岸球类学院',
    isPerson: false,
    phone: '021-55550202',
    freeCancelHours: 12,
    policy: JIANGAN_POLICY,
    caps: { buyer: { months: null, hours: 40, fen: null }, minor: LEGAL_MINOR_CAPS },
    admin: coach(4),
    members: coaches.slice(4, 7),
  }
  const jiangche: CompanyPlan = {
    ...policy,
    companyName: '江澈网球工作室',
    isPerson: true,
    phone: coach(7).phone,
    forgivenLateCancels: 0,
    admin: coach(7),
    members: [coach(7)],
  }

  const course = (
    company: CompanyPlan,
    style: CoursePlan['style'],
    courseName: string,
    priceYuan: number,
    sessionDuration: number,
    maxParticipants: number,
    usualLengths: number[],
    courseDescription: string,
  ): CoursePlan => ({
    company,
    style,
    courseName,
    courseDescription,
    pricePerSession: priceYuan * 100,
    sessionDuration,
    maxParticipants,
    usualLengths,
  })
  const adult = course(
    qingshan,
    'private',
    '成人私教 1 对 1',
    420,
    60,
    1,
    [2, 3],
    '按你的节奏来：动作、步法、实战，含球和场地引导。',
  )
  const youth = course(
    qingshan,
    'youth',
    '青少年启蒙 1 对 1',
    360,
    60,
    1,
    [2],
    '6 至 12 岁，红橙绿球分级，家长可旁观。',
  )
  const pair = course(qingshan, 'pair', '双人陪练', 480, 90, 2, [3], '两人同练，轮转对打，可带固定搭档。')
  const group = course(qingshan, 'group', '周末小班课', 280, 90, 4, [3], '3 至 4 人一班，按级别分班，每期 10 节。')
  const tennis = course(jiangan, 'private', '网球私教 1 对 1', 400, 60, 1, [2, 3], '江岸体育公园，含视频回看。')
  const rally = course(jiangan, 'pair', '网球双人对练', 460, 90, 2, [3], '双打站位与配合。')
  const badminton = course(
    jiangan,
    'private',
    '羽毛球私教 1 对 1',
    300,
    60,
    1,
    [2, 3],
    '步法、杀球、网前，云动羽毛球馆。',
  )
  const badmintonGroup = course(jiangan, 'group', '羽毛球小班课', 280, 90, 4, [3], '混双与双打轮转。')
  const refine = course(jiangche, 'private', '一对一技术精修', 520, 60, 1, [2, 3], '一次课只改一个动作。')
  const serve = course(jiangche, 'private', '发球专项', 290, 30, 1, [2], '半小时一节，高强度发球。')

  const inCatalogue: [CoursePlan, string][] = [
    [adult, '网球成人私教'],
    [tennis, '网球成人私教'],
    [refine, '网球成人私教'],
    [youth, '网球青少儿启蒙'],
    [pair, '网球双人课'],
    [rally, '网球双人课'],
    [group, '网球小班课'],
    [serve, '网球发球专项'],
    [badminton, '羽毛球成人私教'],
    [badmintonGroup, '羽毛球小班课'],
  ]
  for (const [own, name] of inCatalogue) own.commonCourse = commonCourseOf(name)

  const teaches = (index: number, courses: CoursePlan[], places: VenuePlan[], managed: VenuePlan[] = []): CoachPlan => {
    const person = coach(index)
    return { person, company: itemAt(courses, 0).company, courses, venues: places, managed }
  }
  return {
    companies: [qingshan, jiangan, jiangche],
    courses: [adult, youth, pair, group, tennis, rally, badminton, badmintonGroup, refine, serve],
    coaches: [
      teaches(0, [adult, pair], [venue(0), venue(1)], [venue(0)]),
      teaches(1, [youth, adult, pair, group], [venue(0), venue(1)]),
      teaches(2, [adult, pair, group], [venue(0), venue(4)]),
      teaches(3, [youth, group], [venue(1), venue(0)]),
      teaches(4, [tennis, rally], [venue(2), venue(5)], [venue(2)]),
      teaches(5, [tennis, rally], [venue(2), venue(0)]),
      teaches(6, [badminton, badmintonGroup], [venue(3)], [venue(3)]),
      teaches(7, [refine, serve], [venue(5), venue(0)]),
    ],
  }
}

/** A course of the common catalogue before it is a row. Price in fen per lesson hour, duration in minutes. */
type CommonCoursePlan = {
  courseName: string
  courseDescription: string
  pricePerSession: number
  sessionDuration: number
  maxParticipants: number
}

const course = (
  courseName: string,
  priceYuan: number,
  sessionDuration: number,
  maxParticipants: number,
  courseDescription: string,
): CommonCoursePlan => ({
  courseName,
  courseDescription,
  pricePerSession: priceYuan * 100,
  sessionDuration,
  maxParticipants,
})

/** The common-course catalogue (通用课程). Clubs copy their own courses from it. */
export const COMMON_COURSES: readonly CommonCoursePlan[] = [
  course('网球成人私教', 400, 60, 1, '一对一，从握拍、正反手到实战，按进度安排。'),
  course('网球青少儿启蒙', 320, 60, 1, '5 至 12 岁，红橙绿球分级，重在兴趣与协调性。'),
  course('网球双人课', 260, 60, 2, '自带搭档，轮流喂球与对打，费用按每人每课时。'),
  course('网球小班课', 180, 90, 4, '3 至 4 人按级别编班，每期 10 节。'),
  course('网球发球专项', 280, 30, 1, '半小时一节，抛球、击球点与落点控制。'),
  course('羽毛球成人私教', 280, 60, 1, '步法、高远球、杀球与网前，附视频回看。'),
  course('羽毛球小班课', 150, 90, 6, '4 至 6 人，多球练习与双打轮转。'),
  course('匹克球体验课', 120, 60, 4, '零基础，一节课学会规则和基本击球。'),
]

/** A course of the catalogue by its name. */
function commonCourseOf(name: string): CommonCoursePlan {
  const found = COMMON_COURSES.find(({ courseName }) => courseName === name)
  if (!found) throw new Error(`the catalogue has no ${name}`)
  return found
}

/** A coach with their students. */
export type Roster = { coach: CoachPlan; students: Person[] }

/** The number of students of each coach, in the order of people.ts. */
const SIZES = [15, 13, 12, 11, 12, 12, 8, 9]

/**
 * Assigns students to every coach by interest. `player` is a student of coach, coach2, coach3 and solo. The other named
 * players are students of coaches who teach near by.
 */
export function planRosters(people: People, coaches: readonly CoachPlan[], random: Random): Roster[] {
  const always: Record<string, Person[]> = {
    coach: [people.named('player'), people.named('player2'), people.named('player3')],
    coach2: [people.named('player'), people.named('player2'), people.named('player3')],
    coach3: [people.named('player'), people.named('player2')],
    solo: [people.named('player'), people.named('player3')],
  }
  return coaches.map((coach, index) => {
    const interests = interestsOf(coach)
    const first = always[coach.person.username ?? ''] ?? []
    const isKnown = ({ username, nickname }: Person) =>
      username === undefined && nickname !== NEWCOMER && nickname !== SEEKER
    const others = random.shuffled(people.players).filter((player) => isKnown(player) && interests.has(player.interest))
    // Few coaches teach children, so children are assigned before adults.
    const isChild = ({ interest }: Person) => interest === 'youth'
    const students = [...first, ...others.filter(isChild), ...others.filter((player) => !isChild(player))]
    return { coach, students: students.slice(0, SIZES[index]) }
  })
}

function interestsOf({ person, courses }: CoachPlan): Set<Person['interest']> {
  if (person.interest === 'badminton') return new Set(['badminton'])
  return new Set(courses.some(({ style }) => style === 'youth') ? ['tennis', 'youth'] : ['tennis'])
}

/** A venue where a coach teaches or asks to teach. `manager` decides there; null where an operator decides. */
export type CoachVenuePlan = {
  coach: Person
  venue: VenuePlan
  isManager: boolean
  approveStatus: 0 | 1 | 2
  manager: Person | null
  at: Date
}

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/**
 * All associations: those of the teaching coaches, and three requests. One waits for coach, one for an operator, and
 * coach rejected one.
 */
export function planAssociations(coaches: readonly CoachPlan[], now: Date): CoachVenuePlan[] {
  const managerOf = (venue: VenuePlan) => coaches.find(({ managed }) => managed.includes(venue))?.person ?? null
  const approved = coaches.flatMap(({ person, venues, managed }) =>
    venues.map((venue): CoachVenuePlan => {
      const isManager = managed.includes(venue)
      const at = person.username === 'solo' ? new Date(now.getTime() - 45 * DAY_MS) : person.createdAt
      return { coach: person, venue, isManager, approveStatus: 1, manager: managerOf(venue), at }
    }),
  )
  const [first, unmanaged] = [itemAt(itemAt(coaches, 0).venues, 0), itemAt(itemAt(coaches, 0).venues, 1)]
  const asks = (index: number, approveStatus: 0 | 2, hoursAgo: number, venue = first): CoachVenuePlan => ({
    coach: itemAt(coaches, index).person,
    venue,
    isManager: false,
    approveStatus,
    manager: managerOf(venue),
    at: new Date(now.getTime() - hoursAgo * HOUR_MS),
  })
  return [...approved, asks(4, 0, 4), asks(7, 0, 26, unmanaged), asks(6, 2, 9 * 24)]
}
