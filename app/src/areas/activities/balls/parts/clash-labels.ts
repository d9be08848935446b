import type { PlayerBusy } from '@paidang/api/areas/ball-changes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { PublishForm } from './publish-form'

/**
 * Returns the clash with a game's time: the initiator's own appointment, or the court. Undefined for any other failure.
 */
export function timeClashText(
  error: unknown,
  { beginTimeSlot, endTimeSlot, selectedCourt }: Pick<PublishForm, 'beginTimeSlot' | 'endTimeSlot' | 'selectedCourt'>,
  courts: readonly { name: string }[],
): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'ball_player_busy') {
    const busyWith = (error.data as PlayerBusy | null)?.busyWith
    if (!busyWith) return error.message
    return `${error.message}：${busyWith.title} ${whenOf(busyWith.beginTimeSlot, busyWith.endTimeSlot)}`
  }
  if (error.code === 'participant_busy') return error.message
  if (error.code !== 'slot_taken') return undefined
  const court = selectedCourt === null ? undefined : courts[selectedCourt]?.name
  if (court === undefined || beginTimeSlot === null || endTimeSlot === null) return error.message
  return `${court} ${whenOf(beginTimeSlot, endTimeSlot)} 已被订，请换一片场地或时段`
}

/** Returns the caller's own game at exactly this time. An earlier press whose answer was lost has arranged it. */
export function arrangedBallId(
  error: unknown,
  { beginTimeSlot, endTimeSlot }: Pick<PublishForm, 'beginTimeSlot' | 'endTimeSlot'>,
): string | null {
  if (!(error instanceof ApiError) || error.code !== 'ball_player_busy') return null
  const busyWith = (error.data as PlayerBusy | null)?.busyWith
  return busyWith?.beginTimeSlot === beginTimeSlot && busyWith.endTimeSlot === endTimeSlot ? busyWith.ballId : null
}

const PLACE_AND_TIME: readonly (keyof PublishForm)[] = [
  'placeBy',
  'stadiumId',
  'takesCourt',
  'selectedCourt',
  'activityDate',
  'beginTimeSlot',
  'endTimeSlot',
]

/** Whether a change of the form moves the game to another time or place. The last clash then no longer applies. */
export function movesBall(form: PublishForm, change: Partial<PublishForm>): boolean {
  return PLACE_AND_TIME.some((key) => key in change && change[key] !== form[key])
}
