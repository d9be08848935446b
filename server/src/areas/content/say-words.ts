import {
  type ContentField,
  type ContentKind,
  type ContentValues,
  checkedField,
  placeholderOf,
  type SaidWords,
  sortSaid,
  WITHHELD_WORDS,
} from '@paidang/domain/areas/content/content'
import { isUsualReason } from '@paidang/domain/areas/content/usual-reasons'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { messagesTopic } from '../messages/tell.ts'
import { checkContent, type Verdicts } from './check-content.ts'
import { oneValue, rejectedAs } from './hold-content.ts'
import { SHOWN_THINGS } from './shown-things.ts'
import type { ContentRow } from './tables.ts'
import {
  deleteWords,
  fillPlaceholders,
  insertWords,
  isPlaced,
  listFormerWords,
  listWaitingBy,
  reserveId,
} from './word-queries.ts'

/** Words by field; undefined where nothing is said. */
export type Words<Kind extends ContentKind> = Partial<Record<ContentField<Kind>, string | undefined>>

/** Words that go with an action on a thing; `objectId` is undefined for one that the action makes. */
type Saying<Kind extends ContentKind> = {
  kind: Kind
  objectId: string | undefined
  words: Words<Kind>
  verdicts: Verdicts
  by: string
  now: Date
}

/** Asks what may be said at once, before the transaction of the action; reasons that are only chosen need no check. */
export async function checkWords<Kind extends ContentKind>(
  app: Pick<FastifyInstance, 'db' | 'wechat' | 'publicUrl'>,
  { kind, words, by, request }: { kind: Kind; words: Words<Kind>; by: string; request: FastifyRequest },
): Promise<Verdicts> {
  const said = Object.entries<string | undefined>(words).filter(([, text]) => !isUsualReason(text?.trim() ?? ''))
  const values = Object.fromEntries<readonly string[]>(
    said.map(([field, text]) => [field, oneValue(text ?? null)]),
  ) as ContentValues<Kind>
  return checkContent(app, { kind, objectId: undefined, values, by, request })
}

/**
 * Carries out an action with its words. What is undecided goes out as a placeholder, and nothing else of the action waits; an
 * operator's verdict puts the words, or （未公开）, wherever the placeholder stands. Words whose placeholder stands nowhere, as those
 * of an action that was done before or that newer words replaced, are forgotten.
 *
 * @param act gets the words as others read them, trimmed
 * @param idOf the id of the thing that the action made
 * @throws ApiError content_rejected (data: field), whatever `act` throws
 * Source: decision record 032
 */
export async function sayWords<Kind extends ContentKind, Result>(
  db: Database,
  { kind, objectId, words, verdicts, by, now }: Saying<Kind>,
  act: (tx: Database, words: Words<Kind>) => Promise<Result>,
  idOf?: (result: Result) => string,
): Promise<Result> {
  const former = objectId === undefined ? [] : await listFormerWords(db, { kind, objectId }, by)
  const typed = Object.entries<string | undefined>(words).flatMap(([field, text]) =>
    text === undefined ? [] : [[field, text.trim()] as const],
  )
  const sorted = sortSaid(kind, Object.fromEntries(typed), { verdicts, former })
  if (sorted.rejected) throw rejectedAs(kind, sorted.rejected)
  const waiting = former.filter(({ state, field }) => state === 'WAITING' && checkedField(kind, field)?.isOnce)
  const held = sorted.said.filter(({ isHeld }) => isHeld)
  if (held.length + waiting.length === 0) return act(db, shownOf<Kind>(sorted.said, new Map()))

  return db.transaction(async (tx) => {
    const ids = new Map<string, string>()
    for (const one of held) ids.set(one.field, (one.isHeld ? one.heldId : undefined) ?? (await reserveId(tx)))
    const result = await act(tx, shownOf<Kind>(sorted.said, ids))
    const id = objectId ?? idOf?.(result)
    if (id === undefined) throw new Error(`nobody knows what ${kind} the words are about`)
    await SHOWN_THINGS[kind].lock(tx, id)
    for (const { field, text: value, ...one } of held) {
      const words = { kind, objectId: id, id: ids.get(field) ?? '', authorId: by }
      if ((!one.isHeld || one.heldId === undefined) && (await isPlaced(tx, words))) {
        await insertWords(tx, { ...words, field, value, createdAt: now })
      }
    }
    if (objectId !== undefined) await settleFormer(tx, waiting, { kind, objectId }, by)
    return result
  })
}

/** Forgets words that were replaced; those that were decided while the action went on are shown as they were decided. */
async function settleFormer(
  tx: Database,
  waiting: readonly ContentRow[],
  object: { kind: ContentKind; objectId: string },
  by: string,
): Promise<void> {
  const present = await listFormerWords(tx, object, by)
  for (const row of waiting) {
    const state = present.find(({ id }) => id === row.id)?.state
    if (state !== 'WAITING') await fillWords(tx, row, state === 'APPROVED' ? row.value : WITHHELD_WORDS)
    else if (!(await isPlaced(tx, row))) await deleteWords(tx, row.id)
  }
}

function shownOf<Kind extends ContentKind>(said: readonly SaidWords[], ids: ReadonlyMap<string, string>): Words<Kind> {
  return Object.fromEntries(
    said.map(({ field, text }) => {
      const id = ids.get(field)
      return [field, id === undefined ? text : placeholderOf(id)]
    }),
  ) as Words<Kind>
}

/** Shows words wherever their placeholder stands, and tells whoever was written to that it is so. */
export async function fillWords(tx: Database, row: ContentRow, text: string): Promise<void> {
  const receiverIds = await fillPlaceholders(tx, row, text)
  await publishChanges(tx, [...new Set(receiverIds)].map(messagesTopic))
}

/** Nobody will decide what an author leaves behind: it is not shown. */
export async function withholdWords(tx: Database, authorId: string): Promise<void> {
  for (const row of await listWaitingBy(tx, authorId)) {
    if (checkedField(row.kind, row.field)?.isOnce) await fillWords(tx, row, WITHHELD_WORDS)
  }
}
