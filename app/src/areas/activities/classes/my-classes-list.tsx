import { notices, outcomes } from '@paidang/api/catalogue/outcomes'
import { isToCome } from '@paidang/domain/areas/activities/classes/invitation'
import { addDays, type Day, dayOf } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import Taro, { usePageScroll } from '@tarojs/taro'
import { useLayoutEffect, useRef, useState } from 'react'
import { bookingClassPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { failureText, showToast } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { RefreshBar, useSkeleton } from '../../../ui/skeleton'
import { Tabs } from '../../../ui/tabs'
import { dayText } from '../../../ui/time-format'
import { Windowed } from '../../../ui/windowed'
import { ClassCard, ClassListSkeleton } from './class-card'
import { CLASS_TABS, type ClassStatus, classStatusOf, type MyClass, useMyClasses } from './my-classes-data'
import styles from './my-classes-view.module.scss'

/** Days of a long list that are rendered or removed together. They fill whole rows where two days are side by side. */
const DAYS_TOGETHER = 4

/**
 * The caller's classes by status: future ones first, the nearest first, then past ones. `status` names the first tab.
 */
export function MyClassesList({ status: asked }: { status?: string }) {
  const [status, setStatus] = useState<ClassStatus>(classStatusOf(asked))
  const list = useMyClasses(status)
  const { data, error, isPending, isFetching, isFetchingNextPage } = list
  const skeleton = useSkeleton(isPending)
  const rememberScroll = useTabScroll(status)

  usePullOf(list, outcomes.listInvitationRecords)
  useNextPageAtBottom(list, () => data && data.rows.length > 0 && showToast(notices.listEnded))

  const change = (next: ClassStatus) => {
    rememberScroll()
    setStatus(next)
  }
  return (
    <>
      <View className={styles.tabs}>
        <Tabs label="约课状态" items={CLASS_TABS} value={status} onChange={change} />
        <RefreshBar on={isFetching && !isPending && !isFetchingNextPage} />
      </View>
      {skeleton ? (
        <ClassListSkeleton />
      ) : !data ? (
        error && (
          <ErrorBlock
            title="约课记录没有取到"
            cause={failureText(outcomes.listInvitationRecords, error)}
            onRetry={list.refetch}
            busy={isFetching}
          />
        )
      ) : data.rows.length === 0 ? (
        <NoClasses status={status} />
      ) : (
        <>
          <ClassList rows={data.rows} />
          <ListEnd list={list} of="约课" />
        </>
      )}
    </>
  )
}

function ClassList({ rows }: { rows: readonly MyClass[] }) {
  const now = useMinute()
  return (
    <Windowed count={rows.length} step={DAYS_TOGETHER} className={styles.list}>
      {groupByDay(rows, now).map(({ key, title, rows: ofDay }) => (
        <View key={key} className="col-12">
          <View className={classNames(styles.groupDay, 't-label muted')} {...semantics({ role: 'heading', level: 2 })}>
            {title}
          </View>
          {ofDay.map((row) => (
            <ClassCard key={`${row.invitation.id}-${row.role}`} row={row} now={now} />
          ))}
        </View>
      ))}
    </Windowed>
  )
}

function NoClasses({ status }: { status: ClassStatus }) {
  const action = { text: '去约课', onPress: () => goTo(bookingClassPath()) }
  if (status === 'all') return <Empty title="还没有约课" line="选好教练和时段，第一节课就能开始" action={action} />
  const name = CLASS_TABS.find(({ key }) => key === status)?.text
  return <Empty title={`没有${name}的约课`} action={action} />
}

/**
 * Saves the scroll position of each tab and restores it when the tab comes back.
 *
 * @returns a function that saves the position of the tab being left
 */
function useTabScroll(status: ClassStatus) {
  const top = useRef(0)
  const tops = useRef<Partial<Record<ClassStatus, number>>>({})
  const isFirst = useRef(true)
  usePageScroll(({ scrollTop }) => {
    top.current = scrollTop
  })
  useLayoutEffect(() => {
    if (isFirst.current) isFirst.current = false
    else Taro.pageScrollTo({ scrollTop: tops.current[status] ?? 0, duration: 0 })
  }, [status])
  return () => {
    tops.current[status] = top.current
  }
}

/** Classes of one day that are all in the future, or all past. */
type DayGroup<Row> = { key: string; title: string; rows: Row[] }

type Timed = { invitation: Parameters<typeof isToCome>[0] & { courseDate: Day } }

/**
 * Groups the list by day, in the order of the server. Future classes come first, the nearest first; then past ones, the
 * latest first. A day with both kinds appears twice.
 */
export function groupByDay<Row extends Timed>(rows: readonly Row[], now: Date): DayGroup<Row>[] {
  const groups: DayGroup<Row>[] = []
  for (const row of rows) {
    const day = row.invitation.courseDate
    const isAhead = isToCome(row.invitation, now)
    const key = `${day} ${isAhead}`
    const last = groups[groups.length - 1]
    if (last?.key === key) last.rows.push(row)
    else groups.push({ key, title: titleOf(day, isAhead, now), rows: [row] })
  }
  return groups
}

function titleOf(day: Day, isAhead: boolean, now: Date): string {
  const today = dayOf(now)
  const name = day === today ? '今天' : day === addDays(today, 1) ? '明天' : dayText(day, now)
  if (isAhead) return name
  return day > today ? `${name} 已取消` : `${name} 已结束`
}
