import { errors } from '@paidang/api/catalogue/errors'
import {
  alertFault,
  MAX_ALERT_LENGTH,
  NEXT_AFTER_MINUTES,
  TOLD_AT_ONCE,
} from '@paidang/domain/areas/activities/vacancies/alert'
import { addDays, dateAndWeekday, dayOf, WEEKDAY_NAMES, type Weekday, weekdayOf } from '@paidang/domain/kernel/day'
import { HALF_HOURS_PER_DAY, MINUTES_PER_HALF_HOUR, timeOf } from '@paidang/domain/kernel/half-hour'
import { SPORT_NAMES, SPORTS, type Sport } from '@paidang/domain/kernel/sport'
import { View } from '@tarojs/components'
import { useEffect, useState } from 'react'
import { useMinute } from '../../../platform/use-minute'
import { Button } from '../../../ui/button'
import { Chip } from '../../../ui/chip'
import { Notice } from '../../../ui/notice'
import { semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { Stepper } from '../../../ui/stepper'
import { type AwaitedCourse, useWish, type Wish } from './alert-button'
import { COURT_GAME, useCreateAlert } from './vacancies-data'

type Named = { id: string; name: string }

const forget = () => useWish.setState({ wish: null })

/** 有空告诉我: for what a page of a coach, venue or game led here to wait. */
export function AlertSheet() {
  const { wish } = useWish()
  // Who comes back to the page later asks for nothing.
  useEffect(() => forget, [])
  return (
    <Sheet open={wish !== null} onClose={forget} title="有空告诉我">
      {wish && <Form {...wish} onDone={forget} />}
    </Sheet>
  )
}

/** How long an alert waits, in days after the first one; null for that day alone. */
const SPANS = [
  { days: null, text: '' },
  { days: 7, text: '一周内' },
  { days: 14, text: '两周内' },
  { days: 30, text: '一个月内' },
] as const

const [EVENING, NIGHT] = [36, 44]
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const

function Form({
  subject,
  day,
  beginTimeSlot = EVENING,
  endTimeSlot = NIGHT,
  length: usual = 2,
  onDone,
}: Wish & { onDone: () => void }) {
  const today = dayOf(useMinute())
  const [days, setDays] = useState<(typeof SPANS)[number]['days']>(null)
  const [weekdays, setWeekdays] = useState<readonly Weekday[]>([weekdayOf(day)])
  const [begin, setBegin] = useState(beginTimeSlot)
  const [end, setEnd] = useState(endTimeSlot)
  const isClass = subject.kind === 'CLASS'
  const [course, setCourse] = useState(isClass ? subject.courses[0] : undefined)
  const [venue, setVenue] = useState(isClass ? subject.venues[0] : undefined)
  const [length, setLength] = useState(course ? slotsOf(course) : usual)
  const [sport, setSport] = useState<Sport>(subject.kind === 'GAME' ? subject.sport : 'tennis')
  const create = useCreateAlert()
  const firstDay = days === null ? day : today
  const lastDay = days === null ? day : addDays(today, days)
  const times = {
    firstDay,
    lastDay,
    beginTimeSlot: begin,
    endTimeSlot: end,
    length: subject.kind === 'GAME' ? 1 : length,
  }
  const chosen = days === null ? [weekdayOf(day)] : weekdays
  const fault = alertFault({ ...times, weekdays: chosen }, today)
  const toggle = (weekday: Weekday) =>
    setWeekdays(weekdays.includes(weekday) ? weekdays.filter((one) => one !== weekday) : [...weekdays, weekday])
  const send = () => {
    const { kind } = subject
    const what = isClass
      ? { coachId: subject.coachId, courseId: course?.id, stadiumId: venue?.id }
      : { sport, ...(subject.kind === 'COURT' && { stadiumId: subject.stadiumId }) }
    const body = { kind, ...what, ...times, weekdays: [...chosen] }
    create.act({ body }, { onDone })
  }
  return (
    <View className="col-12 in-8-16">
      <View className="t-strong">{subject.name}</View>
      {isClass && (
        <>
          <Choice
            label="课程"
            items={subject.courses}
            value={course}
            onChoose={(one) => {
              setCourse(one)
              setLength(slotsOf(one))
            }}
          />
          <Choice label="场馆" items={subject.venues} value={venue} onChoose={setVenue} />
        </>
      )}
      {subject.kind === 'COURT' && (
        <Choice
          label="打什么"
          items={SPORTS_NAMED}
          value={SPORTS_NAMED.find(({ id }) => id === sport)}
          onChoose={({ id }) => setSport(id)}
        />
      )}
      <View className="col-8">
        <View className="t-label">哪几天</View>
        <View className="chips-12-8" {...semantics({ role: 'group', label: '等多久' })}>
          {SPANS.map((span) => (
            <Chip key={span.text} onCard on={days === span.days} onPress={() => setDays(span.days)}>
              {span.days === null ? `只要 ${dateAndWeekday(day)}` : span.text}
            </Chip>
          ))}
        </View>
        {days !== null && (
          <View className="chips-12-8" {...semantics({ role: 'group', label: '星期几' })}>
            {WEEK.map((weekday) => (
              <Chip key={weekday} onCard on={weekdays.includes(weekday)} onPress={() => toggle(weekday)}>
                {WEEKDAY_NAMES[weekday]}
              </Chip>
            ))}
          </View>
        )}
      </View>
      <View className="col-8">
        <View className="t-label">什么时间</View>
        <Row name="最早开始">
          <Stepper value={begin} min={0} max={end - 1} text={timeOf} unit="" label="最早开始" onChange={setBegin} />
        </Row>
        <Row name="最晚结束">
          <Stepper
            value={end}
            min={begin + 1}
            max={HALF_HOURS_PER_DAY}
            text={timeOf}
            unit=""
            label="最晚结束"
            onChange={setEnd}
          />
        </Row>
        {subject.kind !== 'GAME' && (
          <Row name={isClass ? '上多久' : '打多久'}>
            <Stepper
              value={length}
              min={1}
              max={MAX_ALERT_LENGTH}
              text={(slots) => `${slots / 2}`}
              unit="小时"
              label="时长"
              onChange={setLength}
            />
          </Row>
        )}
      </View>
      {subject.kind === 'COURT' && <Notice tone="info">{COURT_GAME}</Notice>}
      <Notice tone="info">
        {`有空时同时通知前 ${TOLD_AT_ONCE} 位，先到先得；${NEXT_AFTER_MINUTES} 分钟没人约再通知后面的。夜里不打扰，约到或过期自动结束`}
      </Notice>
      <Button full busy={create.isPending} lacks={fault && errors[fault].message} onPress={send}>
        有空告诉我
      </Button>
    </View>
  )
}

const SPORTS_NAMED = SPORTS.map((id) => ({ id, name: SPORT_NAMES[id] }))

const slotsOf = ({ minutes }: AwaitedCourse) =>
  Math.min(MAX_ALERT_LENGTH, Math.max(1, Math.ceil(minutes / MINUTES_PER_HALF_HOUR)))

type ChoiceProps<Item> = {
  label: string
  items: readonly Item[]
  value: Item | undefined
  onChoose: (item: Item) => void
}

/** One of several, as chips; nothing where there is no choice. */
function Choice<Item extends Named>({ label, items, value, onChoose }: ChoiceProps<Item>) {
  if (items.length < 2) return null
  return (
    <View className="col-8">
      <View className="t-label">{label}</View>
      <View className="chips-12-8" {...semantics({ role: 'group', label })}>
        {items.map((item) => (
          <Chip key={item.id} onCard on={item.id === value?.id} onPress={() => onChoose(item)}>
            {item.name}
          </Chip>
        ))}
      </View>
    </View>
  )
}

function Row({ name, children }: { name: string; children: JSX.Element }) {
  return (
    <View className="wrap-8-12">
      <View className="words t-body">{name}</View>
      {children}
    </View>
  )
}
