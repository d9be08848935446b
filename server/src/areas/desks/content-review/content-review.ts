import * as api from '@paidang/api/areas/desks/admin-content'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import { checkedField, placeholderOf } from '@paidang/domain/areas/ground/content/content'
import { asc, desc, eq, isNotNull } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { contentSubmissions, contentWaitsForOperators } from '../../../tables/content.ts'
import { users } from '../../../tables/identities.ts'
import { readDecider, recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { lockObject } from '../../ground/content/submissions.ts'
import { lockContent, SHOWN_THINGS, settleContent } from './settle-content.ts'

function selectWithAuthor(db: Database) {
  const { id, nickname, avatar } = users
  return db
    .select({ submission: contentSubmissions, author: { id, nickname, avatar } })
    .from(contentSubmissions)
    .leftJoin(users, eq(users.id, contentSubmissions.authorId))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectWithAuthor>>[number]

/** @throws ApiError content_not_found */
async function findContent(db: Database, id: string): Promise<Row> {
  const [row] = await selectWithAuthor(db).where(eq(contentSubmissions.id, id))
  if (!row) throw new ApiError('content_not_found')
  return row
}

/** A submission as the list shows it. */
function present({ submission, author }: Row): Data<typeof api.listContent>[number] {
  const { id, kind, objectId, field, value, state, createdAt } = submission
  const { name = '', form = 'text' } = checkedField(kind, field) ?? {}
  const isPicture = form !== 'text'
  return { id, kind, objectId, name, isPicture, value, author, state, createTime: createdAt.toISOString() }
}

/** A submission together with what others see in its place. @throws ApiError content_not_found */
async function readContent(db: Database, id: string): Promise<api.ContentEvidence> {
  const row = await findContent(db, id)
  const { kind, objectId, field, state, decidedAt, reason, traceId } = row.submission
  const placeholder = state === 'WAITING' ? placeholderOf(id) : null
  const isOnce = checkedField(kind, field)?.isOnce === true
  const shown = isOnce ? placeholder : (await SHOWN_THINGS[kind]?.read?.(db, objectId))?.[field]
  const actorId = decidedAt && ((await readDecider(db, { kind: 'content', id })) ?? '微信')
  return {
    ...present(row),
    present: shown ?? null,
    isWithWechat: traceId !== null && decidedAt === null,
    decision: decidedAt && { by: actorId, at: decidedAt.toISOString(), reason },
  }
}

/**
 * Others see an approved value from then on. A rejection needs a reason, and the author is notified of it. Repeating the
 * same verdict returns the current state. What its author superseded is not found.
 */
async function decideContent({ params: { id }, body, staff, db, now, app }: Handled<typeof api.decideContent>) {
  const { approve: isApproved } = body
  const reason = isApproved ? '' : (body.reason?.trim() ?? '')
  if (!isApproved && reason === '') throw new ApiError('content_reason_missing')
  return db.transaction(async (tx) => {
    const found = await findContent(tx, id)
    const { kind, objectId, field, value } = found.submission
    await lockObject(tx, kind, objectId)
    const locked = await lockContent(tx, id)
    if (!locked) throw new ApiError('content_not_found')
    const state = isApproved ? 'APPROVED' : 'REJECTED'
    if (locked.state === state) return readContent(tx, id)
    if (locked.state !== 'WAITING') throw new ApiError('content_decided')
    await settleContent(tx, locked, { isApproved, reason, now, effects: app.payments.effects })
    const { name = '', form } = checkedField(kind, field) ?? {}
    const whose = `${found.author?.nickname ?? '访客'}的${form === 'text' ? `${name}「${value}」` : name}`
    await recordAuditEvent(tx, {
      actorId: staff.id,
      action: isApproved ? 'content.approve' : 'content.reject',
      objectId: id,
      summary: isApproved ? `通过${whose}` : `不通过${whose}：${reason}`,
      now,
    })
    return readContent(tx, id)
  })
}

export default plugin([
  // Those that wait for an operator, the oldest first, or decided ones, the latest first.
  handle(api.listContent, ({ query, db, now }) => {
    const isDecided = query.state === 'decided'
    return pageOf(db, selectWithAuthor(db), {
      where: isDecided ? isNotNull(contentSubmissions.decidedAt) : contentWaitsForOperators(now),
      order: isDecided
        ? [desc(contentSubmissions.decidedAt), desc(contentSubmissions.id)]
        : [asc(contentSubmissions.id)],
      query,
      present,
    })
  }),

  handle(api.getContent, ({ params, db }) => readContent(db, params.id)),

  handle(api.decideContent, decideContent),
])
