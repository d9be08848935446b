import { notices, outcomes } from '@paidang/api/catalogue/outcomes'
import {
  INVITATION_STATUS_NAMES,
  INVITATION_STATUSES,
} from '@paidang/domain/areas/activities/classes/invitation-status'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { totalText } from '@paidang/domain/kernel/page'
import { ScrollView, View } from '@tarojs/components'
import { useState } from 'react'
import { COACH_HOME_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { failureText, showToast } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { ActionSheet } from '../../../ui/action-sheet'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Chip } from '../../../ui/chip'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { SearchField } from '../../../ui/field'
import { monthText } from '../../../ui/month-days'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { pressable, roving, semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { useOwnCourses } from '../../activities/booking/coach-data'
import { CoachOnly } from '../../people/auth/coach-only'
import { ClassRows, ClassRowsSkeleton } from './parts/class-rows'
import { recordTag, unbroken } from './parts/coach-class'
import {
  type RecordFilters,
  sharesOf,
  shortMonthText,
  type TaughtMonth,
  useExportRecords,
  useRecordMonths,
  useRecords,
} from './records-data'
import styles from './records-view.module.scss'

const NO_FILTERS: RecordFilters = { keyword: '', status: 'all', courseId: undefined }
const KEYS = [COACH_HOME_KEY]

/** 约课记录: what was requested, held and earned, with filters and export. */
export function RecordsView() {
  return (
    <Page title="约课记录">
      <CoachOnly>
        <Records />
      </CoachOnly>
    </Page>
  )
}

function Records() {
  const [filters, setFilters] = useState(NO_FILTERS)
  // Clearing the filters also resets the field.
  const [resets, setResets] = useState(0)
  useFreshOnShow(KEYS)
  const clear = () => {
    setFilters(NO_FILTERS)
    setResets((count) => count + 1)
  }
  return (
    <>
      <CardStack>
        <MonthsCard />
      </CardStack>
      <RecordFiltersBar key={resets} value={filters} onChange={setFilters} />
      <RecordList filters={filters} onClear={clear} />
    </>
  )
}

function RecordList({ filters, onClear }: { filters: RecordFilters; onClear: () => void }) {
  const now = useMinute()
  const list = useRecords(filters)
  const { data, error, isPending, isFetching, isFetchingNextPage } = list
  const skeleton = useSkeleton(isPending)
  usePullOf(list, outcomes.listInvitationRecords)
  useNextPageAtBottom(list, () => data && data.rows.length > 0 && showToast(notices.listEnded))

  if (skeleton) return <ClassRowsSkeleton />
  if (!data) {
    return error ? (
      <ErrorBlock
        title="约课记录没有取到"
        cause={failureText(outcomes.listInvitationRecords, error)}
        onRetry={list.refetch}
        busy={isFetching}
      />
    ) : null
  }
  if (data.rows.length === 0) {
    const isAll = filters.keyword === '' && filters.status === 'all' && filters.courseId === undefined
    return isAll ? (
      <Empty title="还没有约课记录" line="学员约的课和你替学员约的课都会留在这里" />
    ) : (
      <Empty title="没有符合条件的记录" action={{ text: '清除筛选', onPress: onClear }} />
    )
  }
  return (
    <View className="in-0-12">
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      <View className="pb-8 t-caption muted">{`共 ${totalText(data.total)} 条，最近申请的在前`}</View>
      <ClassRows rows={data.rows} tagOf={recordTag} now={now} />
      <ListEnd list={list} of="约课" />
    </View>
  )
}

const STATUSES = [
  { key: 'all', text: '全部' },
  ...INVITATION_STATUSES.map((key) => ({ key, text: INVITATION_STATUS_NAMES[key] })),
] as const

type Props = { value: RecordFilters; onChange: (filters: RecordFilters) => void }

/** The filters of the records: text, status, course. */
function RecordFiltersBar({ value, onChange }: Props) {
  const [text, setText] = useState(value.keyword)
  const [choosesCourse, setChoosesCourse] = useState(false)
  const courses = useCourses()
  const course = courses.list.find(({ id }) => id === value.courseId)
  const chooseCourse = (courseId: string | undefined) => {
    setChoosesCourse(false)
    onChange({ ...value, courseId })
  }
  return (
    <View className="pb-8">
      <View className="in-0-0">
        <SearchField
          value={text}
          placeholder="搜学员、场馆或课程"
          onInput={setText}
          onSettled={(typed) => onChange({ ...value, keyword: typed.trim() })}
        />
      </View>
      <ScrollView className={styles.scroll} scrollX enhanced showScrollbar={false}>
        <View className={styles.chips} {...semantics({ role: 'group', label: '筛选' })}>
          <Chip opens on={course !== undefined} onPress={() => setChoosesCourse(true)}>
            {course?.name ?? '全部课程'}
          </Chip>
          {STATUSES.map(({ key, text: name }) => (
            <Chip key={key} on={key === value.status} onPress={() => onChange({ ...value, status: key })}>
              {name}
            </Chip>
          ))}
        </View>
      </ScrollView>
      <Sheet open={choosesCourse} onClose={() => setChoosesCourse(false)} title="课程">
        {courses.cause && courses.list.length === 0 ? (
          <ErrorBlock
            compact
            title="课程没有取到"
            cause={courses.cause}
            busy={courses.isFetching}
            onRetry={courses.refetch}
          />
        ) : (
          <View {...semantics({ role: 'radiogroup', label: '课程' })}>
            <Cell title="全部课程" chosen={value.courseId === undefined} onPress={() => chooseCourse(undefined)} />
            {courses.list.map(({ id, name }) => (
              <Cell key={id} title={name} chosen={id === value.courseId} onPress={() => chooseCourse(id)} />
            ))}
          </View>
        )}
      </Sheet>
    </View>
  )
}

/** Returns the courses that the coach teaches now, and those taught in the last months. */
function useCourses() {
  const taught = useOwnCourses()
  const months = useRecordMonths()
  const names = new Map((taught.data ?? []).map(({ companyCourse: { id, courseName } }) => [id, courseName]))
  for (const { courses } of months.data ?? []) {
    for (const { courseDesignId, courseDesignName } of courses) {
      if (!names.has(courseDesignId)) names.set(courseDesignId, courseDesignName)
    }
  }
  const { cause, isFetching, refetch } = taught
  return { list: [...names].map(([id, name]) => ({ id, name })), cause, isFetching, refetch }
}

const EXPORTS = [
  { key: '6', icon: 'document', text: '近 6 个月' },
  { key: '12', icon: 'document', text: '近 12 个月' },
  { key: '24', icon: 'document', text: '近 24 个月' },
] as const

/** The taught hours by month as bars, and the totals of the chosen month by course. */
function MonthsCard() {
  const { data: months, cause, isPending, isFetching, refetch } = useRecordMonths()
  const [chosen, setChosen] = useState<string>()
  const skeleton = useSkeleton(isPending)
  const shown = months?.find(({ month }) => month === chosen) ?? months?.[months.length - 1]
  return (
    <Card>
      <CardHead title="授课统计" tail={<Export />} />
      {skeleton ? (
        <SkeletonGroup>
          <Skeleton height={140} radius={12} />
        </SkeletonGroup>
      ) : months && shown ? (
        <>
          <Bars months={months} value={shown.month} onChange={setChosen} />
          <MonthFacts of={shown} />
        </>
      ) : (
        cause && <ErrorBlock compact title="授课统计没有取到" cause={cause} busy={isFetching} onRetry={refetch} />
      )}
    </Card>
  )
}

type BarsProps = { months: readonly TaughtMonth[]; value: string; onChange: (month: string) => void }

function Bars({ months, value, onChange }: BarsProps) {
  const shares = sharesOf(months.map(({ taughtHours }) => taughtHours))
  return (
    <View
      className={classNames(styles.bars, 'beside-8')}
      {...semantics({ role: 'radiogroup', label: '每月授课小时' })}
      {...roving({ keys: months.map(({ month }) => month), value, onChange })}
    >
      {months.map(({ month, taughtHours }, at) => (
        <View
          key={month}
          className={classNames(styles.column, 'col-0 shrinks', month === value && styles.on)}
          data-key={month}
          {...pressable({
            role: 'radio',
            checked: month === value,
            tabIndex: month === value ? 0 : -1,
            label: `${monthText(month)} 授课 ${lessonHoursText(taughtHours)} 小时`,
            onPress: () => onChange(month),
          })}
        >
          <View className={styles.hours}>{lessonHoursText(taughtHours)}</View>
          <View className={styles.track}>
            <View className={styles.bar} style={{ height: `${shares[at] ?? 0}%` }} />
          </View>
          <View className={styles.month}>{shortMonthText(month)}</View>
        </View>
      ))}
    </View>
  )
}

function MonthFacts({ of }: { of: TaughtMonth }) {
  const { month, classes, taughtHours, consumedSessions, incomeFen, courses } = of
  return (
    <View>
      <View className={classNames(styles.total, 'mt-12 pt-12')}>
        <View className="words">
          <View className="t-headline">{monthText(month)}收入</View>
          <View className="t-caption muted one-line">
            <Facts>
              {`${classes} 节`}
              {`${lessonHoursText(taughtHours)} 小时`}
              {`消课 ${lessonHoursText(consumedSessions)}`}
            </Facts>
          </View>
        </View>
        <View className={styles.income}>{`¥${yuanOf(incomeFen)}`}</View>
      </View>
      <View {...semantics({ role: 'list', label: '按课程' })}>
        {courses.map((course) => (
          <View
            key={course.courseDesignId}
            className={classNames(styles.course, 'pt-12')}
            {...semantics({ role: 'listitem' })}
          >
            <View className="words">
              <View className="t-body one-line">{unbroken(course.courseDesignName)}</View>
              <View className="t-caption muted one-line">
                <Facts>
                  {`${course.classes} 节`}
                  {`${lessonHoursText(course.taughtHours)} 小时`}
                  {`消课 ${lessonHoursText(course.consumedSessions)}`}
                </Facts>
              </View>
            </View>
            <View className={styles.amount}>{`¥${yuanOf(course.incomeFen)}`}</View>
          </View>
        ))}
      </View>
    </View>
  )
}

/** 导出: first asks for how many months. */
function Export() {
  const { act: run, isPending } = useExportRecords()
  const [asks, setAsks] = useState(false)
  return (
    <>
      <Button size="s" kind="ghost" busy={isPending} label="导出 XLSX" onPress={() => setAsks(true)}>
        导出
      </Button>
      <ActionSheet
        open={asks}
        onClose={() => setAsks(false)}
        caption="导出授课记录（XLSX）"
        actions={EXPORTS}
        onSelect={(months) => run(Number(months))}
      />
    </>
  )
}
