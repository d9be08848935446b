import type { CoachLock } from '@paidang/api/areas/activities/locks'
import { type Day, dateAndWeekday } from '@paidang/domain/kernel/day'
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
import type { Clash } from '../locks-data'
import { repeatChoices } from './lock-labels'

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
      <View className="in-0-8" {...semantics({ role: 'alert' })}>
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

type Props = {
  open: boolean
  date: Day
  /** The chosen last day; undefined without repetition. */
  until: Day | undefined
  onChoose: (until: Day | undefined) => void
  onClose: () => void
}

/** Chooses until which week a lock is repeated, with one press. */
export function RepeatSheet({ open, date, until, onChoose, onClose }: Props) {
  const choose = (chosen: Day | undefined) => {
    onChoose(chosen)
    onClose()
  }
  return (
    <Sheet open={open} onClose={onClose} title="每周重复">
      <View {...semantics({ role: 'radiogroup', label: '每周重复' })}>
        <Cell title="不重复" chosen={until === undefined} onPress={() => choose(undefined)} />
        {repeatChoices(date).map(({ until: last, text, count }) => (
          <Cell key={last} title={text} value={`共 ${count} 次`} chosen={until === last} onPress={() => choose(last)} />
        ))}
      </View>
    </Sheet>
  )
}

type OwnLocksSheetProps = {
  open: boolean
  date: Day
  locks: readonly CoachLock[]
  /** The lock that is being removed. */
  busyId: string | undefined
  onUnlock: (input: { id: string; series: boolean }) => void
  onClose: () => void
}

/** The coach's locks of a day. A repeated one is removed alone, or with all later ones. */
export function OwnLocksSheet({ open, date, locks, busyId, onUnlock, onClose }: OwnLocksSheetProps) {
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
              <View className="chips-12-8 keep">
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
