import { ApiError } from '@paidang/api/catalogue/errors'
import {
  type ContentField,
  type ContentKind,
  type ContentValues,
  checkedField,
  type HeldValue,
  labelName,
  sortContent,
} from '@paidang/domain/areas/content/content'
import type { Database } from '../../db/database.ts'
import type { Verdicts } from './check-content.ts'
import { approvePictures, deleteSuperseded, insertHeld } from './queries.ts'

type Submitted<Kind extends ContentKind> = {
  kind: Kind
  submitted: ContentValues<Kind>
  /** What others see now. */
  present: ContentValues<Kind>
  verdicts: Verdicts
}

/** What a form comes to: what others see from now on, and what is kept back. */
export type HeldBack<Kind extends ContentKind> = {
  kind: Kind
  submitted: ContentValues<Kind>
  applied: ContentValues<Kind>
  held: readonly HeldValue[]
}

/** Sorts the values of a form by what checks said. @throws ApiError content_rejected (data: field) */
export function sortOut<Kind extends ContentKind>({ kind, ...form }: Submitted<Kind>): HeldBack<Kind> {
  const sorted = sortContent(kind, form)
  if (sorted.rejected) throw rejectedAs(kind, sorted.rejected)
  return { kind, submitted: form.submitted, applied: sorted.applied, held: sorted.held }
}

/** The refusal of a form for one field of it. */
export function rejectedAs(kind: ContentKind, { field, label }: { field: string; label: number }): ApiError {
  const name = checkedField(kind, field)?.name ?? ''
  const message = `${name}含有不适合公开的内容（${labelName(label)}），请修改后再提交`
  return new ApiError('content_rejected', { message, data: { field } })
}

/** Keeps back what was sorted out, in the transaction that applies the rest; what waited in these fields is superseded. */
export async function keepBack<Kind extends ContentKind>(
  tx: Database,
  { kind, submitted, applied, held }: HeldBack<Kind>,
  { objectId, by, now }: { objectId: string; by: string; now: Date },
): Promise<void> {
  const fields = Object.keys(submitted) as ContentField<Kind>[]
  const object = { kind, objectId }
  await deleteSuperseded(tx, object, { fields, held })
  await insertHeld(tx, object, { held, authorId: by, now })
  const shown = fields
    .filter((field) => checkedField(kind, field)?.form !== 'text')
    .flatMap((field) => applied[field] ?? [])
  await approvePictures(tx, shown, now)
}

/** A text or path as a value of a form: none where it is empty. */
export function oneValue(text: string | null): string[] {
  const value = text?.trim() ?? ''
  return value === '' ? [] : [value]
}
