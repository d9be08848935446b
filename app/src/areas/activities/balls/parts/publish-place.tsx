import { BALL_WINDOW_DAYS, MAX_BALL_HALF_HOURS } from '@paidang/domain/areas/balls/ball-form'
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
import { Stepper } from '../../../../ui/stepper'
import { Switch } from '../../../../ui/switch'
import { VenuePicture } from '../../../../ui/venue-picture'
import { courtsOfVenueText, placeText } from '../../../places/venues/venue-labels'
import { useVenue } from '../../../places/venues/venues-data'
import { weekdayAndDate } from '../../../time/schedule/strip-days'
import type { CourtRun } from './court-pick'
import { CourtPicker } from './court-picker'
import { FieldError } from './field-error'
import styles from './publish.module.scss'
import { isOnCourt, lastDayOf, moved, type PublishForm } from './publish-form'
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

/** Chooses a day and a time span, for a game without a court of a venue. */
function TimeSpan({ form, onChange, error, now }: SpanProps) {
  const [isChoosing, setIsChoosing] = useState(false)
  const { activityDate } = form
  const begin = form.beginTimeSlot ?? 0
  const end = form.endTimeSlot ?? begin + 1
  const setBegin = (next: number) =>
    onChange({ beginTimeSlot: next, endTimeSlot: Math.min(48, Math.max(next + 1, next + end - begin)) })
  return (
    <>
      <View className={styles.flush}>
        <Cell
          icon="calendar"
          title={weekdayAndDate(activityDate)}
          value={whenOf(begin, end)}
          label={`日期 ${weekdayAndDate(activityDate)}，更改`}
          onPress={() => setIsChoosing(true)}
        />
      </View>
      <View className={styles.pair}>
        <View className={styles.half}>
          <View className={styles.caption}>开始</View>
          <Stepper label="开始时间" value={begin} min={0} max={47} text={timeOf} unit="" onChange={setBegin} />
        </View>
        <View className={styles.half}>
          <View className={styles.caption}>结束</View>
          <Stepper
            label="结束时间"
            value={end}
            min={begin + 1}
            max={Math.min(48, begin + MAX_BALL_HALF_HOURS)}
            text={timeOf}
            unit=""
            onChange={(endTimeSlot) => onChange({ endTimeSlot })}
          />
        </View>
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
