import type { Venue } from '@paidang/api/areas/venues'
import { dayOf } from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useMemo, useState } from 'react'
import { showToast } from '../../../../platform/toast'
import { DateStrip } from '../../../../ui/date-strip'
import { ErrorBlock } from '../../../../ui/error-block'
import { Notice } from '../../../../ui/notice'
import { CourtGrid } from '../../../time/schedule/court-grid-view'
import type { GridPlace } from '../../../time/schedule/grid-keys'
import { looksIn, type RowLook, type SlotLook, waitingRows } from '../../../time/schedule/grid-look'
import { Legend } from '../../../time/schedule/legend-view'
import { stripDaysOf } from '../../../time/schedule/strip-days'
import { useTakenCourts } from '../ball-data'
import { type CourtRun, courtRows, isStillFree, OWN, pressCourt, takenByOthers } from './court-pick'
import styles from './publish.module.scss'
import { moved, type PublishForm, withoutTime } from './publish-form'

const NAMES = { mine: OWN }

type Props = {
  venue: Venue
  form: PublishForm
  onChange: (change: Partial<PublishForm>) => void
  now: Date
  own?: (CourtRun & { stadiumId: string | null; activityDate: string }) | undefined
}

/**
 * Chooses a court and its half-hours on one of the 14 days. The first and the last press choose the run between them.
 */
export function CourtPicker({ venue, form, onChange, now, own }: Props) {
  const { activityDate: date, selectedCourt, beginTimeSlot, endTimeSlot } = form
  const read = useTakenCourts(venue.id, date)
  const isOwnDay = own?.stadiumId === venue.id && own.activityDate === date
  const day = useMemo(() => {
    if (!read.data) return undefined
    const { courts, firstStart, lastStart } = venue
    return { courts, firstStart, lastStart, date, taken: takenByOthers(read.data, isOwnDay ? own : undefined), now }
  }, [read.data, venue, date, isOwnDay, own, now])
  const run = { selectedCourt, beginTimeSlot, endTimeSlot }
  const rows = day ? courtRows(day, run) : waitingRows(venue.courts, venue)
  const press = (place: GridPlace) => {
    if (!day || rows[place.row]?.cells[place.column]?.look === 'past') return
    const pressed = pressCourt(day, run, place)
    if (pressed.refusal) showToast(pressed.refusal, { tone: 'failed' })
    else onChange(pressed.run)
  }
  const target = useEntry(day ? rows : undefined, beginTimeSlot === null ? undefined : beginTimeSlot - venue.firstStart)
  const court = selectedCourt === null ? undefined : venue.courts[selectedCourt]
  return (
    <>
      <View className={styles.flush}>
        <DateStrip
          days={stripDaysOf(dayOf(now), undefined)}
          value={date}
          onChange={(activityDate) => onChange(moved({ ...form, activityDate }))}
        />
      </View>
      <View className={styles.strong}>
        {beginTimeSlot === null || endTimeSlot === null
          ? '点一下开始，再点一下结束'
          : court
            ? `${court.name} ${whenOf(beginTimeSlot, endTimeSlot)}`
            : `${whenOf(beginTimeSlot, endTimeSlot)}，点一片场地`}
      </View>
      {day && !isStillFree(day, run) && (
        <Notice tone="wait" icon="warning">
          选好的时段刚被订走，请重选
        </Notice>
      )}
      <View className={styles.flush}>
        <Legend looks={looksIn(rows)} names={NAMES} />
      </View>
      <View className={styles.gridBox}>
        {!day && read.cause ? (
          <ErrorBlock
            title="场地时间没有取到"
            cause={read.cause}
            onRetry={read.refetch}
            busy={read.isFetching}
            compact
          />
        ) : (
          <CourtGrid
            courts={venue.courts}
            rows={rows}
            endTime={timeOf(venue.lastStart + 1)}
            label={`${venue.name} 选择场地和时段`}
            onPress={press}
            onExtend={(_from, to) => press(to)}
            onClear={() => onChange(withoutTime(form))}
            target={target}
          />
        )}
      </View>
    </>
  )
}

/**
 * Returns where the grid opens, set once. It is the choice, else the chosen time, else the first possible half-hour.
 */
export function useEntry(rows: readonly RowLook[] | undefined, ofTime: number | undefined): GridPlace | undefined {
  const [target, setTarget] = useState<GridPlace>()
  if (rows && !target) {
    const first = (look: SlotLook) => rows.findIndex(({ cells }) => cells.some((cell) => cell.look === look))
    const row = Math.max(0, first('selected') < 0 ? (ofTime ?? first('available')) : first('selected'))
    setTarget({ row, column: Math.max(0, rows[row]?.cells.findIndex(({ look }) => look === 'selected') ?? 0) })
  }
  return target
}
