import type { Venue } from '@paidang/api/areas/places/venues'
import type { SlotRange } from '@paidang/domain/areas/time/schedule/selection'
import { type Day, dateAndWeekday } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { memo, type ReactNode, useRef } from 'react'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { VenuePicture } from '../../../../ui/venue-picture'
import { weekdayAndDate } from '../../../time/schedule/strip-days'
import type { RangeOnDay } from '../draft'
import type { Clash } from '../submit-data'
import styles from './sheets.module.scss'

type VenueProps = {
  open: boolean
  venues: readonly Venue[]
  chosenId: string | null
  /** Half-hours are chosen, which another venue would remove. */
  hasSlots: boolean
  onChoose: (stadiumId: string) => void
  onClose: () => void
}

/** Chooses among the coach's venues, with one press. */
export const VenueSheet = memo(function VenueSheet({
  open,
  venues,
  chosenId,
  hasSlots,
  onChoose,
  onClose,
}: VenueProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="选择场馆"
      foot={hasSlots && venues.length > 1 ? <Notice>更换场馆会清空已选的时段</Notice> : undefined}
    >
      <View className="pb-8" {...semantics({ role: 'radiogroup', label: '选择场馆' })}>
        {venues.map((venue) => (
          <Cell
            key={venue.id}
            lead={<VenuePicture id={venue.id} src={venue.avatar} size={48} />}
            title={venue.name}
            note={
              <Facts>
                {venue.address}
                {`${venue.courts.length} 片场地`}
              </Facts>
            }
            chosen={venue.id === chosenId}
            onPress={() => {
              onChoose(venue.id)
              onClose()
            }}
          />
        ))}
      </View>
    </Sheet>
  )
})

const WHO: Record<NonNullable<Clash['who']>, string> = {
  coach: '教练',
  court: '场地',
  self: '您自己',
  participant: '有参与人',
}

type ClashProps = {
  /** The clash to show. The sheet is closed without it. */
  clash: Clash | undefined
  courts: readonly { courtCode: string; name: string }[]
  /** The next day with free half-hours, for a day without a free run of that length. */
  nextDay: Day | undefined
  onChoose: (range: RangeOnDay) => void
  onChooseDay: (date: Day) => void
  onClose: () => void
  /** More choices, below the free runs of the day. */
  children?: ReactNode
}

/** Shown when the half-hours are taken: whose time it is, and the nearest free runs, each at one press. */
export const ClashSheet = memo(function ClashSheet(props: ClashProps) {
  const { clash, courts, nextDay, onChoose, onChooseDay, onClose, children } = props
  // The text stays during the closing animation.
  const last = useRef(clash)
  if (clash) last.current = clash
  const shown = last.current
  if (!shown) return null
  const nameOf = (courtCode: string) => courts.find((court) => court.courtCode === courtCode)?.name ?? courtCode
  const rangeText = ({ courtCode, beginTimeSlot, endTimeSlot }: SlotRange) =>
    `${nameOf(courtCode)} ${whenOf(beginTimeSlot, endTimeSlot)}`
  return (
    <Sheet
      open={clash !== undefined}
      onClose={onClose}
      title={shown.who ? `${WHO[shown.who]}这段时间没有空` : '这段时间约不了'}
      foot={
        <Button kind="plain" full onPress={onClose}>
          回到场地自己选
        </Button>
      }
    >
      <View className="in-0-0" {...semantics({ role: 'alert' })}>
        <Notice tone="wait" icon="warning">
          <View className={styles.strong}>{rangeText(shown.input)}</View>
          <View>{shown.sentence}</View>
        </Notice>
      </View>
      <View className={classNames(styles.caption, 't-sub muted')}>{captionOf(shown.alternatives)}</View>
      {shown.alternatives?.length === 0 && nextDay && (
        <Cell
          icon="calendar"
          title={`看 ${weekdayAndDate(nextDay)}`}
          note="之后最近有空闲的一天"
          onPress={() => onChooseDay(nextDay)}
        />
      )}
      {shown.alternatives?.map((range) => (
        <Cell
          key={`${range.courseDate} ${range.courtCode} ${range.beginTimeSlot}`}
          icon="clock"
          title={rangeText(range)}
          note={dateAndWeekday(range.courseDate)}
          onPress={() => onChoose(range)}
        />
      ))}
      {children}
    </Sheet>
  )
})

function captionOf(alternatives: Clash['alternatives']): string {
  if (!alternatives) return '回到场地另选一段，提交时会核对所有参与人的时间'
  return alternatives.length > 0 ? '最近的空闲时段，点一下就换过去' : '这天没有同样长的空闲时段，换个日期看看'
}
