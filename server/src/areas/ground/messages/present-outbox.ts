import type { OutboxRow } from '@paidang/api/areas/admin-outbox'
import { outboxStateOf } from '@paidang/domain/areas/messages/outbox'
import type { OutboxListRow } from './outbox-list-queries.ts'

/** An outbox row as operators read it. */
export function presentOutboxRow({
  words,
  sentAt,
  givenUpAt,
  createdAt,
  nextAttemptAt,
  ...row
}: OutboxListRow): OutboxRow {
  const endedAt = sentAt ?? givenUpAt
  return {
    ...row,
    state: outboxStateOf({ sentAt, givenUpAt, lastError: row.lastError }),
    template: words.template,
    createdAt: createdAt.toISOString(),
    nextAttemptAt: endedAt ? null : nextAttemptAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
