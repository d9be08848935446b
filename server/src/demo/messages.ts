import { answerDueText, answerTimes } from '@paidang/domain/areas/activities/classes/answer-time'
import { contractStatusOf, lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { type ExpiryWarningDays, expiryWarningDue } from '@paidang/domain/areas/money/contracts/expiry'
import { addDays, type Day, dateAndWeekday, dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { type HalfHour, whenOf } from '@paidang/domain/kernel/half-hour'
import type { BallPlan } from './balls.ts'
import type { CoachVenuePlan } from './clubs.ts'
import type { LedgerPlan } from './contracts.ts'
import { type Cast, teachingDays } from './named-classes.ts'
import { NEWCOMER, type Person } from './people.ts'
import type { ClassOutcome, ClassPlan, EventPlan, SeatRequestPlan } from './plans.ts'
import type { Random } from './random.ts'
import { bookOnFirst, contractFor, mustBook, paidBy, type Schedule } from './schedule.ts'
import type { LockPlan } from './timetable.ts'

/** The object of a message. */
type MessageObject =
  | { kind: 'invitation'; plan: ClassPlan }
  | { kind: 'ball'; plan: BallPlan }
  | { kind: 'ball_request'; plan: BallPlan['requests'][number] }
  | { kind: 'contract'; plan: LedgerPlan }
  | { kind: 'venue_association'; plan: CoachVenuePlan }

/** A message before it is a row. approveStatus: null needs no decision, 0 pending, 1 approved, 2 rejected. */
export type MessagePlan = {
  receiver: Person
  sender: Person | null
  category: 'invitation' | 'systemNotice' | 'classNotice'
  title: string
  content: string
  object: MessageObject | null
  approveStatus: 0 | 1 | 2 | null
  readStatus: 0 | 1
  at: Date
}

type Draft = Omit<MessagePlan, 'readStatus' | 'approveStatus'> & { approveStatus?: 0 | 1 | 2 }

const HOUR = 3_600_000
/** Older messages have been deleted. */
const KEPT_MS = 12 * 24 * HOUR
/** Messages with a decision are kept longer. */
const VERDICTS_KEPT_MS = 60 * 24 * HOUR
/** Older messages have been read. */
const UNREAD_MS = 30 * HOUR

type Sources = {
  now: Date
  today: Day
  random: Random
  classes: readonly ClassPlan[]
  balls: readonly BallPlan[]
  ledgers: readonly LedgerPlan[]
  associations: readonly CoachVenuePlan[]
}

/** Everybody's messages of the last days, the oldest first. Source: decision "Messages" */
export function planMessages(sources: Sources): MessagePlan[] {
  const { now, random } = sources
  const drafts = [
    ...sources.classes.flatMap((plan) => plan.events.flatMap((event) => aboutClass(plan, event))),
    ...sources.balls.flatMap(aboutBall),
    ...sources.ledgers.flatMap((plan) => aboutContract(plan, sources)),
    ...sources.associations.flatMap(aboutAssociation),
  ]
  return drafts
    .filter(({ at, approveStatus }) => {
      const age = now.getTime() - at.getTime()
      return age >= 0 && age <= (approveStatus === undefined ? KEPT_MS : VERDICTS_KEPT_MS)
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((draft): MessagePlan => {
      const isRead = draft.approveStatus === undefined ? isSeen(draft, now, random) : draft.approveStatus !== 0
      return { ...draft, approveStatus: draft.approveStatus ?? null, readStatus: isRead ? 1 : 0 }
    })
}

/** Whether a message was read: old ones, answered requests, and some of the rest. */
function isSeen({ at, category, object }: Draft, now: Date, random: Random): boolean {
  if (at.getTime() < now.getTime() - UNREAD_MS) return true
  const isAnswered = category === 'invitation' && object?.kind === 'invitation' && object.plan.status !== 'PENDING'
  return isAnswered || random.chance(0.3)
}

/** The messages about one step of a class to its other people, with the texts of the use cases. */
function aboutClass(plan: ClassPlan, { action, at, actor, reason }: EventPlan): Draft[] {
  const { day, begin, end, course, coach, formerCoach, initiator, seats } = plan
  const name = actor?.nickname ?? ''
  const when = `${dateAndWeekday(day)} ${whenOf(begin, end)}`
  const due = answerDueText(answerTimes(at, plan.startsAt).expiresAt)
  const players = seats.map(({ player }) => player)
  const notify = (receivers: readonly Person[], category: Draft['category'], title: string, content: string): Draft[] =>
    [...new Set(receivers)]
      .filter((receiver) => receiver !== actor)
      .map((receiver) => ({
        receiver,
        sender: actor,
        category,
        title,
        content,
        at,
        object: { kind: 'invitation', plan },
      }))

  switch (action) {
    case 'create':
      return initiator === coach
        ? notify(
            players,
            'invitation',
            '教练邀请您上课',
            `${name} 邀请您 ${when} ${course.courseName}，请在 ${due} 前答复`,
          )
        : notify(
            [formerCoach ?? coach],
            'invitation',
            '新的约课申请',
            `${name} 约您 ${when} ${course.courseName}，请在 ${due} 前答复`,
          )
    case 'confirm':
      return notify(players, 'classNotice', '约课已确认', `${name} 已确认 ${when} ${course.courseName}`)
    case 'join':
      return notify([coach], 'classNotice', '有学员参与约课', `${name} 参与了 ${when} ${course.courseName}`)
    case 'finish':
      return notify(
        players,
        'classNotice',
        '课程已完成',
        `${monthDotDay(day)} ${course.courseName} 已完成，课时变动见合同流水`,
      )
    case 'cancel':
      return notify([coach, ...players], 'classNotice', '约课已取消', `${when} ${course.courseName} 已取消：${reason}`)
    case 'expire':
      return notify(
        [coach, initiator],
        'classNotice',
        '约课已过期',
        `${monthDotDay(day)} ${course.courseName} 未在时限内确认，已自动取消`,
      )
    case 'change-coach':
      return [
        ...notify([coach], 'invitation', '请您代课', `${name} 请您代 ${when} ${course.courseName}：${reason}`).map(
          (draft) => ({ ...draft, approveStatus: 0 as const }),
        ),
        ...notify(
          players,
          'classNotice',
          '教练已更换',
          `${when} ${course.courseName} 改由 ${coach.nickname} 上课，等待确认`,
        ),
      ]
    default:
      return []
  }
}

/** Tells the initiator who joined. One player outside the level range asks to join. */
function aboutBall(plan: BallPlan): Draft[] {
  const [initiator, ...joiners] = plan.participants
  if (!initiator) return []
  const facts = `${plan.title}，${dateAndWeekday(plan.day)} ${whenOf(plan.begin, plan.end)}，${plan.venue.name}`
  const object = { kind: 'ball', plan } as const
  const about = (receiver: Person, sender: Person | null, title: string, at: Date, content = facts): Draft => ({
    receiver,
    sender,
    category: 'invitation',
    title,
    content,
    object,
    at,
  })
  const joined: Draft[] = joiners.map(({ player, at }) =>
    about(initiator.player, player, `${player.nickname} 报名了您的球局`, at),
  )
  const range = `您的球局要求 ${plan.levelFrom.toFixed(1)}–${plan.levelTo.toFixed(1)}`
  for (const request of plan.requests) {
    const { player, approveStatus, at } = request
    const content = `${facts}。对方等级 ${player.level.toFixed(1)}，${range}`
    const asked = about(initiator.player, player, `${player.nickname} 申请加入球局`, at, content)
    joined.push({ ...asked, object: { kind: 'ball_request', plan: request }, approveStatus })
  }
  const { cancelledAt: at } = plan
  if (!at) return joined
  return [
    ...joined,
    ...joiners.map(({ player }) =>
      about(player, initiator.player, '球局已取消', at, `${facts}，因下雨取消，费用原路退回`),
    ),
  ]
}

/** The expiry warning that a contract has had by today, whichever job sends it. Undefined if none. */
export function lastWarning(
  { contract: { expiryDate, signedAt }, remaining }: LedgerPlan,
  today: Day,
): ExpiryWarningDays | undefined {
  const isActive = contractStatusOf({ remainingSessions: remaining, expiryDate }, today) === 1
  return isActive ? expiryWarningDue({ expiryDate, signedOn: dayOf(signedAt) }, today) : undefined
}

/** Messages about hours that end soon, and about hours bought. */
function aboutContract(plan: LedgerPlan, { now, today }: Sources): Draft[] {
  const { contract, rows, remaining, held } = plan
  const { player, course, expiryDate } = contract
  const about = (title: string, content: string, at: Date): Draft => ({
    receiver: player,
    sender: null,
    category: 'systemNotice',
    title,
    content,
    object: { kind: 'contract', plan },
    at,
  })
  const drafts = rows
    .filter(({ kind }) => kind === 'EXPIRE')
    .map(({ at, remainingChange }) =>
      about('合同已到期', `${course.courseName} 还有 ${-remainingChange} 课时未用，已随合同到期`, at),
    )
  if (lastWarning(plan, today) !== undefined) {
    drafts.push(
      about(
        '课时即将到期',
        `${course.courseName} 还剩 ${lessonHoursText(remaining - held)} 课时，${monthDotDay(expiryDate)} 到期`,
        new Date(now.getTime() - 5 * HOUR),
      ),
    )
  }
  return drafts
}

/** A coach asks the manager of a venue to teach there. */
function aboutAssociation(plan: CoachVenuePlan): Draft[] {
  const { coach, venue, manager, approveStatus, at } = plan
  if (!manager || manager === coach) return []
  const title = `${coach.nickname} 申请关联场馆`
  const object = { kind: 'venue_association', plan } as const
  return [
    {
      receiver: manager,
      sender: coach,
      category: 'systemNotice',
      title,
      content: `申请在 ${venue.name} 授课`,
      object,
      approveStatus,
      at,
    },
  ]
}

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
