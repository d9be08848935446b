import { APPROVAL } from '@paidang/domain/kernel/approval'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { insertMessages } from './queries.ts'
import type { MESSAGE_CATEGORIES } from './tables.ts'

/** What the change feed calls the messages of one person. */
export const messagesTopic = (userId: string) => `messages|${userId}`

/** What a message is about, for its link. */
export type MessageObject = {
  kind:
    | 'invitation'
    | 'contract'
    | 'coach'
    | 'company'
    | 'venue_association'
    | 'ball'
    | 'ball_request'
    | 'ball_proposal'
    | 'order'
    | 'card'
    | 'stringing'
    | 'shop'
  id: string
}

/** What people are told of an event. */
export type Notice = {
  receiverIds: readonly string[]
  senderId: string | null
  category: (typeof MESSAGE_CATEGORIES)[number]
  title: string
  content: string
  about: MessageObject
  /** Whether the receiver is asked to agree or refuse; what the verdict does is said by the kind. */
  asksForDecision?: boolean
}

/**
 * Tells people of an event, in the event's own transaction; whoever caused it is not told of his own deed.
 * Source: decision "Messages"
 */
export async function tell(
  tx: Database,
  { receiverIds, senderId, category, title, content, about, asksForDecision = false }: Notice,
): Promise<void> {
  const receivers = [...new Set(receiverIds)].filter((id) => id !== senderId)
  if (receivers.length === 0) return
  const approveStatus = asksForDecision ? APPROVAL.PENDING : null
  const message = { senderId, category, title, content, objectKind: about.kind, objectId: about.id, approveStatus }
  await insertMessages(tx, { ...message, receiverIds: receivers })
  await publishChanges(tx, receivers.map(messagesTopic))
}
