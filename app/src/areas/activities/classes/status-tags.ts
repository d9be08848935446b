import {
  INVITATION_STATUS_NAMES,
  type InvitationStatus,
} from '@paidang/domain/areas/activities/classes/invitation-status'
import type { TagKind } from '../../../ui/tag'

/** The look of each status. */
export const STATUS_TAGS: Record<InvitationStatus, TagKind> = {
  PENDING: 'wait',
  CONFIRMED: 'ok',
  COMPLETED: 'mute',
  CANCELLED: 'mute',
  EXPIRED: 'mute',
}

/** Returns text and look of a class's status. One that was entered after it was held (补录) waits for its players. */
export function tagOfStatus(status: InvitationStatus, pastReason: string | null): { text: string; kind: TagKind } {
  if (status === 'CONFIRMED' && pastReason !== null) return { text: '补录待核对', kind: STATUS_TAGS.PENDING }
  return { text: INVITATION_STATUS_NAMES[status], kind: STATUS_TAGS[status] }
}
