import { type Static, Type } from 'typebox'

/** Values that wait for their check, by field. The author sees them with 审核中. Others see the last approved value. */
export const PendingContent = Type.Array(Type.Object({ field: Type.String(), value: Type.String() }))
export type PendingContent = Static<typeof PendingContent>
