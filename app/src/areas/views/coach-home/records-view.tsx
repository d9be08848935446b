import { notices, outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { COACH_HOME_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { failureText, showToast } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { RefreshBar, useSkeleton } from '../../../ui/skeleton'
import { CoachOnly } from '../../people/auth/coach-only'
import { ClassRows, ClassRowsSkeleton } from './parts/class-rows'
import { recordTag } from './parts/coach-class'
import { MonthsCard } from './parts/months-card'
import { RecordFiltersBar } from './parts/record-filters'
import { type RecordFilters, useRecords } from './records-data'
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
    <View className={styles.list}>
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      <View className={styles.count}>{`共 ${data.total} 条，最近申请的在前`}</View>
      <ClassRows rows={data.rows} tagOf={recordTag} now={now} />
      <ListEnd list={list} of="约课" />
    </View>
  )
}
