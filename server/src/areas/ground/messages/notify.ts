import { APPROVAL } from '@paidang/domain/kernel/approval'
import { sql } from 'drizzle-orm'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { param, statement } from '../../../db/statement.ts'
import { messagesTopic } from '../../../db/topics.ts'
import type { MessageCategory } from '../../../tables/messages.ts'
import { readBlockedOf } from '../blacklist/read-blocked.ts'
import { type ReminderDetails, wechatText } from './wechat-text.ts'

/** The object of a message, for its link. */
export type MessageObject = {
  kind:
    | 'invitation'
    | 'class_objection'
    | 'closed_class'
    | 'contract'
    | 'package'
    | 'coach'
    | 'company'
    | 'company_invitation'
    | 'venue_association'
    | 'ball'
    | 'ball_request'
    | 'ball_proposal'
    | 'ball_result'
    | 'level'
    | 'registration'
    | 'account'
    | 'student'
    | 'student_request'
    | 'trial_lesson'
    | 'question'
    | 'coach_leave'
    | 'vacancy_alert'
    | 'advert'
    | 'order'
    | 'card'
    | 'stringing'
    | 'shop'
    | 'venue'
    | 'report'
    | 'profile'
    | 'business_card'
    | 'content'
  id: string
}

/**
 * Kinds of objects in which people are bound to each other or work together. Messages about them are sent even between
 * people who have blocked each other.
 *
 * Source: decision record 018
 */
export const BINDING_KINDS: readonly MessageObject['kind'][] = [
  'invitation',
  'class_objection',
  'closed_class',
  'contract',
  'package',
  'coach_leave',
  'ball',
  'ball_request',
  'ball_proposal',
  'ball_result',
  'trial_lesson',
  'order',
  'card',
  'stringing',
  'shop',
  'company',
  'venue_association',
]

/** A message to people about an event. */
export type Notice = {
  receiverIds: readonly string[]
  senderId: string | null
  category: MessageCategory
  title: string
  content: string
  about: MessageObject
  /** Whether the receiver is asked to agree or refuse. The kind of the object determines what the verdict does. */
  asksForDecision?: boolean
  /** For a request: the revision of the class or game that its text describes. */
  revision?: number
  /** For a reminder: the details that WeChat shows in separate fields. */
  reminder?: ReminderDetails
  /** Whether all receivers have accounts of their own, as coaches do. Then nobody waits to learn who got it. */
  haveAccounts?: boolean
}

/** One message to each receiver. */
type NewMessages = {
  receiverIds: readonly string[]
  senderId: string | null
  category: MessageCategory
  title: string
  content: string
  objectKind: string
  objectId: string
  /** The revision of the class or game that a request describes. */
  objectRevision: number | null
  /** 0 for a message that asks for a decision, else null. */
  approveStatus: number | null
  /** The text for WeChat as JSON. Null if the message is not sent there. */
  payload: string | null
}

/**
 * Writes messages, and one outbox row for each receiver known to WeChat. Nobody writes to a person without an account:
 * their guardian gets the message, or nobody does. Answers who got one.
 */
const writeMessages = statement<NewMessages>(
  () => sql`
    with written as (
      insert into messages (receiver_id, sender_id, category, title, content, object_kind, object_id,
        object_revision, approve_status)
      select person, ${param('senderId')}::bigint, ${param('category')}, ${param('title')}, ${param('content')},
        ${param('objectKind')}, ${param('objectId')}::bigint, ${param('objectRevision')}::integer, ${param('approveStatus')}::smallint
      from (
        select coalesce(guardian.id, receiver.receiver_id) as person, min(receiver.place) as place
        from unnest(${param('receiverIds')}::bigint[]) with ordinality receiver(receiver_id, place)
        left join users person on person.id = receiver.receiver_id and person.unclaimed
        left join roster_students registered on registered.user_id = person.id and registered.state = 'GUARDED'
        left join users guardian on guardian.id = registered.account_id and guardian.closed_at is null
        where person.id is null or guardian.id is not null
        group by 1
      ) reached order by place
      returning id, receiver_id
    ), sent as (
      insert into outbox (message_id, channel, payload)
      select written.id, 'wechat', words.payload
      from written join users on users.id = written.receiver_id and users.open_id is not null,
        (select ${param('payload')}::jsonb payload) words
      where words.payload is not null
    )
    select receiver_id::text as "receiverId" from written`,
)

/** The same to people with accounts. A trigger refuses one to anybody else. */
const writeToAccounts = statement<NewMessages>(
  () => sql`
    with written as (
      insert into messages (receiver_id, sender_id, category, title, content, object_kind, object_id,
        object_revision, approve_status)
      select receiver_id, ${param('senderId')}::bigint, ${param('category')}, ${param('title')}, ${param('content')},
        ${param('objectKind')}, ${param('objectId')}::bigint, ${param('objectRevision')}::integer, ${param('approveStatus')}::smallint
      from unnest(${param('receiverIds')}::bigint[]) receiver_id
      returning id, receiver_id
    )
    insert into outbox (message_id, channel, payload)
    select written.id, 'wechat', words.payload
    from written join users on users.id = written.receiver_id and users.open_id is not null,
      (select ${param('payload')}::jsonb payload) words
    where words.payload is not null`,
  { isSentWithNext: true },
)

/**
 * Notifies people of an event, in the transaction of the event. The sender gets no message about their own action.
 * People blocked with the sender get it only for objects of BINDING_KINDS. Receivers known to WeChat also get it there
 * once the outbox is sent.
 *
 * Source: decision "Messages"
 */
export async function notify(
  tx: Database,
  {
    receiverIds,
    senderId,
    category,
    title,
    content,
    about,
    asksForDecision = false,
    revision,
    reminder,
    haveAccounts = false,
  }: Notice,
): Promise<void> {
  const others = [...new Set(receiverIds)].filter((id) => id !== senderId)
  const isBinding = senderId === null || BINDING_KINDS.includes(about.kind)
  const hidden = isBinding ? new Set<string>() : await readBlockedOf(tx, senderId, others)
  const receivers = others.filter((id) => !hidden.has(id))
  if (receivers.length === 0) return
  const approveStatus = asksForDecision ? APPROVAL.PENDING : null
  const message = {
    senderId,
    category,
    title,
    content,
    objectKind: about.kind,
    objectId: about.id,
    objectRevision: revision ?? null,
    approveStatus,
  }
  const words = wechatText({ title, content, about, reminder })
  const payload = words ? JSON.stringify(words) : null
  const messages = { ...message, receiverIds: receivers, payload }
  if (haveAccounts) {
    await tx.execute(writeToAccounts(messages))
    return publishChanges(tx, receivers.map(messagesTopic))
  }
  const written = await tx.execute<{ receiverId: string }>(writeMessages(messages))
  const reached = written.rows.map(({ receiverId }) => messagesTopic(receiverId))
  if (reached.length > 0) await publishChanges(tx, reached)
}
