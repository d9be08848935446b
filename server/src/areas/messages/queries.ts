import { sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { given, statement } from '../../db/statement.ts'
import type { MESSAGE_CATEGORIES } from './tables.ts'

/** One message to each receiver. */
export type NewMessages = {
  receiverIds: readonly string[]
  senderId: string | null
  category: (typeof MESSAGE_CATEGORIES)[number]
  title: string
  content: string
  objectKind: string
  objectId: string
  /** 0 asks for a decision, null for none. */
  approveStatus: number | null
}

const writeMessages = statement<NewMessages>(
  () => sql`
    with written as (
      insert into messages (receiver_id, sender_id, category, title, content, object_kind, object_id,
        approve_status)
      select receiver_id, ${given('senderId')}::bigint, ${given('category')}, ${given('title')}, ${given('content')},
        ${given('objectKind')}, ${given('objectId')}::bigint, ${given('approveStatus')}::smallint
      from unnest(${given('receiverIds')}::bigint[]) with ordinality receiver(receiver_id, place) order by place
      returning id, title
    )
    insert into outbox (message_id, channel, payload)
    select id, 'wechat', jsonb_build_object('title', title) from written`,
)

/** Writes messages with one outbox row each for WeChat; answers nothing, since nobody waits for it. */
export async function insertMessages(tx: Database, messages: NewMessages): Promise<void> {
  await tx.execute(writeMessages(messages))
}
