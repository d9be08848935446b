import type { ContentValues } from '@paidang/domain/areas/content/content'
import type { Verdicts } from '../content/check-content.ts'
import { type HeldBack, oneValue, sortOut } from '../content/hold-content.ts'

/** The words of a game that are checked before others see them. */
type Words = { title: string; description: string }

/** What of a game's form is checked. */
export function ballContent({ title, description = '' }: { title: string; description?: string | undefined }) {
  return { title: oneValue(title), description: oneValue(description) } satisfies ContentValues<'ball'>
}

/** What others read from now on, and what is kept back. @throws ApiError content_rejected */
export function sortWords(
  submitted: Words,
  { present, verdicts }: { present: Words; verdicts: Verdicts },
): { shown: Words; sorted: HeldBack<'ball'> } {
  const sorted = sortOut({ kind: 'ball', submitted: ballContent(submitted), present: ballContent(present), verdicts })
  const { title, description } = sorted.applied
  return { shown: { title: title?.[0] ?? present.title, description: description?.[0] ?? '' }, sorted }
}
