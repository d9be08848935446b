import type { ClosurePreview } from '@paidang/api/areas/activities/closures'
import { errors } from '@paidang/api/catalogue/errors'
import {
  CLOSURE_REASON_NAMES,
  CLOSURE_REASONS,
  type ClosureReason,
  courtsText,
  dayToClose,
  firstToClose,
  NOTHING_LEFT_TO_CLOSE,
  whyNotClose,
} from '@paidang/domain/areas/activities/closures/closure'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { type Day, dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { type HalfHour, halfHoursBetween, timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { closuresPath, findVenuePath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Chip } from '../../../ui/chip'
import { confirm } from '../../../ui/confirm'
import { DateStrip } from '../../../ui/date-strip'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { KeyValues } from '../../../ui/key-values'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { PickField } from '../../../ui/pick-field'
import { Segmented } from '../../../ui/segmented'
import { semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { CoachOnly } from '../../people/auth/coach-only'
import { isUsable } from '../../places/venues/venue-labels'
import { type ManagedVenue, useManagedVenues } from '../../places/venues/venues-data'
import { stripDaysOf } from '../../time/schedule/strip-days'
import { BookingRow, backText } from './booking-rows'
import { ClosureFileView } from './closure-file'
import { type ClosedSpan, useCloseCourts, useClosurePreview, useClosuresOf } from './closures-data'

type Props = { stadiumId: string | undefined; id: string | undefined }

/** 雨天闭馆: a manager closes courts of a venue for some hours; with `id` how far one closure is settled. */
export function ClosuresView({ stadiumId, id }: Props) {
  return (
    <Page title="雨天闭馆">
      <CoachOnly>{id ? <ClosureFileView id={id} /> : <Venue stadiumId={stadiumId} />}</CoachOnly>
    </Page>
  )
}

function ClosureSkeleton() {
  return (
    <CardStack>
      <SkeletonGroup>
        <Skeleton height={160} radius={16} />
        <Skeleton height={280} radius={16} />
      </SkeletonGroup>
    </CardStack>
  )
}

function Venue({ stadiumId }: Pick<Props, 'stadiumId'>) {
  const venues = useManagedVenues()
  const skeleton = useSkeleton(venues.isPending)
  const usable = venues.data?.filter(isUsable) ?? []
  const venue = usable.find(({ id }) => id === stadiumId) ?? usable[0]
  if (venue) return <Form venue={venue} />
  if (skeleton) return <ClosureSkeleton />
  if (venues.cause && !venues.data)
    return <ErrorBlock title="场馆没有取到" cause={venues.cause} onRetry={venues.refetch} busy={venues.isFetching} />
  return venues.data ? (
    <Empty
      drawing="lock"
      title="还没有你管理的场馆"
      line="场馆由它的管理者闭馆"
      action={{ text: '关联场馆', onPress: () => goTo(findVenuePath()) }}
    />
  ) : null
}

const REASONS = CLOSURE_REASONS.map((key) => ({ key, text: CLOSURE_REASON_NAMES[key] }))

type Choice = {
  date?: Day
  begin?: HalfHour
  end?: HalfHour
  courts: readonly number[]
  reason: ClosureReason
}

function Form({ venue }: { venue: ManagedVenue }) {
  const now = useMinute()
  const [choice, setChoice] = useState<Choice>({ courts: [], reason: 'RAIN' })
  const choose = (change: Partial<Choice>) => setChoice((old) => ({ ...old, ...change }))
  const date = dayToClose(choice.date, venue, now)
  const first = firstToClose(date, venue, now)
  const begin = Math.max(choice.begin ?? 0, first ?? venue.lastStart)
  const end = choice.end !== undefined && choice.end > begin ? choice.end : venue.lastStart + 1
  const span = {
    stadiumId: venue.id,
    date,
    beginTimeSlot: begin,
    endTimeSlot: end,
    courtIndexes: [...choice.courts].sort((one, other) => one - other),
  }
  const refusal = whyNotClose(
    { day: date, beginTimeSlot: begin, endTimeSlot: end, courts: choice.courts.length },
    venue,
    now,
  )
  const lacks = first === undefined ? NOTHING_LEFT_TO_CLOSE : refusal && errors[refusal].message
  const preview = useClosurePreview(lacks ? undefined : span)
  return (
    <>
      <CardStack className="grow">
        <Card flush>
          <CardHead inset title={venue.name} tail="我管理的场馆" />
          <DateStrip
            days={stripDaysOf(dayOf(now), undefined)}
            value={date}
            onChange={(chosen) => choose({ date: chosen })}
          />
          {first !== undefined && (
            <Times first={first} last={venue.lastStart} begin={begin} end={end} onChoose={choose} />
          )}
        </Card>
        <Courts venue={venue} chosen={choice.courts} onChoose={(courts) => choose({ courts })} />
        <Card>
          <CardHead title="原因" tail="会写在通知里" />
          <Segmented label="原因" items={REASONS} value={choice.reason} onChange={(reason) => choose({ reason })} />
        </Card>
        {lacks ? <Notice tone="info">{lacks}</Notice> : <What preview={preview} until={end} />}
        <Former stadiumId={venue.id} />
      </CardStack>
      <CloseBar
        venue={venue}
        span={span}
        reason={choice.reason}
        shown={lacks || preview.isPlaceholderData ? undefined : preview.data}
        lacks={lacks}
        onOutdated={preview.refetch}
      />
    </>
  )
}

type TimesProps = {
  first: HalfHour
  last: HalfHour
  begin: HalfHour
  end: HalfHour
  onChoose: (change: { begin?: HalfHour; end?: HalfHour }) => void
}

function Times({ first, last, begin, end, onChoose }: TimesProps) {
  const [open, setOpen] = useState<'begin' | 'end'>()
  const isBegin = open === 'begin'
  const choices = isBegin ? halfHoursBetween(first, last + 1) : halfHoursBetween(begin + 1, last + 2)
  const close = () => setOpen(undefined)
  return (
    <View className="beside-12 in-8-16">
      <View className="grow">
        <PickField label="从" value={timeOf(begin)} placeholder="" onPress={() => setOpen('begin')} />
      </View>
      <View className="grow">
        <PickField label="到" value={timeOf(end)} placeholder="" onPress={() => setOpen('end')} />
      </View>
      <Sheet open={open !== undefined} onClose={close} title={isBegin ? '从几点' : '到几点'}>
        <View {...semantics({ role: 'radiogroup', label: isBegin ? '从几点' : '到几点' })}>
          {choices.map((halfHour) => (
            <Cell
              key={halfHour}
              title={timeOf(halfHour)}
              chosen={halfHour === (isBegin ? begin : end)}
              onPress={() => {
                onChoose(isBegin ? { begin: halfHour, ...(end <= halfHour && { end: last + 1 }) } : { end: halfHour })
                close()
              }}
            />
          ))}
        </View>
      </Sheet>
    </View>
  )
}

type CourtsProps = { venue: ManagedVenue; chosen: readonly number[]; onChoose: (courts: number[]) => void }

function Courts({ venue, chosen, onChoose }: CourtsProps) {
  const all = venue.courts.map((_, index) => index)
  const toggle = (index: number) =>
    onChoose(chosen.includes(index) ? chosen.filter((one) => one !== index) : [...chosen, index])
  const isAll = chosen.length === all.length
  return (
    <Card>
      <CardHead title="场地" tail={chosen.length > 0 && `已选 ${chosen.length} 片`} />
      <View className="wrap-8" {...semantics({ role: 'group', label: '场地' })}>
        <Chip onCard on={isAll} onPress={() => onChoose(isAll ? [] : all)}>
          全部
        </Chip>
        {venue.courts.map(({ name }, index) => (
          <Chip key={name} onCard on={chosen.includes(index)} onPress={() => toggle(index)}>
            {name}
          </Chip>
        ))}
      </View>
    </Card>
  )
}

/** The four sums. */
const sumsOf = ({ classes, sessions, games, waiting, fen, people }: ClosurePreview) => [
  { name: '影响的课', value: `${classes} 节，${lessonHoursText(sessions)} 课时` },
  { name: '影响的球局', value: waiting > 0 ? `${games} 场，候补 ${waiting} 人清空` : `${games} 场` },
  { name: '退款', value: fen > 0 ? `¥${yuanOf(fen)} 原路退回` : '没有' },
  { name: '通知', value: `${people} 人，含教练` },
]

function What({ preview, until }: { preview: ReturnType<typeof useClosurePreview>; until: HalfHour }) {
  const { data, cause, isFetching, refetch } = preview
  if (!data)
    return cause ? (
      <ErrorBlock compact title="影响没有取到" cause={cause} onRetry={refetch} busy={isFetching} />
    ) : (
      <SkeletonGroup>
        <Skeleton height={200} radius={16} />
      </SkeletonGroup>
    )
  return (
    <>
      {data.bookings.length === 0 ? (
        <Notice tone="ok">{`这段时间没有课和球局，场地会锁到 ${timeOf(until)}`}</Notice>
      ) : (
        <>
          <Card>
            <CardHead title="会发生什么" />
            <KeyValues rows={sumsOf(data)} />
          </Card>
          <Card flush>
            <CardHead inset title="取消并退回" tail={`${data.bookings.length} 单`} />
            {data.bookings.map((booking) => (
              <BookingRow key={`${booking.kind} ${booking.bookingId}`} booking={booking} value={backText(booking)} />
            ))}
          </Card>
        </>
      )}
      {data.begun.length > 0 && (
        <Card flush>
          <CardHead inset title="已经开始，不算在内" tail="由教练在约课详情里处理" />
          {data.begun.map((booking) => (
            <BookingRow key={`${booking.kind} ${booking.bookingId}`} booking={booking} />
          ))}
        </Card>
      )}
    </>
  )
}

/** 闭馆记录: the latest closures. */
function Former({ stadiumId }: { stadiumId: string }) {
  const { data } = useClosuresOf(stadiumId)
  if (!data || data.rows.length === 0) return null
  return (
    <Card flush>
      <CardHead inset title="闭馆记录" />
      {data.rows.map(({ id, date, beginTimeSlot, endTimeSlot, courtNames, reason, total, done, failed }) => (
        <Cell
          key={id}
          icon="clock"
          title={`${monthDotDay(date)} ${whenOf(beginTimeSlot, endTimeSlot)} ${CLOSURE_REASON_NAMES[reason]}`}
          note={courtNames.join('、')}
          value={
            failed > 0 ? `${failed} 单失败` : done < total ? `${done}/${total}` : total > 0 ? '已处理' : '只锁场地'
          }
          onPress={() => goTo(closuresPath({ id }))}
        />
      ))}
    </Card>
  )
}

type BarProps = {
  venue: ManagedVenue
  span: ClosedSpan
  reason: ClosureReason
  shown: ClosurePreview | undefined
  lacks: string | undefined
  onOutdated: () => void
}

function CloseBar({ venue, span, reason, shown, lacks, onOutdated }: BarProps) {
  const close = useCloseCourts(onOutdated)
  const hasBookings = shown !== undefined && shown.bookings.length > 0
  const press = async () => {
    if (!shown) return
    const courts = courtsText(venue.courts, (_, index) => span.courtIndexes.includes(index))
    const what = `${venue.name} ${courts}，${monthDotDay(span.date)} ${whenOf(span.beginTimeSlot, span.endTimeSlot)}`
    const isSure = await confirm({
      title: hasBookings ? '闭馆并退回？' : '锁场地？',
      line: `${what}。闭馆后不能撤销，场地可以提前解锁`,
      facts: hasBookings ? sumsOf(shown) : [],
      tone: 'wait',
      confirmText: hasBookings ? '闭馆并退回' : '锁场地',
    })
    if (!isSure) return
    await close.act({ body: { ...span, reason, seen: shown.seen } }, { onDone: ({ id }) => goTo(closuresPath({ id })) })
  }
  return (
    <ActionBar
      actions={
        <Button full icon="lock" busy={close.isPending} disabled={!shown && !lacks} lacks={lacks} onPress={press}>
          {shown && !hasBookings ? '只锁场地' : '闭馆并退回'}
        </Button>
      }
    />
  )
}
