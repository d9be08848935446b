import type { CoachLock } from '@paidang/api/areas/locks'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { ActionSheet, type SheetAction } from '../../../../ui/action-sheet'
import { dayText } from '../../../../ui/time-format'
import { useUnlockOwnTime } from '../../../time/locks/locks-data'

type Props = {
  /** The lock that was pressed; it is kept during the closing animation. */
  lock: CoachLock | undefined
  open: boolean
  onClose: () => void
  now: Date
}

/** 解除锁定: removes this time only, or also every later one of its repetition. */
export function UnlockSheet({ lock, open, onClose, now }: Props) {
  const unlock = useUnlockOwnTime({ onDone: onClose, onClash: onClose })
  if (!lock) return null
  const { id, date, beginTimeSlot, endTimeSlot, seriesId } = lock
  const weekly: SheetAction<'one' | 'series'>[] =
    seriesId === null ? [] : [{ key: 'series', icon: 'calendar', text: '解除这次和之后每周的锁定' }]
  return (
    <ActionSheet
      open={open}
      onClose={onClose}
      caption={`${dayText(date, now)} ${whenOf(beginTimeSlot, endTimeSlot)} 不可约`}
      actions={[{ key: 'one', icon: 'lock', text: seriesId === null ? '解除锁定' : '只解除这一次' }, ...weekly]}
      onSelect={(which) => unlock.act({ id, series: which === 'series' })}
    />
  )
}
