import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { given, statement } from '../../db/statement.ts'
import type { MessageCategory } from './tables.ts'

/** One message to each receiver. */
export type NewMessages = {
  receiverIds: readonly string[]
  senderId: string | null
  category: MessageCategory
  title: string
  content: string
  objectKind: string
  objectId: string
  /** 0 asks for a decision, null for none. */
  approveStatus: number | null
  /** What WeChat is to say, as JSON; null where it says nothing. */
  payload: string | null
}

const writeMessages = statement<NewMessages>(
  () => sql`
    with written as (
      insert into messages (receiver_id, sender_id, category, title, content, object_kind, object_id,
        approve_status)
      select receiver_id, ${given('senderId')}::bigint, ${given('category')}, ${given('title')}, ${given('content')},
        ${given('objectKind')}, ${given('objectId')}::bigint, ${given('approveStatus')}::smallint
      from unnest(${given('receiverIds')}::bigint[]) with ordinality receiver(receiver_id, place) order by place
      returning id, receiver_id
    )
    insert into outbox (message_id, channel, payload)
    select written.id, 'wechat', words.payload
    from written join users on users.id = written.receiver_id and users.open_id is not null,
      (select ${given('payload')}::jsonb payload) words
    where words.payload is not null`,
)

/** Writes messages, with one outbox row each for whom WeChat knows; answers nothing, since nobody waits for it. */
export async function insertMessages(tx: Database, messages: NewMessages): Promise<void> {
  await tx.execute(writeMessages(messages))
}
