import type { ContentEvidence, listContent } from '@paidang/api/areas/admin-content'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import { checkedField, placeholderOf } from '@paidang/domain/areas/content/content'
import type { Database } from '../../../db/database.ts'
import { readDecider } from '../../ground/audit-log/read-decider.ts'
import { type ContentOfAuthor, findContent } from './queries.ts'
import { SHOWN_THINGS } from './shown-things.ts'

/** A submission together with what others see in its place. @throws ApiError content_not_found */
export async function readContent(db: Database, id: string): Promise<ContentEvidence> {
  const row = await findContent(db, id)
  if (!row) throw new ApiError('content_not_found')
  const { kind, objectId, field, state, decidedAt, reason, traceId } = row.submission
  const placeholder = state === 'WAITING' ? placeholderOf(id) : null
  const isOnce = checkedField(kind, field)?.isOnce === true
  const present = isOnce ? placeholder : (await SHOWN_THINGS[kind]?.read?.(db, objectId))?.[field]
  const actorId = decidedAt && ((await readDecider(db, { kind: 'content', id })) ?? '微信')
  return {
    ...presentContent(row),
    present: present ?? null,
    isWithWechat: traceId !== null && decidedAt === null,
    decision: decidedAt && { by: actorId, at: decidedAt.toISOString(), reason },
  }
}

/** A submission as the list shows it. */
export function presentContent({ submission, author }: ContentOfAuthor): Data<typeof listContent>[number] {
  const { id, kind, objectId, field, value, state, createdAt } = submission
  const { name = '', form = 'text' } = checkedField(kind, field) ?? {}
  const isPicture = form !== 'text'
  return { id, kind, objectId, name, isPicture, value, author, state, createTime: createdAt.toISOString() }
}
