import type { SubscriptionTemplate } from '@paidang/api/areas/message-settings'
import { dayWordOf } from '@paidang/domain/areas/messages/reminder'
import { dayOf, formatDateTime } from '@paidang/domain/kernel/day'

/**
 * A message as the outbox keeps it: which template, where a tap leads, and the words of its fields in their order. One that
 * reminds says of what, as it stood then; how soon that is, its last word, is said when it is sent.
 */
export type WechatWords = { template: SubscriptionTemplate; page: string; words: string[]; reminds?: Reminded }

/** What a reminder is of; `beginsAt` is an instant in ISO form. */
export type Reminded = { kind: 'invitation' | 'ball'; id: string; beginsAt: string }

/** What a reminder says besides its title. */
export type ReminderFacts = { kind: Reminded['kind']; beginsAt: Date; place: string }

/** Source: WeChat subscribe messages: 20 characters of `thing`, 5 of `phrase`. */
const THING_LENGTH = 20
const PHRASE_LENGTH = 5

/** Where requests are answered. */
const REQUESTS = 'user/pages/user_message/index?messageType=invitation'

/** Under which template people hear of a kind of object, and its page; of the others they hear in the app alone. */
const OBJECTS: Readonly<Record<string, [SubscriptionTemplate, (id: string) => string]>> = {
  invitation: ['class', (id) => `pages/booking_view/index?invitationId=${id}`],
  class_objection: ['class', () => 'user/pages/user_message/index?messageType=classNotice'],
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
 * What WeChat is to say of a message. A reminder: what, when and where; anything else: its title and its content, both cut to
 * what a field takes.
 *
 * @returns undefined for what people are told in the app alone
 */
export function wechatWords({
  title,
  content,
  about,
  reminder,
}: {
  title: string
  content: string
  about: { kind: string; id: string }
  reminder?: ReminderFacts | undefined
}): WechatWords | undefined {
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

/** The words of all fields of a message that is sent at `now`. */
export function wordsAt({ words, reminds }: WechatWords, now: Date): string[] {
  return reminds ? [...words, phrase(`${dayWordOf(new Date(reminds.beginsAt), now)}开始`)] : words
}

/** Counted in characters as people see them, so that none is cut in the middle; no field may be empty. */
function thing(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()]
  if (characters.length === 0) return '—'
  if (characters.length <= THING_LENGTH) return characters.join('')
  return `${characters.slice(0, THING_LENGTH - 1).join('')}…`
}

const phrase = (text: string) => [...text].slice(0, PHRASE_LENGTH).join('')

/** As in 2026年11月22日 08:30, in Shanghai. */
function time(instant: Date): string {
  const [year, month, day] = dayOf(instant).split('-').map(Number)
  return `${year}年${month}月${day}日 ${formatDateTime(instant).slice(11, 16)}`
}
