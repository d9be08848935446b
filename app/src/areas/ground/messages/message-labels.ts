import type { Message } from '@paidang/api/areas/ground/messages'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { type Day, dayOf, daysBetween, formatDateTime, monthDotDay } from '@paidang/domain/kernel/day'
import {
  accountPath,
  ballDetailPath,
  bookingViewPath,
  businessCardPath,
  cashierPath,
  coachLeavePath,
  companyPath,
  contractPath,
  joinCompanyPath,
  levelsPath,
  packagesPath,
  questionPath,
  rebookPath,
  registPath,
  shopOrderPath,
  storeCardDetailPath,
  studentPath,
  studentRequestPath,
  threadingOrderPath,
  trialLessonPath,
  userCardPath,
  userInfoPath,
  vacanciesPath,
  venuesPath,
} from '../../../paths'
import type { IconName } from '../../../ui/icon'

/** The tabs of 消息. Source: specification §3 "Enumerations". */
export const MESSAGE_TABS = [
  { key: 'all', text: '全部' },
  { key: 'invitation', text: '邀请' },
  { key: 'systemNotice', text: '系统通知' },
  { key: 'classNotice', text: '课程通知' },
] as const

/** A category, with its name in the API. */
export type MessageCategory = (typeof MESSAGE_TABS)[number]['key']

/** The tab named in an address; 全部 when it names none. */
export function messageTabOf(text: string | undefined): MessageCategory {
  return MESSAGE_TABS.find(({ key }) => key === text)?.key ?? 'all'
}

/** The text of a message as shown: a range such as 3.0–4.0 does not break after its dash. */
export function contentText(content: string): string {
  return content.replace(/(\d)–(?=\d)/g, '$1–\u2060')
}

/** The page of the object of a message; undefined for an object without a page. */
export function messageLink({ object }: Pick<Message, 'object'>): { text: string; path: string } | undefined {
  switch (object?.kind) {
    case 'invitation':
    case 'class_objection':
      return { text: '查看约课', path: bookingViewPath(object.id) }
    case 'closed_class':
      return { text: '重新约课', path: rebookPath(object.id) }
    case 'contract':
      return { text: '查看合同', path: contractPath(undefined, undefined, object.id) }
    case 'package':
      return { text: '去续课', path: packagesPath(object.id) }
    case 'venue':
    case 'venue_association':
      return { text: '查看场馆', path: venuesPath() }
    case 'ball':
    case 'ball_request':
    case 'ball_proposal':
    case 'ball_result':
      return { text: '查看球局', path: ballDetailPath(object.id) }
    case 'company':
      return { text: '查看公司', path: companyPath(object.id) }
    case 'company_invitation':
      return { text: '查看邀请', path: joinCompanyPath(object.id) }
    case 'coach':
      return { text: '查看名片', path: userCardPath({ id: object.id }) }
    case 'level':
      return { text: '查看等级', path: levelsPath() }
    case 'student':
      return { text: '查看学员', path: studentPath(object.id) }
    case 'student_request':
      return { text: '查看申请', path: studentRequestPath(object.id) }
    case 'trial_lesson':
      return { text: '查看体验课', path: trialLessonPath(object.id) }
    case 'coach_leave':
      return { text: '去选择', path: coachLeavePath(object.id) }
    case 'vacancy_alert':
      return { text: '去预约', path: vacanciesPath() }
    case 'question':
      return { text: '查看咨询', path: questionPath(object.id) }
    case 'account':
      return { text: '账号与安全', path: accountPath() }
    case 'profile':
      return { text: '修改资料', path: userInfoPath() }
    case 'business_card':
      return { text: '修改名片', path: businessCardPath() }
    case 'registration':
      return { text: '查看申请', path: registPath('coach') }
    case 'order':
      return { text: '查看订单', path: cashierPath(object.id) }
    case 'card':
      return { text: '查看储值卡', path: storeCardDetailPath(object.id) }
    case 'stringing':
      return { text: '查看订单', path: threadingOrderPath(object.id) }
    case 'shop':
      return { text: '查看订单', path: shopOrderPath(object.id) }
    default:
      return undefined
  }
}

const ICONS: Record<string, IconName> = {
  invitation: 'calendar',
  class_objection: 'message',
  closed_class: 'calendar',
  contract: 'document',
  package: 'card',
  venue: 'venue',
  venue_association: 'venue',
  company: 'person',
  company_invitation: 'person',
  coach: 'person',
  coach_leave: 'person',
  vacancy_alert: 'clock',
  ball: 'ball',
  ball_request: 'ball',
  ball_proposal: 'ball',
  ball_result: 'ball',
  level: 'star',
  student: 'person',
  student_request: 'person',
  trial_lesson: 'calendar',
  question: 'message',
  advert: 'bell',
  account: 'lock',
  registration: 'verified',
  order: 'card',
  card: 'card',
  stringing: 'racket',
  shop: 'card',
}

/** The icon of a message without a sender. */
export function messageIcon({ object }: Pick<Message, 'object'>): IconName {
  return ICONS[object?.kind ?? ''] ?? 'bell'
}

/** The answer to a request: 已同意 or 已拒绝. Undefined before a decision, and for a message without one. */
export function verdictOf(
  message: Pick<Message, 'approveStatus' | 'object'>,
): { text: string; kind: 'ok' | 'mute' } | undefined {
  const { approve, reject } = verdictText(message)
  if (message.approveStatus === APPROVAL.APPROVED) return { text: `已${approve}`, kind: 'ok' }
  return message.approveStatus === APPROVAL.REJECTED ? { text: `已${reject}`, kind: 'mute' } : undefined
}

/** The names of agreeing and refusing for this request. */
export function verdictText({ object }: Pick<Message, 'object'>): { approve: string; reject: string } {
  return object?.kind === 'class_objection'
    ? { approve: '退回课时', reject: '维持' }
    : { approve: '同意', reject: '拒绝' }
}

/** Whether the message waits for its reader's 同意 or 拒绝. */
export function isToDecide({ approveStatus }: Pick<Message, 'approveStatus'>): boolean {
  return approveStatus === APPROVAL.PENDING
}

const MS_PER_MINUTE = 60_000

/** The sending time in everyday form: 刚刚, 20 分钟前, 09:00, 昨天, 11.18, 2025.11.18. */
export function sentText(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / MS_PER_MINUTE)
  if (minutes < 1) return '刚刚'
  if (minutes < 60) return `${minutes} 分钟前`
  const [day, today]: [Day, Day] = [dayOf(at), dayOf(now)]
  const daysAgo = daysBetween(day, today)
  if (daysAgo === 0) return formatDateTime(at).slice(11, 16)
  if (daysAgo === 1) return '昨天'
  const year = day.slice(0, 4)
  return year === today.slice(0, 4) ? monthDotDay(day) : `${year}.${monthDotDay(day)}`
}
