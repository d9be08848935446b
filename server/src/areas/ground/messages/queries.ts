import { sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { param, statement } from '../../../db/statement.ts'
import type { MessageCategory } from '../../../tables/messages.ts'

/** One message to each receiver. */
export type NewMessages = {
  receiverIds: readonly string[]
  senderId: string | null
  category: MessageCategory
  title: string
  content: string
  objectKind: string
  objectId: string
  /** 0 for a message that asks for a decision, else null. */
  approveStatus: number | null
  /** The text for WeChat as JSON. Null if the message is not sent there. */
  payload: string | null
}

const writeMessages = statement<NewMessages>(
  () => sql`
    with written as (
      insert into messages (receiver_id, sender_id, category, title, content, object_kind, object_id,
        approve_status)
      select receiver_id, ${param('senderId')}::bigint, ${param('category')}, ${param('title')}, ${param('content')},
        ${param('objectKind')}, ${param('objectId')}::bigint, ${param('approveStatus')}::smallint
      from unnest(${param('receiverIds')}::bigint[]) with ordinality receiver(receiver_id, place) order by place
      returning id, receiver_id
    )
    insert into outbox (message_id, channel, payload)
    select written.id, 'wechat', words.payload
    from written join users on users.id = written.receiver_id and users.open_id is not null,
      (select ${param('payload')}::jsonb payload) words
    where words.payload is not null`,
)

/** Inserts messages, and one outbox row for each receiver known to WeChat. */
export async function insertMessages(tx: Database, messages: NewMessages): Promise<void> {
  await tx.execute(writeMessages(messages))
}
