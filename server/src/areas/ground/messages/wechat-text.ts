import type { SubscriptionTemplate } from '@paidang/api/areas/ground/message-settings'
import { dayWordOf } from '@paidang/domain/areas/ground/messages/reminder'
import { dayOf, formatDateTime } from '@paidang/domain/kernel/day'

/**
 * A message as the outbox stores it. It has its template, the page that a tap opens, and the texts of the fields. A
 * reminder also has its object with the begin at the time of writing. Its last text, how soon it is, is computed at the
 * time of sending.
 */
export type WechatText = { template: SubscriptionTemplate; page: string; words: string[]; reminds?: Reminded }

/** The object of a reminder. `beginsAt` is an instant in ISO form. */
export type Reminded = { kind: 'invitation' | 'ball'; id: string; beginsAt: string }

/** The details of a reminder besides its title. */
export type ReminderDetails = { kind: Reminded['kind']; beginsAt: Date; place: string }

/** Source: WeChat subscribe messages: 20 characters of `thing`, 5 of `phrase`. */
const THING_LENGTH = 20
const PHRASE_LENGTH = 5

/** The page where requests are answered. */
const REQUESTS = 'user/pages/user_message/index?messageType=invitation'

/**
 * The template and the page for messages about each kind of object. Messages about other kinds appear only in the app.
 */
const OBJECTS: Readonly<Record<string, [SubscriptionTemplate, (id: string) => string]>> = {
  invitation: ['class', (id) => `pages/booking_view/index?invitationId=${id}`],
  class_objection: ['class', () => 'user/pages/user_message/index?messageType=classNotice'],
  closed_class: ['class', (id) => `bookingClass/pages/rebook/index?id=${id}`],
  coach_leave: ['class', (id) => `bookingClass/pages/coach_leave/index?id=${id}`],
  vacancy_alert: ['class', (id) => `bookingClass/pages/vacancies/index?id=${id}`],
  package: ['class', (id) => `bookingClass/pages/packages/index?courseId=${id}`],
  contract: ['class', () => 'user/pages/user_contract/index'],
  ball: ['ball', (id) => `bookingBall/pages/ballDetail/index?id=${id}`],
  ball_request: ['ball', () => REQUESTS],
  ball_proposal: ['ball', () => REQUESTS],
  ball_result: ['ball', () => REQUESTS],
  stringing: ['stringing', (id) => `threading/pages/threading_order/index?id=${id}`],
  shop: ['order', (id) => `shop/pages/order/index?id=${id}`],
  order: ['order', (id) => `user/pages/cashier/index?orderId=${id}`],
  card: ['order', (id) => `user/pages/user_store_card_detail/index?cardId=${id}`],
}

/**
 * The text of a message for WeChat. A reminder has subject, time and place. Any other message has its title and its
 * content, cut to the length of their fields.
 *
 * @returns undefined for messages that appear only in the app
 */
export function wechatText({
  title,
  content,
  about,
  reminder,
}: {
  title: string
  content: string
  about: { kind: string; id: string }
  reminder?: ReminderDetails | undefined
}): WechatText | undefined {
  const object = OBJECTS[about.kind]
  if (!object) return undefined
  const [template, pageOf] = object
  const page = pageOf(about.id)
  if (!reminder) return { template, page, words: [thing(title), thing(content)] }
  const { kind, beginsAt, place } = reminder
  return {
    template: 'reminder',
    page,
    words: [thing(title), time(beginsAt), thing(place)],
    reminds: { kind, id: about.id, beginsAt: beginsAt.toISOString() },
  }
}

/** The texts of all fields for a message sent at `now`. */
export function textAt({ words, reminds }: WechatText, now: Date): string[] {
  return reminds ? [...words, phrase(`${dayWordOf(new Date(reminds.beginsAt), now)}开始`)] : words
}

/** Counts characters as people see them, so that none is cut in two. WeChat refuses an empty field. */
function thing(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  if (characters.length === 0) return '—'
  if (characters.length <= THING_LENGTH) return characters.join('')
  return `${characters.slice(0, THING_LENGTH - 1).join('')}…`
}

const phrase = (text: string) => [...text].slice(0, PHRASE_LENGTH).join('')

/** Formats an instant in Shanghai time, for example 2026年11月22日 08:30. */
function time(instant: Date): string {
  const [year, month, day] = dayOf(instant).split('-').map(Number)
  return `${year}年${month}月${day}日 ${formatDateTime(instant).slice(11, 16)}`
}
