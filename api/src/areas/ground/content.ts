import { type Static, Type } from 'typebox'
import type { AreaReference } from '../../endpoint.ts'

/** Values that wait for their check, by field. The author sees them with 审核中. Others see the last approved value. */
export const PendingContent = Type.Array(Type.Object({ field: Type.String(), value: Type.String() }))
export type PendingContent = Static<typeof PendingContent>

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  fields: {
    'PendingContent.field': 'The name of the field whose value waits.',
    'PendingContent.value': 'The text or the path that waits for its check.',
    PendingContent: 'The values of a form that wait for their check.',
  },
}
