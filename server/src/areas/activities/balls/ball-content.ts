import type { ContentValues } from '@paidang/domain/areas/content/content'
import type { Verdicts } from '../../ground/content/check-content.ts'
import { type HeldBack, oneValue, sortOut } from '../../ground/content/hold-content.ts'

/** The text of a game that is checked before others see it. */
type Words = { title: string; description: string }

/** The text of a game's form that is checked. */
export function ballContent({ title, description = '' }: { title: string; description?: string | undefined }) {
  return { title: oneValue(title), description: oneValue(description) } satisfies ContentValues<'ball'>
}

/**
 * Sorts text into what others read from now on, and what is held back for approval.
 *
 * @throws ApiError content_rejected
 */
export function sortTexts(
  submitted: Words,
  { present, verdicts }: { present: Words; verdicts: Verdicts },
): { shown: Words; sorted: HeldBack<'ball'> } {
  const sorted = sortOut({ kind: 'ball', submitted: ballContent(submitted), present: ballContent(present), verdicts })
  const { title, description } = sorted.applied
  return { shown: { title: title?.[0] ?? present.title, description: description?.[0] ?? '' }, sorted }
}
