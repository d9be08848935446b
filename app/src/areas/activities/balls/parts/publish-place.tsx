import type { Venue } from '@paidang/api/areas/places/venues'
import { BALL_WINDOW_DAYS } from '@paidang/domain/areas/activities/balls/ball-form'
import { dayOf } from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { showToast } from '../../../../platform/toast'
import { useSettled } from '../../../../platform/use-settled'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { DateStrip } from '../../../../ui/date-strip'
import { DayPicker } from '../../../../ui/day-picker'
import { Facts } from '../../../../ui/dot'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { Field, SearchField } from '../../../../ui/field'
import { Notice } from '../../../../ui/notice'
import { ListEnd } from '../../../../ui/paged-list'
import { Segmented } from '../../../../ui/segmented'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { RefreshBar } from '../../../../ui/skeleton'
import { Switch } from '../../../../ui/switch'
import { VenuePicture } from '../../../../ui/venue-picture'
import { courtsOfVenueText, placeText } from '../../../places/venues/venue-labels'
import { useVenue, useVenueSearch } from '../../../places/venues/venues-data'
import { CourtGrid } from '../../../time/schedule/court-grid-view'
import type { GridPlace } from '../../../time/schedule/grid-keys'
import { looksIn, type RowLook, type SlotLook, waitingRows } from '../../../time/schedule/grid-look'
import { Legend } from '../../../time/schedule/legend-view'
import { stripDaysOf, weekdayAndDate } from '../../../time/schedule/strip-days'
import { useTakenCourts } from '../ball-data'
import { type CourtRun, courtRows, isStillFree, OWN, openDay, pressCourt, pressTime, takenByOthers } from './court-pick'
import styles from './publish.module.scss'
import { FieldError } from './publish-cards'
import { isOnCourt, lastDayOf, moved, type PublishForm, withoutTime } from './publish-form'

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
    <Card className="col-8">
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
              title={venue.isPending && stadiumId !== undefined ? '正在取场馆' : '选择场馆'}
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
      {form.placeBy === 'venue' && venue.data?.releasesCourts && (
        <View className="t-caption muted">开始 15 分钟后还没有人到场，场馆可以释放场地</View>
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
      <View className="t-caption muted">点一下开始，再点一下结束，最多 3 小时</View>
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
        <View className="in-0-16">
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

const NAMES = { mine: OWN }

type CourtPickerProps = Pick<Props, 'form' | 'onChange' | 'now'> & { venue: Venue; own: Props['own'] }

/**
 * Chooses a court and its half-hours on one of the 14 days. The first and the last press choose the run between them.
 */
function CourtPicker({ venue, form, onChange, now, own }: CourtPickerProps) {
  const { activityDate: date, selectedCourt, beginTimeSlot, endTimeSlot } = form
  const read = useTakenCourts(venue.id, date)
  const isOwnDay = own?.stadiumId === venue.id && own.activityDate === date
  const { courts, firstStart, lastStart } = venue
  const taken = read.data && takenByOthers(read.data, isOwnDay ? own : undefined)
  const day = taken && { courts, firstStart, lastStart, date, taken, now }
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
      <View className="t-strong ink">
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
function useEntry(rows: readonly RowLook[] | undefined, ofTime: number | undefined): GridPlace | undefined {
  const [target, setTarget] = useState<GridPlace>()
  if (rows && !target) {
    const first = (look: SlotLook) => rows.findIndex(({ cells }) => cells.some((cell) => cell.look === look))
    const row = Math.max(0, first('selected') < 0 ? (ofTime ?? first('available')) : first('selected'))
    setTarget({ row, column: Math.max(0, rows[row]?.cells.findIndex(({ look }) => look === 'selected') ?? 0) })
  }
  return target
}

type VenueSearchSheetProps = {
  open: boolean
  chosenId: string | null
  onChoose: (venue: Venue) => void
  onClose: () => void
}

/** Chooses among all venues with one press. */
function VenueSearchSheet({ open, chosenId, onChoose, onClose }: VenueSearchSheetProps) {
  const [keyword, setKeyword] = useState('')
  const found = useVenueSearch({ city: undefined, keyword: useSettled(keyword.trim()) })
  const { data, cause, isFetching, isFetchingNextPage } = found
  return (
    <Sheet open={open} onClose={onClose} title="选择场馆">
      <View className={styles.search}>
        <SearchField value={keyword} onInput={setKeyword} placeholder="场馆名称或地址" onCard />
      </View>
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      {!data ? (
        cause && <ErrorBlock title="场馆没有取到" cause={cause} onRetry={found.refetch} busy={isFetching} compact />
      ) : data.rows.length === 0 ? (
        <Empty title="没有找到场馆" line="换个名称试试，或者改为自己写地点" compact />
      ) : (
        <>
          <View {...semantics({ role: 'radiogroup', label: '选择场馆' })}>
            {data.rows.map((venue) => (
              <Cell
                key={venue.id}
                lead={<VenuePicture id={venue.name} src={venue.avatar} size={48} />}
                title={venue.name}
                note={<Facts>{[placeText(venue), courtsOfVenueText(venue)]}</Facts>}
                chosen={venue.id === chosenId}
                onPress={() => {
                  onChoose(venue)
                  onClose()
                }}
              />
            ))}
          </View>
          <ListEnd list={found} of="场馆" />
        </>
      )}
    </Sheet>
  )
}
