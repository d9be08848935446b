import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useRef } from 'react'
import { bookingViewPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { Facts } from '../../../../ui/dot'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { dateAndWeekday } from '../../../../ui/time-format'
import type { Clash } from '../locks-data'
import styles from './sheets.module.scss'

/** Shown when classes prevented the lock: each by name, with a link where the coach may see it. */
export function ClashSheet({ clash, onClose }: { clash: Clash | undefined; onClose: () => void }) {
  // The text stays during the closing animation.
  const last = useRef(clash)
  if (clash) last.current = clash
  const shown = last.current
  if (!shown) return null
  return (
    <Sheet
      open={clash !== undefined}
      onClose={onClose}
      title="有约课，锁不了"
      foot={
        <Button kind="plain" full onPress={onClose}>
          知道了
        </Button>
      }
    >
      <View className={styles.padded} {...semantics({ role: 'alert' })}>
        <Notice tone="wait" icon="warning">
          {shown.sentence}
        </Notice>
      </View>
      {shown.bookings.map(({ invitationId, title, date, beginTimeSlot, endTimeSlot, courtName }) => (
        <Cell
          key={`${date} ${beginTimeSlot} ${courtName}`}
          icon="ball"
          title={title}
          note={<Facts>{[dateAndWeekday(date), whenOf(beginTimeSlot, endTimeSlot), courtName]}</Facts>}
          onPress={
            invitationId === null
              ? undefined
              : () => {
                  onClose()
                  goTo(bookingViewPath(invitationId))
                }
          }
        />
      ))}
    </Sheet>
  )
}
