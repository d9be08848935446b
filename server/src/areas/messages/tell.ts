import { APPROVAL } from '@paidang/domain/kernel/approval'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { readKeptApartOf } from '../blacklist/kept-apart.ts'
import { insertMessages } from './queries.ts'
import type { MessageCategory } from './tables.ts'
import { type ReminderFacts, wechatWords } from './wechat-words.ts'

/** What the change feed calls the messages of one person. */
export const messagesTopic = (userId: string) => `messages|${userId}`

/** What a message is about, for its link. */
export type MessageObject = {
  kind:
    | 'invitation'
    | 'class_objection'
    | 'contract'
    | 'coach'
    | 'company'
    | 'venue_association'
    | 'ball'
    | 'ball_request'
    | 'ball_proposal'
    | 'ball_result'
    | 'level'
    | 'registration'
    | 'account'
    | 'student'
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
 * What people are bound to each other by, or work together in: of these they are told whoever keeps out of whose sight.
 * Source: decision record 018
 */
export const BINDING_KINDS: readonly MessageObject['kind'][] = [
  'invitation',
  'class_objection',
  'contract',
  'ball',
  'ball_request',
  'ball_proposal',
  'ball_result',
  'order',
  'card',
  'stringing',
  'shop',
  'company',
  'venue_association',
]

/** What people are told of an event. */
export type Notice = {
  receiverIds: readonly string[]
  senderId: string | null
  category: MessageCategory
  title: string
  content: string
  about: MessageObject
  /** Whether the receiver is asked to agree or refuse; what the verdict does is said by the kind. */
  asksForDecision?: boolean
  /** Of a reminder: what WeChat says in fields of its own. */
  reminder?: ReminderFacts
}

/**
 * Tells people of an event, in the event's own transaction; whoever caused it is not told of his own deed, and who and he keep
 * out of each other's sight only of what binds them. Whom WeChat knows
 * hears of it there as well, once the outbox is sent.
 * Source: decision "Messages"
 */
export async function tell(
  tx: Database,
  { receiverIds, senderId, category, title, content, about, asksForDecision = false, reminder }: Notice,
): Promise<void> {
  const others = [...new Set(receiverIds)].filter((id) => id !== senderId)
  const isBinding = senderId === null || BINDING_KINDS.includes(about.kind)
  const hidden = isBinding ? new Set<string>() : await readKeptApartOf(tx, senderId, others)
  const receivers = others.filter((id) => !hidden.has(id))
  if (receivers.length === 0) return
  const approveStatus = asksForDecision ? APPROVAL.PENDING : null
  const message = { senderId, category, title, content, objectKind: about.kind, objectId: about.id, approveStatus }
  const words = wechatWords({ title, content, about, reminder })
  const payload = words ? JSON.stringify(words) : null
  await insertMessages(tx, { ...message, receiverIds: receivers, payload })
  await publishChanges(tx, receivers.map(messagesTopic))
}
