import {
  type ContentField,
  type ContentKind,
  type ContentValues,
  checkedField,
  placeholderOf,
  type SubmittedText,
  sortSubmitted,
  WITHHELD_TEXT,
} from '@paidang/domain/areas/ground/content/content'
import { isUsualReason } from '@paidang/domain/areas/ground/content/usual-reasons'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { param, statement } from '../../../db/statement.ts'
import { type ContentRow, contentSubmissions } from '../../../tables/content.ts'
import { checkContent, type Verdicts } from './check-content.ts'
import { oneValue, rejectedAs } from './hold-content.ts'
import { type ContentObject, isWaiting, lockObject, ofObject } from './submissions.ts'
import { fillTexts, isPlaced } from './text-places.ts'

/** Texts by field; undefined where no text is given. */
export type ReviewedTexts<Kind extends ContentKind> = Partial<Record<ContentField<Kind>, string | undefined>>

/** Texts that belong to an action on a thing; `objectId` is undefined when the action creates the thing. */
type Saying<Kind extends ContentKind> = {
  kind: Kind
  objectId: string | undefined
  words: ReviewedTexts<Kind>
  verdicts: Verdicts
  /** Null for a guest, who only creates things. */
  actorId: string | null
  now: Date
}

const lockKey = statement<{ key: string }>(
  () => sql`select pg_advisory_xact_lock(hashtextextended(${param('key')}, 0))`,
  { isSentWithNext: true },
)

/** Locks an author's texts about a thing until the transaction ends, also those that are not stored yet. */
async function lockTexts(tx: Database, { kind, objectId }: ContentObject, authorId: string | null): Promise<void> {
  const key = `texts|${kind}|${objectId}|${authorId}`
  await tx.execute(lockKey({ key }))
}

/** Lists an author's earlier submissions about a thing that wait or were approved. */
async function listPreviousTexts(db: Database, object: ContentObject, authorId: string | null): Promise<ContentRow[]> {
  if (authorId === null) return []
  const { state, id } = contentSubmissions
  return db
    .select()
    .from(contentSubmissions)
    .where(and(eq(contentSubmissions.authorId, authorId), ofObject(object), inArray(state, ['WAITING', 'APPROVED'])))
    .orderBy(asc(id))
}

/** Reserves the id of a submission. Its row is inserted later, once the thing it is about exists. */
async function reserveId(tx: Database): Promise<string> {
  const sequence = sql`pg_get_serial_sequence('content_submissions', 'id')`
  const { rows } = await tx.execute<{ id: string }>(sql`select nextval(${sequence})::text as id`)
  if (!rows[0]) throw new Error('a sequence answered no row')
  return rows[0].id
}

/** Checks the texts of an action before its transaction. Reasons that are chosen from a list need no check. */
export async function checkTexts<Kind extends ContentKind>(
  app: Pick<FastifyInstance, 'db' | 'wechat' | 'publicUrl'>,
  {
    kind,
    words,
    actorId,
    request,
  }: { kind: Kind; words: ReviewedTexts<Kind>; actorId: string | null; request: FastifyRequest },
): Promise<Verdicts> {
  const said = Object.entries<string | undefined>(words).filter(([, text]) => !isUsualReason(text?.trim() ?? ''))
  const values = Object.fromEntries<readonly string[]>(
    said.map(([field, text]) => [field, oneValue(text ?? null)]),
  ) as ContentValues<Kind>
  return checkContent(app, { kind, objectId: undefined, values, actorId: actorId ?? undefined, request })
}

/**
 * Runs an action with its texts. An undecided text is replaced by a placeholder, and the action itself does not wait.
 * An operator's verdict replaces every placeholder with the text, or with （未公开）. A text without a placeholder anywhere
 * is deleted. That happens when the action was a repeat, or a newer text replaced it.
 *
 * @param act receives the texts as others read them, trimmed
 * @param idOf the id of the thing that the action created
 * @throws ApiError content_rejected (data: field), whatever `act` throws
 * Source: decision record 032
 */
export async function submitText<Kind extends ContentKind, Result>(
  db: Database,
  { kind, objectId, words, verdicts, actorId, now }: Saying<Kind>,
  act: (tx: Database, words: ReviewedTexts<Kind>) => Promise<Result>,
  idOf?: (result: Result) => string,
): Promise<Result> {
  const typed = Object.entries<string | undefined>(words).flatMap(([field, text]) =>
    text === undefined ? [] : [[field, text.trim()] as const],
  )
  const sort = (former: readonly ContentRow[]) => {
    const sorted = sortSubmitted(kind, Object.fromEntries(typed), { verdicts, former })
    if (sorted.rejected) throw rejectedAs(kind, sorted.rejected)
    return sorted.said
  }
  if (objectId === undefined && sort([]).every(({ isHeld }) => !isHeld)) {
    return act(db, Object.fromEntries(typed) as ReviewedTexts<Kind>)
  }

  return db.transaction(async (tx) => {
    // Two actions of an author on one thing must see each other's texts.
    if (objectId !== undefined) await lockTexts(tx, { kind, objectId }, actorId)
    const former = objectId === undefined ? [] : await listPreviousTexts(tx, { kind, objectId }, actorId)
    const said = sort(former)
    const waiting = former.filter(({ state, field }) => state === 'WAITING' && checkedField(kind, field)?.isOnce)
    const held = said.filter(({ isHeld }) => isHeld)
    if (held.length + waiting.length === 0) return act(tx, shownOf<Kind>(said, new Map()))
    const ids = new Map<string, string>()
    for (const one of held) ids.set(one.field, (one.isHeld ? one.heldId : undefined) ?? (await reserveId(tx)))
    const result = await act(tx, shownOf<Kind>(said, ids))
    const id = objectId ?? idOf?.(result)
    if (id === undefined) throw new Error(`nobody knows what ${kind} the words are about`)
    await lockObject(tx, kind, id)
    for (const { field, text: value, ...one } of held) {
      const words = { kind, objectId: id, id: ids.get(field) ?? '', authorId: actorId }
      if ((!one.isHeld || one.heldId === undefined) && (await isPlaced(tx, words))) {
        await tx.insert(contentSubmissions).values({ ...words, field, value, createdAt: now })
      }
    }
    if (objectId !== undefined && actorId !== null) await settleFormer(tx, waiting, { kind, objectId }, actorId)
    return result
  })
}

/** Deletes texts that were replaced. A text that was decided during the action is shown as it was decided. */
async function settleFormer(
  tx: Database,
  waiting: readonly ContentRow[],
  object: { kind: ContentKind; objectId: string },
  actorId: string,
): Promise<void> {
  const present = await listPreviousTexts(tx, object, actorId)
  for (const row of waiting) {
    const state = present.find(({ id }) => id === row.id)?.state
    if (state !== 'WAITING') await fillTexts(tx, row, state === 'APPROVED' ? row.value : WITHHELD_TEXT)
    else if (!(await isPlaced(tx, row))) await tx.delete(contentSubmissions).where(eq(contentSubmissions.id, row.id))
  }
}

function shownOf<Kind extends ContentKind>(
  said: readonly SubmittedText[],
  ids: ReadonlyMap<string, string>,
): ReviewedTexts<Kind> {
  return Object.fromEntries(
    said.map(({ field, text }) => {
      const id = ids.get(field)
      return [field, id === undefined ? text : placeholderOf(id)]
    }),
  ) as ReviewedTexts<Kind>
}

/** Withholds the undecided texts of an author whose account ends, since nobody will decide them. */
export async function withholdText(tx: Database, authorId: string): Promise<void> {
  const undecided = await tx
    .select()
    .from(contentSubmissions)
    .where(and(eq(contentSubmissions.authorId, authorId), isWaiting))
    .orderBy(asc(contentSubmissions.id))
  for (const row of undecided) {
    if (checkedField(row.kind, row.field)?.isOnce) await fillTexts(tx, row, WITHHELD_TEXT)
  }
}
