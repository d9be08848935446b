import type { PendingContent } from '@paidang/api/areas/ground/content'
import { type ContentKind, checkedField, WITHHELD_TEXT } from '@paidang/domain/areas/ground/content/content'
import { View } from '@tarojs/components'

/** Shown at a field whose latest value others cannot see yet. */
export const IN_REVIEW = '审核中，通过后其他人才能看到'

/** The message after saving something that others cannot see completely yet. */
export function savedText({ pending }: { pending: PendingContent }, done: string): string {
  return pending.length > 0 ? '已保存，审核通过后其他人可见' : done
}

/** Whether the latest value of a field waits for approval. */
export function isInReview({ pending }: { pending: PendingContent }, field: string): boolean {
  return pending.some((one) => one.field === field)
}

/**
 * An object with the values that its author submitted last instead of the public ones. A withheld text is empty, since
 * its author writes another. The reader handles lists of pictures.
 */
export function asSubmitted<Thing extends { pending: PendingContent }>(thing: Thing): Thing {
  const own = thing.pending.filter(({ field }) => field in thing && field !== 'nicePhotos')
  const withheld = Object.entries<unknown>(thing).flatMap(([field, value]) =>
    value === WITHHELD_TEXT ? [[field, '']] : [],
  )
  return { ...thing, ...Object.fromEntries([...withheld, ...own.map(({ field, value }) => [field, value])]) }
}

/** The paths of a list of pictures that wait for approval. */
export function waitingIn({ pending }: { pending: PendingContent }, field: string): string[] {
  return pending.filter((one) => one.field === field).map(({ value }) => value)
}

type Props = { kind: ContentKind; pending: PendingContent; className?: string | undefined }

/** A text in review with the name of its author; others cannot read it yet. */
export function PendingText({ kind, pending, className }: Props) {
  return pending.map(({ field, value }) => (
    <View key={`${field} ${value}`} className={className ?? ''}>
      {`${checkedField(kind, field)?.name ?? ''}「${value}」${IN_REVIEW}`}
    </View>
  ))
}
