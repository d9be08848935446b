import type { PendingContent } from '@paidang/api/areas/content'
import { type ContentKind, checkedField } from '@paidang/domain/areas/content/content'
import { View } from '@tarojs/components'
import { IN_REVIEW } from './pending-content'

type Props = { kind: ContentKind; pending: PendingContent; className?: string | undefined }

/** A text in review with the name of its author; others cannot read it yet. */
export function PendingText({ kind, pending, className }: Props) {
  return pending.map(({ field, value }) => (
    <View key={`${field} ${value}`} className={className ?? ''}>
      {`${checkedField(kind, field)?.name ?? ''}「${value}」${IN_REVIEW}`}
    </View>
  ))
}
