import type { CoachLock } from '@paidang/api/areas/locks'
import type { Day } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { Facts } from '../../../../ui/dot'
import { Sheet } from '../../../../ui/sheet'
import { dateAndWeekday } from '../../../../ui/time-format'
import styles from './sheets.module.scss'

type Props = {
  open: boolean
  date: Day
  locks: readonly CoachLock[]
  /** The lock that is being removed. */
  busyId: string | undefined
  onUnlock: (input: { id: string; series: boolean }) => void
  onClose: () => void
}

/** The coach's locks of a day. A repeated one is removed alone, or with all later ones. */
export function OwnLocksSheet({ open, date, locks, busyId, onUnlock, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={`${dateAndWeekday(date)} 已锁时段`}>
      {locks.map(({ id, beginTimeSlot, endTimeSlot, reason, seriesId }) => {
        const when = whenOf(beginTimeSlot, endTimeSlot)
        const unlock = (text: string, series: boolean) => (
          <Button
            kind="plain"
            size="s"
            label={`${text} ${when}`}
            busy={busyId === id}
            disabled={busyId !== undefined && busyId !== id}
            onPress={() => onUnlock({ id, series })}
          >
            {text}
          </Button>
        )
        return (
          <Cell
            key={id}
            title={when}
            note={<Facts>{[reason, seriesId === null ? '' : '每周重复']}</Facts>}
            tail={
              <View className={styles.unlocks}>
                {seriesId === null ? (
                  unlock('解除', false)
                ) : (
                  <>
                    {unlock('只解除这次', false)}
                    {unlock('连同之后', true)}
                  </>
                )}
              </View>
            }
          />
        )
      })}
    </Sheet>
  )
}
