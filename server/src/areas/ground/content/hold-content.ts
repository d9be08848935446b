import { ApiError } from '@paidang/api/catalogue/errors'
import {
  type ContentField,
  type ContentKind,
  type ContentValues,
  checkedField,
  type HeldValue,
  labelName,
  sortContent,
} from '@paidang/domain/areas/ground/content/content'
import { and, eq, inArray, isNull, not, or } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { contentSubmissions } from '../../../tables/content.ts'
import { files } from '../../../tables/files.ts'
import type { Verdicts } from './check-content.ts'
import { type ContentObject, isWaiting, ofObject } from './submissions.ts'

type Submitted<Kind extends ContentKind> = {
  kind: Kind
  submitted: ContentValues<Kind>
  /** The values that others see now. */
  present: ContentValues<Kind>
  verdicts: Verdicts
}

/** The result of sorting a form: `applied` is visible from now on, `held` waits for approval. */
export type HeldBack<Kind extends ContentKind> = {
  kind: Kind
  submitted: ContentValues<Kind>
  applied: ContentValues<Kind>
  held: readonly HeldValue[]
}

/** Splits the values of a form by their verdicts. @throws ApiError content_rejected (data: field) */
export function sortOut<Kind extends ContentKind>({ kind, ...form }: Submitted<Kind>): HeldBack<Kind> {
  const sorted = sortContent(kind, form)
  if (sorted.rejected) throw rejectedAs(kind, sorted.rejected)
  return { kind, submitted: form.submitted, applied: sorted.applied, held: sorted.held }
}

/** Makes the refusal of a form because of one field. */
export function rejectedAs(kind: ContentKind, { field, label }: { field: string; label: number }): ApiError {
  const name = checkedField(kind, field)?.name ?? ''
  const message = `${name}含有不适合公开的内容（${labelName(label)}），请修改后再提交`
  return new ApiError('content_rejected', { message, data: { field } })
}

/** Deletes what waits in these fields of a thing, except values that its author submits again. */
async function deleteSuperseded(
  tx: Database,
  object: ContentObject,
  { fields, held, authorId }: { fields: readonly string[]; held: readonly HeldValue[]; authorId: string },
): Promise<void> {
  if (fields.length === 0) return
  const same = held.map(({ field, value }) =>
    and(
      eq(contentSubmissions.field, field),
      eq(contentSubmissions.value, value),
      eq(contentSubmissions.authorId, authorId),
    ),
  )
  const isHeld = or(...same)
  await tx
    .delete(contentSubmissions)
    .where(
      and(
        ofObject(object),
        isWaiting,
        inArray(contentSubmissions.field, [...fields]),
        isHeld ? not(isHeld) : undefined,
      ),
    )
}

/** Marks pictures as approved, so that other places may show them too. */
export async function approvePictures(tx: Database, paths: readonly string[], now: Date): Promise<void> {
  if (paths.length === 0) return
  await tx
    .update(files)
    .set({ approvedAt: now })
    .where(and(inArray(files.relativePath, [...paths]), isNull(files.approvedAt)))
}

/** Stores the held values in the transaction that applies the rest. It supersedes what waited in these fields. */
export async function holdBack<Kind extends ContentKind>(
  tx: Database,
  { kind, submitted, applied, held }: HeldBack<Kind>,
  { objectId, actorId, now }: { objectId: string; actorId: string; now: Date },
): Promise<void> {
  const fields = Object.keys(submitted) as ContentField<Kind>[]
  const object = { kind, objectId }
  await deleteSuperseded(tx, object, { fields, held, authorId: actorId })
  if (held.length > 0) {
    const rows = held.map((one) => ({ ...object, ...one, authorId: actorId, createdAt: now }))
    // Values that wait already stay as they are.
    await tx.insert(contentSubmissions).values(rows).onConflictDoNothing()
  }
  const shown = fields
    .filter((field) => checkedField(kind, field)?.form !== 'text')
    .flatMap((field) => applied[field] ?? [])
  await approvePictures(tx, shown, now)
}

/** A text or path as a list of values; empty for an empty text. */
export function oneValue(text: string | null): string[] {
  const value = text?.trim() ?? ''
  return value === '' ? [] : [value]
}
