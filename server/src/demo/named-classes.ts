import { addDays, type Day, instantOf, type Weekday, weekdayOf } from '@paidang/domain/kernel/day'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import type { Clubs, CoachPlan, CoursePlan } from './clubs.ts'
import type { DemoUsername, People, Person } from './people.ts'
import type { VenuePlan } from './places.ts'
import type { ClassOutcome, SeatRequestPlan } from './plans.ts'
import { itemAt } from './random.ts'
import { book, bookOnFirst, contractFor, mustBook, paidBy, type Schedule } from './schedule.ts'

/** Players, coaches, courses and venues by name, for the hand-written parts of the world. */
export type Cast = {
  people: People
  coach: (username: DemoUsername) => CoachPlan
  course: (courseName: string) => CoursePlan
  venue: (name: string) => VenuePlan
  player: (nickname: string) => Person
}

/** Looks up people and places. @throws Error if nothing has the name */
export function createCast(people: People, clubs: Clubs, venues: readonly VenuePlan[]): Cast {
  const find = <T>(list: readonly T[], name: string, nameOf: (item: T) => string | undefined): T => {
    const found = list.find((item) => nameOf(item) === name)
    if (!found) throw new Error(`Nothing is called ${name}`)
    return found
  }
  return {
    people,
    coach: (username) => find(clubs.coaches, username, ({ person }) => person.username),
    course: (courseName) => find(clubs.courses, courseName, (course) => course.courseName),
    venue: (name) => find(venues, name, (venue) => venue.name),
    player: (nickname) => find(people.players, nickname, (player) => player.nickname),
  }
}

const MINUTE = 60_000
const HELD: ClassOutcome = { kind: 'held' }
const SUNDAY: Weekday = 0
const WEDNESDAY: Weekday = 3
const SATURDAY: Weekday = 6

/** The days of a weekday from `from` to `to`, as offsets from today, both included. */
function weekly(today: Day, weekday: Weekday, from: number, to: number): Day[] {
  const days = Array.from({ length: to - from + 1 }, (_, index) => addDays(today, from + index))
  return days.filter((day) => weekdayOf(day) === weekday)
}

/**
 * Books the past and future of `player`: Sundays with coach at 星湖, with 12.5 free hours on the contract. Wednesdays
 * with coach3, on a contract that expires in ten days. Saturdays with coach2, with one contract expired and one used
 * up. One class is today, or tomorrow when it is too late today. One waits, `player` cancelled one, one was cancelled
 * for rain, and nobody answered one.
 */
export function bookPlayersClasses(schedule: Schedule, { people, coach, course, venue }: Cast): void {
  const { today, now } = schedule
  const she = people.named('player')
  const wang = coach('coach')
  const shen = coach('coach2')
  const gu = coach('coach3')
  const adult = course('成人私教 1 对 1')
  const pair = course('双人陪练')
  const star = venue('星湖网球中心')
  const riverside = venue('江岸体育公园')
  const at = (offset: number, halfHour: HalfHour) => instantOf(addDays(today, offset), halfHour)

  const main = contractFor(schedule, she, adult, wang.person, {
    fate: 'active',
    expiryDate: addDays(today, 130),
    grants: [
      { at: at(-100, 38), hours: 20, kind: 'GRANT', reason: '购买 20 课时' },
      { at: at(-40, 40), hours: 9, kind: 'GRANT', reason: '续费 9 课时' },
      { at: new Date(at(-40, 40).getTime() + 2 * MINUTE), hours: 1, kind: 'ADJUST', reason: '老学员续费赠 1 课时' },
    ],
  })
  const sundays = weekly(today, SUNDAY, -70, -1).slice(-9)
  for (const day of sundays) {
    mustBook(schedule, {
      course: adult,
      coach: wang,
      venue: star,
      preferredCourt: 2,
      day,
      begin: 37,
      end: 40,
      seats: [paidBy(main)],
      fate: HELD,
    })
  }
  const [extra] = weekly(today, 4, -45, -38)
  if (extra)
    mustBook(schedule, {
      course: adult,
      coach: wang,
      venue: star,
      preferredCourt: 2,
      day: extra,
      begin: 40,
      end: 42,
      seats: [paidBy(main)],
      fate: HELD,
    })

  const ending = contractFor(schedule, she, course('网球私教 1 对 1'), gu.person, {
    fate: 'active',
    expiryDate: addDays(today, 10),
    grants: [{ at: at(-80, 41), hours: 10, kind: 'GRANT', reason: '购买 10 课时' }],
  })
  for (const day of weekly(today, WEDNESDAY, -36, -1).slice(-5)) {
    mustBook(schedule, {
      course: ending.course,
      coach: gu,
      venue: riverside,
      preferredCourt: 4,
      day,
      begin: 38,
      end: 40,
      seats: [paidBy(ending)],
      fate: HELD,
    })
  }

  const expired = contractFor(schedule, she, adult, shen.person, {
    fate: 'expired',
    expiryDate: addDays(today, -50),
    grants: [{ at: at(-92, 20), hours: 6, kind: 'GRANT', reason: '购买 6 课时' }],
  })
  for (const day of weekly(today, SATURDAY, -87, -60).slice(-4)) {
    mustBook(schedule, {
      course: adult,
      coach: shen,
      venue: star,
      preferredCourt: 5,
      day,
      begin: 18,
      end: 20,
      seats: [paidBy(expired)],
      fate: HELD,
    })
  }

  const usedUp = contractFor(schedule, she, pair, shen.person, {
    fate: 'used-up',
    expiryDate: addDays(today, 60),
    grants: [{ at: at(-64, 39), hours: 4, kind: 'GRANT', reason: '购买 4 课时体验包' }],
  })
  const friend: SeatRequestPlan = { player: people.named('player2'), contract: null, state: 'JOINED' }
  for (const day of weekly(today, SATURDAY, -58, -20).slice(0, 4)) {
    mustBook(schedule, {
      course: pair,
      coach: shen,
      venue: star,
      preferredCourt: 5,
      day,
      begin: 20,
      end: 23,
      seats: [paidBy(usedUp), friend],
      fate: HELD,
    })
  }

  const evening: [number, HalfHour][] = [
    [0, 37],
    [0, 39],
    [0, 41],
    [1, 37],
    [1, 39],
  ]
  const next = evening.find(([offset, begin]) => at(offset, begin).getTime() > now.getTime() + 45 * MINUTE)
  const [offset, begin] = next ?? [1, 37]
  const message = '反手切削再巩固一下，谢谢教练'
  mustBook(schedule, {
    course: adult,
    coach: wang,
    venue: star,
    preferredCourt: 2,
    day: addDays(today, offset),
    begin,
    end: begin + 3,
    seats: [paidBy(main)],
    fate: HELD,
    messageToCoach: message,
  })

  const waitingDay = itemAt(teachingDays(today, 2, 6), 0)
  mustBook(schedule, {
    course: adult,
    coach: wang,
    venue: star,
    preferredCourt: 2,
    day: waitingDay,
    begin: 38,
    end: 41,
    seats: [paidBy(main)],
    fate: { kind: 'waiting' },
    messageToCoach: '这周想加一节，重点练发球',
  })
  bookOnFirst(schedule, weekly(today, WEDNESDAY, 1, 9), {
    course: ending.course,
    coach: gu,
    venue: riverside,
    preferredCourt: 4,
    begin: 38,
    end: 40,
    seats: [paidBy(ending)],
    fate: HELD,
  })

  const lost = { course: adult, coach: wang, venue: star, preferredCourt: 3, seats: [paidBy(main)] }
  mustBook(schedule, {
    ...lost,
    day: addDays(today, -12),
    begin: 41,
    end: 43,
    fate: { kind: 'cancelled', actorId: 'player', hoursBefore: 30, reason: '临时出差，改到周日' },
  })
  mustBook(schedule, {
    ...lost,
    day: addDays(today, -5),
    begin: 21,
    end: 23,
    fate: { kind: 'cancelled', actorId: 'coach', hoursBefore: 3, reason: '下雨，室外场地积水' },
  })
  const jiang = coach('solo')
  mustBook(schedule, {
    course: course('一对一技术精修'),
    coach: jiang,
    venue: itemAt(jiang.venues, 0),
    preferredCourt: 0,
    day: addDays(today, -16),
    begin: 30,
    end: 32,
    seats: [{ player: she, contract: null, state: 'JOINED' }],
    fate: { kind: 'expired' },
    needContract: true,
  })
}

/** The offset days on which coach teaches and `player` has no regular class. */
export function teachingDays(today: Day, from: number, to: number): Day[] {
  const days = Array.from({ length: to - from + 1 }, (_, index) => addDays(today, from + index))
  return days.filter((day) => ![0, 1, 3].includes(weekdayOf(day)))
}

/** Books a full day for coach today, at any time of day: some classes are over, some lie ahead. */
export function bookCoachsToday(schedule: Schedule, { coach, course, venue, player }: Cast): void {
  const wang = coach('coach')
  const adult = course('成人私教 1 对 1')
  const star = venue('星湖网球中心')
  const students: [string, HalfHour, HalfHour][] = [
    ['老周爱网球', 14, 16],
    ['方可心', 17, 19],
    ['罗一平', 20, 23],
    ['宋词', 28, 30],
    ['顾南风', 31, 34],
    ['阿正', 40, 42],
    ['赵一鸣', 42, 45],
  ]
  for (const [nickname, begin, end] of students) {
    const contract = contractFor(schedule, player(nickname), adult, wang.person)
    book(schedule, {
      course: adult,
      coach: wang,
      venue: star,
      preferredCourt: 2,
      day: schedule.today,
      begin,
      end,
      seats: [paidBy(contract)],
      fate: HELD,
    })
  }
}
