import { notices, outcomes } from '@paidang/api/catalogue/outcomes'
import { dayOf } from '@paidang/domain/kernel/day'
import { failureText, showToast } from '../../../../platform/toast'
import { useMinute } from '../../../../platform/use-minute'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../../ui/paged-list'
import { RefreshBar, useSkeleton } from '../../../../ui/skeleton'
import { bookForStudents } from '../../../activities/booking/start-booking'
import { useSchedule } from '../schedule-data'
import { ClassesByMonth, ClassRowsSkeleton } from './class-rows'

/** Every class of the coach by month: future ones first, the nearest first, then past ones. */
export function ScheduleList() {
  const now = useMinute()
  const list = useSchedule()
  const { data, error, isPending, isFetching, isFetchingNextPage } = list
  const skeleton = useSkeleton(isPending)
  usePullOf(list, outcomes.listInvitationRecords)
  useNextPageAtBottom(list, () => data && data.rows.length > 0 && showToast(notices.listEnded))

  if (skeleton) return <ClassRowsSkeleton />
  if (!data) {
    return error ? (
      <ErrorBlock
        title="排期没有取到"
        cause={failureText(outcomes.listInvitationRecords, error)}
        onRetry={list.refetch}
        busy={isFetching}
      />
    ) : null
  }
  if (data.rows.length === 0) {
    return (
      <Empty
        title="还没有课"
        line="学员约的课和你替学员约的课都排在这里"
        action={{ text: '替学员约课', onPress: () => bookForStudents(dayOf(new Date())) }}
      />
    )
  }
  return (
    <>
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      <ClassesByMonth rows={data.rows} now={now} />
      <ListEnd list={list} of="约课" />
    </>
  )
}
