import { errors } from '@paidang/api/catalogue/errors'
import {
  MAX_CLASS_HALF_HOURS,
  MAX_PAST_DAYS,
  whyNotRecordAt,
} from '@paidang/domain/areas/activities/classes/booking-time'
import { consumedSessionsOf } from '@paidang/domain/areas/activities/classes/consumed-sessions'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { addDays, type Day, dayOf } from '@paidang/domain/kernel/day'
import { halfHoursBetween, timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { type ReactNode, useState } from 'react'
import { bookingViewPath } from '../../../paths'
import { replaceWith } from '../../../platform/navigate'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Chip, ChosenChip } from '../../../ui/chip'
import { DayPicker } from '../../../ui/day-picker'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { dayText } from '../../../ui/time-format'
import { CoachOnly } from '../../people/auth/coach-only'
import { useOwnCourses, useOwnStudents, useOwnVenues } from '../booking/coach-data'
import { useRecordPast, useStudentOfPast } from './past-data'

type Props = { playerId?: string | undefined }

/** 补录课程: the coach enters a class that was held, with its students, time, place and reason. */
export function RecordPastView({ playerId }: Props) {
  return (
    <Page title="补录课程">
      <CoachOnly>
        <RecordPast playerId={playerId} />
      </CoachOnly>
    </Page>
  )
}

type Named = { id: string; name: string }
const LONGEST_REASON = 100
const DEFAULT_LENGTH = 2

function RecordPast({ playerId }: Props) {
  const now = useMinute()
  const today = dayOf(now)
  const courses = useOwnCourses()
  const venues = useOwnVenues()
  const record = useRecordPast()
  const asked = useStudentOfPast(playerId)
  const [chosen, setChosen] = useState<readonly Named[]>()
  const [courseId, setCourseId] = useState<string>()
  const [venueId, setVenueId] = useState<string>()
  const [court, setCourt] = useState(0)
  const [courseDate, setCourseDate] = useState<Day>(addDays(today, -1))
  const [begin, setBegin] = useState<number>()
  const [length, setLength] = useState(DEFAULT_LENGTH)
  const [reason, setReason] = useState('')
  const cause = courses.cause ?? venues.cause ?? asked.cause
  const skeleton = useSkeleton(!courses.data || !venues.data || !asked.data)
  if (!courses.data || !venues.data || !asked.data)
    return cause ? (
      <ErrorBlock
        title="补录要用的信息没有取到"
        cause={cause}
        onRetry={() => Promise.all([courses.refetch(), venues.refetch(), asked.refetch()])}
        busy={courses.isFetching || venues.isFetching || asked.isFetching}
      />
    ) : skeleton ? (
      <SkeletonGroup>
        <CardStack>
          {[80, 100, 104, 320].map((height) => (
            <Skeleton key={height} height={height} radius={16} />
          ))}
        </CardStack>
      </SkeletonGroup>
    ) : null
  const students = chosen ?? asked.data
  const course = courses.data.find(({ companyCourse }) => companyCourse.id === courseId)?.companyCourse
  const venue = venues.data.find(({ id }) => id === venueId) ?? (venues.data.length === 1 ? venues.data[0] : undefined)
  if (courses.data.length === 0 || venues.data.length === 0)
    return <Empty title="还不能补录" line="先有自己教的课程和上课的场馆" />
  const starts = venue ? halfHoursBetween(venue.firstStart, venue.lastStart + 1) : []
  const span = begin === undefined ? undefined : { courseDate, beginTimeSlot: begin, endTimeSlot: begin + length }
  const fault = span && venue && whyNotRecordAt(span, venue, now)
  const sessions = span && course && consumedSessionsOf(span.beginTimeSlot, span.endTimeSlot, course.sessionDuration)
  const lacks =
    students.length === 0
      ? '先选学员'
      : !course
        ? '先选课程'
        : students.length > course.maxParticipants
          ? `这门课最多 ${course.maxParticipants} 人`
          : !venue
            ? '先选场馆'
            : !span
              ? '先选开始时间'
              : reason.trim() === ''
                ? '先填写补录原因'
                : undefined
  const send = async () => {
    if (!course || !venue || !span) return
    const body = {
      courseDesignId: course.id,
      courseDesignPrice: course.pricePerSession,
      stadiumId: venue.id,
      selectedCourt: court,
      ...span,
      studentIds: students.map(({ id }) => id),
      reason: reason.trim(),
    }
    await record.act({ body }, { onDone: ({ id }) => replaceWith(bookingViewPath(id)) })
  }
  return (
    <>
      <CardStack className="grow">
        <Notice tone="info">学员会收到消息，48 小时内可以核对；同意或没有异议后扣课时</Notice>
        <Students chosen={students} onChange={setChosen} />
        <Choice title="课程">
          {courses.data.map(({ companyCourse: { id, courseName } }) => (
            <Chip key={id} onCard on={id === courseId} onPress={() => setCourseId(id)}>
              {courseName}
            </Chip>
          ))}
        </Choice>
        <Choice title="场馆">
          {venues.data.map(({ id, name }) => (
            <Chip
              key={id}
              onCard
              on={id === venue?.id}
              onPress={() => {
                setVenueId(id)
                setCourt(0)
              }}
            >
              {name}
            </Chip>
          ))}
        </Choice>
        {venue && venue.courts.length > 1 && (
          <Choice title="场地">
            {venue.courts.map(({ id, name }, index) => (
              <Chip key={id} onCard on={index === court} onPress={() => setCourt(index)}>
                {name}
              </Chip>
            ))}
          </Choice>
        )}
        <Card>
          <CardHead title="日期" tail={dayText(courseDate, now)} />
          <DayPicker
            value={courseDate}
            min={addDays(today, -MAX_PAST_DAYS)}
            max={today}
            label="上课日期"
            onChange={setCourseDate}
          />
        </Card>
        {venue && (
          <Choice title="开始时间">
            {starts.map((start) => (
              <Chip key={start} onCard on={start === begin} onPress={() => setBegin(start)}>
                {timeOf(start)}
              </Chip>
            ))}
          </Choice>
        )}
        {span && (
          <Choice title={`上到几点 · ${whenOf(span.beginTimeSlot, span.endTimeSlot)}`}>
            {Array.from({ length: MAX_CLASS_HALF_HOURS }, (_, at) => at + 1).map((halfHours) => (
              <Chip key={halfHours} onCard on={halfHours === length} onPress={() => setLength(halfHours)}>
                {timeOf(span.beginTimeSlot + halfHours)}
              </Chip>
            ))}
          </Choice>
        )}
        <Card>
          <Field
            label="补录原因（学员会看到）"
            value={reason}
            onInput={setReason}
            maxLength={LONGEST_REASON}
            placeholder="例如：当天手机没电，没有签到"
            multiline
          />
        </Card>
        {fault && <Notice tone="bad">{errors[fault].message}</Notice>}
        {record.refusal && <Notice tone="bad">{record.refusal}</Notice>}
      </CardStack>
      <ActionBar
        actions={
          <Button
            full
            busy={record.isPending}
            disabled={fault !== undefined}
            lacks={lacks}
            reason={fault ? errors[fault].message : (lacks ?? '')}
            onPress={send}
          >
            {sessions ? `补录，每人 ${lessonHoursText(sessions)} 课时` : '补录'}
          </Button>
        }
      />
    </>
  )
}

function Choice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card>
      <CardHead title={title} />
      <View className="chips-12-8">{children}</View>
    </Card>
  )
}

type StudentsProps = { chosen: readonly Named[]; onChange: (chosen: readonly Named[]) => void }

/** The students who were there. Others are found by a part of their name. */
function Students({ chosen, onChange }: StudentsProps) {
  const [adds, setAdds] = useState(chosen.length === 0)
  const [text, setText] = useState('')
  const { data, cause, refetch } = useOwnStudents(text.trim(), adds)
  const others = (data?.rows ?? []).filter(({ player }) => chosen.every(({ id }) => id !== player.id))
  return (
    <Card>
      <CardHead title="学员" />
      <View className="col-12">
        <View className="chips-12-8">
          {chosen.map(({ id, name }) => (
            <ChosenChip
              key={id}
              removeLabel={`移出${name}`}
              onRemove={() => onChange(chosen.filter((one) => one.id !== id))}
            >
              {name}
            </ChosenChip>
          ))}
          <Chip onCard on={false} onPress={() => setAdds(!adds)}>
            {adds ? '收起' : '加学员'}
          </Chip>
        </View>
        {adds && (
          <>
            <Field label="找学员" value={text} onInput={setText} placeholder="姓名" icon="search" maxLength={20} />
            {cause && <ErrorBlock compact title="学员没有取到" cause={cause} onRetry={refetch} />}
            {data && others.length === 0 && (
              <View className="t-sub muted">{text.trim() === '' ? '还没有其他学员' : '没有找到其他学员'}</View>
            )}
            <View className="chips-12-8">
              {others.map(({ player }) => (
                <Chip
                  key={player.id}
                  onCard
                  onPress={() => onChange([...chosen, { id: player.id, name: player.nickname }])}
                >
                  {player.nickname}
                </Chip>
              ))}
            </View>
          </>
        )}
      </View>
    </Card>
  )
}
