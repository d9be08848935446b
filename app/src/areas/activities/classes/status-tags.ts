import type { InvitationStatus } from '@paidang/domain/areas/activities/classes/invitation-status'
import type { TagKind } from '../../../ui/tag'

/** The look of each status. */
export const STATUS_TAGS: Record<InvitationStatus, TagKind> = {
  PENDING: 'wait',
  CONFIRMED: 'ok',
  COMPLETED: 'mute',
  CANCELLED: 'mute',
  EXPIRED: 'mute',
}
