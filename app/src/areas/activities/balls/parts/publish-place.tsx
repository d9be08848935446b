import { BALL_WINDOW_DAYS } from '@paidang/domain/areas/balls/ball-form'
import { dayOf } from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { DayPicker } from '../../../../ui/day-picker'
import { Facts } from '../../../../ui/dot'
import { ErrorBlock } from '../../../../ui/error-block'
import { Field } from '../../../../ui/field'
import { Segmented } from '../../../../ui/segmented'
import { Sheet } from '../../../../ui/sheet'
import { Switch } from '../../../../ui/switch'
import { VenuePicture } from '../../../../ui/venue-picture'
import { courtsOfVenueText, placeText } from '../../../places/venues/venue-labels'
import { useVenue } from '../../../places/venues/venues-data'
import { CourtGrid } from '../../../time/schedule/court-grid-view'
import type { GridPlace } from '../../../time/schedule/grid-keys'
import { weekdayAndDate } from '../../../time/schedule/strip-days'
import { type CourtRun, courtRows, openDay, pressTime } from './court-pick'
import { CourtPicker, useEntry } from './court-picker'
import { FieldError } from './field-error'
import styles from './publish.module.scss'
import { isOnCourt, lastDayOf, moved, type PublishForm, withoutTime } from './publish-form'
import { VenueSearchSheet } from './venue-search-sheet'

const PLACE_BY = [
  { key: 'venue', text: '选场馆' },
  { key: 'text', text: '自己写地点' },
] as const

type Props = {
  form: PublishForm
  onChange: (change: Partial<PublishForm>) => void
  errors: { place: string | undefined; time: string | undefined }
  now: Date
  /** The court and half-hours of the game that is being changed, with their day and venue. */
  own?: CourtRun & { stadiumId: string | null; activityDate: string }
}

/** Chooses where and when: a court of a venue by its grid, or a text with a time span. */
export function PublishPlace({ form, onChange, errors, now, own }: Props) {
  const [isChoosing, setIsChoosing] = useState(false)
  const stadiumId = form.placeBy === 'venue' ? (form.stadiumId ?? undefined) : undefined
  const venue = useVenue(stadiumId)
  /** Another place means another court, at the same time. */
  const move = (change: Partial<PublishForm>) => onChange(moved({ ...form, ...change }))
  return (
    <Card className={styles.fields}>
      <CardHead title="地点和时间" />
      <Segmented label="怎样填地点" items={PLACE_BY} value={form.placeBy} onChange={(placeBy) => move({ placeBy })} />
      {form.placeBy === 'text' ? (
        <Field
          label="地点"
          value={form.place}
          maxLength={100}
          placeholder="例如 滨江公园南门网球场"
          error={errors.place}
          onInput={(place) => onChange({ place })}
        />
      ) : (
        <View className={styles.flush}>
          {venue.data ? (
            <Cell
              lead={<VenuePicture id={venue.data.name} src={venue.data.avatar} size={48} />}
              title={venue.data.name}
              note={<Facts>{[placeText(venue.data), courtsOfVenueText(venue.data)]}</Facts>}
              label={`${venue.data.name}，更换场馆`}
              onPress={() => setIsChoosing(true)}
            />
          ) : (
            <Cell
              icon="venue"
              title={stadiumId === undefined ? '选择场馆' : '正在取场馆'}
              onPress={() => setIsChoosing(true)}
            />
          )}
          {venue.cause && (
            <ErrorBlock
              title="场馆没有取到"
              cause={venue.cause}
              onRetry={venue.refetch}
              busy={venue.isFetching}
              compact
            />
          )}
        </View>
      )}
      {form.placeBy === 'venue' && <FieldError text={errors.place} />}
      {stadiumId !== undefined && (
        <Switch checked={form.takesCourt} onChange={(takesCourt) => move({ takesCourt })}>
          占用一片场地（发布后别人不能再订）
        </Switch>
      )}
      {isOnCourt(form) ? (
        venue.data && (
          <>
            <CourtPicker venue={venue.data} form={form} onChange={onChange} now={now} own={own} />
            <FieldError text={errors.time} />
          </>
        )
      ) : (
        <TimeSpan form={form} onChange={onChange} error={errors.time} now={now} />
      )}
      <VenueSearchSheet
        open={isChoosing}
        chosenId={form.stadiumId}
        onChoose={({ id }) => id !== form.stadiumId && move({ stadiumId: id })}
        onClose={() => setIsChoosing(false)}
      />
    </Card>
  )
}

type SpanProps = Pick<Props, 'form' | 'onChange' | 'now'> & { error: string | undefined }

/** Chooses a day, and begin and end on its half-hours, for a game without a court of a venue. */
function TimeSpan({ form, onChange, error, now }: SpanProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const { activityDate } = form
  const beginTimeSlot = form.beginTimeSlot ?? 0
  const span = { beginTimeSlot, endTimeSlot: form.endTimeSlot ?? beginTimeSlot + 1 }
  const day = openDay(activityDate, now)
  const rows = courtRows(day, { ...span, selectedCourt: 0 })
  const target = useEntry(rows, beginTimeSlot)
  const press = ({ row }: GridPlace) => {
    if (rows[row]?.cells[0]?.look !== 'past') onChange(pressTime(span, row))
  }
  return (
    <>
      <View className={styles.flush}>
        <Cell
          icon="calendar"
          title={weekdayAndDate(activityDate)}
          value={whenOf(span.beginTimeSlot, span.endTimeSlot)}
          label={`日期 ${weekdayAndDate(activityDate)}，更改`}
          onPress={() => setIsChoosing(true)}
        />
      </View>
      <View className={styles.note}>点一下开始，再点一下结束，最多 3 小时</View>
      <View className={styles.gridBox}>
        <CourtGrid
          courts={day.courts}
          rows={rows}
          endTime={timeOf(day.lastStart + 1)}
          label="选择时间"
          onPress={press}
          onExtend={(_from, to) => press(to)}
          onClear={() => onChange(withoutTime(form))}
          target={target}
        />
      </View>
      <FieldError text={error} />
      <Sheet open={isChoosing} onClose={() => setIsChoosing(false)} title="哪一天">
        <View className={styles.sheet}>
          <DayPicker
            value={activityDate}
            min={dayOf(now)}
            max={lastDayOf(form, now, BALL_WINDOW_DAYS)}
            label="球局日期"
            onChange={(day) => {
              onChange({ activityDate: day })
              setIsChoosing(false)
            }}
          />
        </View>
      </Sheet>
    </>
  )
}
