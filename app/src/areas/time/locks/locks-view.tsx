import { DATE_WINDOW_DAYS, type Day, dayOf, daysBetween, isDay } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useFullMinute } from '../../../platform/use-minute'
import { classNames } from '../../../ui/class-names'
import { Page } from '../../../ui/page'
import { Segmented } from '../../../ui/segmented'
import { CoachOnly } from '../../people/auth/coach-only'
import { useManagedVenues } from '../../places/venues/venues-data'
import { CourtLocks } from './court-locks'
import styles from './locks-view.module.scss'
import { OwnLocks } from './own-locks'

type Props = { of?: string | undefined; stadiumId?: string | undefined; date?: string | undefined }

const HALVES = [
  { key: 'courts', text: '锁场地' },
  { key: 'me', text: '锁我的时间' },
] as const

/** 设置不可约时段: locks half-hours of courts that the coach manages, or of the coach's own day. */
export function LocksView({ of, stadiumId, date }: Props) {
  return (
    <Page title="设置不可约时段" white>
      <CoachOnly>
        <Locks of={of} stadiumId={stadiumId} date={date} />
      </CoachOnly>
    </Page>
  )
}

function Locks({ of, stadiumId, date: asked }: Props) {
  const now = useFullMinute()
  const today = dayOf(now)
  // Who manages no venue has only their own time to lock.
  const { data: managed } = useManagedVenues(of === undefined)
  const [chosen, setHalf] = useState(HALVES.find(({ key }) => key === of)?.key)
  const half = chosen ?? (managed?.length === 0 ? 'me' : 'courts')
  const [chosenDate, setDate] = useState(asked)
  const date = isInWindow(chosenDate, today) ? chosenDate : today
  const Shown = half === 'courts' ? CourtLocks : OwnLocks
  return (
    <View className={classNames(styles.body, 'col-0')}>
      <View className="keep in-8-4">
        <Segmented label="锁什么" items={HALVES} value={half} onChange={setHalf} />
      </View>
      <Shown date={date} now={now} onDate={setDate} stadiumId={stadiumId} />
    </View>
  )
}

function isInWindow(date: string | undefined, today: Day): date is Day {
  if (date === undefined || !isDay(date)) return false
  const ahead = daysBetween(today, date)
  return ahead >= 0 && ahead < DATE_WINDOW_DAYS
}
