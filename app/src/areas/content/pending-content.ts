import type { PendingContent } from '@paidang/api/areas/content'

/** What stands at a field of which others do not see the latest yet. */
export const IN_REVIEW = '审核中，通过后其他人才能看到'

/** What is said of something that was saved and that others do not see whole yet. */
export function savedWords({ pending }: { pending: PendingContent }, done: string): string {
  return pending.length > 0 ? '已保存，审核通过后其他人可见' : done
}

/** Whether the latest value of a field waits to be approved. */
export function isInReview({ pending }: { pending: PendingContent }, field: string): boolean {
  return pending.some((one) => one.field === field)
}

/** A thing with what its author submitted last in place of what others see; lists of pictures are their reader's affair. */
export function asSubmitted<Thing extends { pending: PendingContent }>(thing: Thing): Thing {
  const own = thing.pending.filter(({ field }) => field in thing && field !== 'nicePhotos')
  return { ...thing, ...Object.fromEntries(own.map(({ field, value }) => [field, value])) }
}

/** The paths that wait in a list of pictures. */
export function waitingIn({ pending }: { pending: PendingContent }, field: string): string[] {
  return pending.filter((one) => one.field === field).map(({ value }) => value)
}
