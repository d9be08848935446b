import { addDays } from '@paidang/domain/kernel/day'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import type { LockPlan } from './locks.ts'
import { type Cast, teachingDays } from './named-classes.ts'
import { NEWCOMER } from './people.ts'
import type { ClassOutcome, SeatRequestPlan } from './plans.ts'
import { bookOnFirst, contractFor, mustBook, paidBy, type Schedule } from './schedule.ts'

const WAITING: ClassOutcome = { kind: 'waiting' }

/**
 * Books what waits for coach's answer. Several students request a class. One of them still needs a contract (缔约), and
 * one asks for the coach's noon break (允许冲突). coach2 hands a class over. A class made by coach waits for its players.
 */
export function bookCoachsInbox(
  schedule: Schedule,
  { people, coach, course, venue, player }: Cast,
  locks: readonly LockPlan[],
): void {
  const { today } = schedule
  const wang = coach('coach')
  const adult = course('成人私教 1 对 1')
  const place = { course: adult, coach: wang, venue: venue('星湖网球中心'), preferredCourt: 1 }
  const days = teachingDays(today, 1, 9)

  const requests: [string, HalfHour, HalfHour, string][] = [
    ['许念安', 36, 38, '下班直接过来，可能要先热身'],
    ['Tony老师', 20, 22, '店里上午不忙，想补一节'],
    ['方可心', 18, 21, '想连着练发球和接发'],
  ]
  for (const [nickname, begin, end, messageToCoach] of requests) {
    const seats = [paidBy(contractFor(schedule, player(nickname), adult, wang.person))]
    bookOnFirst(schedule, days, { ...place, begin, end, seats, fate: WAITING, messageToCoach })
  }

  bookOnFirst(schedule, days, {
    ...place,
    begin: 30,
    end: 32,
    seats: [{ player: player(NEWCOMER), contract: null, state: 'JOINED' }],
    fate: WAITING,
    needContract: true,
    messageToCoach: '朋友推荐来的，想先上一节试试',
  })

  const lunch = locks.find(
    (lock) => lock.kind === 'coach' && lock.coach === wang.person && lock.reason === '午休' && lock.day > today,
  )
  if (lunch) {
    const seats = [paidBy(contractFor(schedule, player('程序员老李'), adult, wang.person))]
    mustBook(schedule, {
      ...place,
      day: lunch.day,
      begin: lunch.begin,
      end: lunch.begin + 2,
      seats,
      fate: WAITING,
      useUnavailable: true,
      messageToCoach: '公司就在旁边，午休能加一节吗？',
    })
  }

  const handedOver = contractFor(schedule, people.named('player2'), adult, coach('coach2').person)
  bookOnFirst(schedule, days, {
    ...place,
    begin: 32,
    end: 34,
    seats: [paidBy(handedOver)],
    fate: WAITING,
    formerCoach: coach('coach2').person,
  })

  const pair = course('双人陪练')
  const invited = ['周子墨', '阿正'].map((nickname): SeatRequestPlan => {
    const contract = contractFor(schedule, player(nickname), pair, wang.person)
    return { player: contract.player, contract: null, state: 'INVITED' }
  })
  const nextWeek = [5, 6, 7, 8, 9].map((offset) => addDays(today, offset)).filter((day) => days.includes(day))
  bookOnFirst(schedule, nextWeek, {
    ...place,
    course: pair,
    begin: 38,
    end: 41,
    seats: invited,
    initiator: wang.person,
    participantsCount: 2,
    fate: WAITING,
    messageToPlayers: '你们级别相近，一起练双打站位',
  })
}
