import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { Sheet } from '../../../../ui/sheet'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { remainingText } from '../../../../ui/time-format'
import { useWaitingRequests } from '../day-board-data'
import type { CoachClass } from './coach-class'
import { RequestRows } from './request-rows'

/** Number of requests below the board; the sheet has all. */
const SHOWN = 3

/** The waiting requests, below the board; nothing while there are none. */
export function WaitingCard({ now, onAll }: { now: Date; onAll: () => void }) {
  const { data: rows = [] } = useWaitingRequests()
  if (rows.length === 0) return null
  return (
    <Card flush>
      <CardHead
        inset
        title="待我确认"
        tail={rows.length > SHOWN ? <MoreLink text={`全部 ${rows.length} 个`} onPress={onAll} /> : `${rows.length} 个`}
      />
      <Requests rows={rows.slice(0, SHOWN)} now={now} />
    </Card>
  )
}

function Requests({ rows, now }: { rows: readonly CoachClass[]; now: Date }) {
  const limitOf = ({ invitation }: CoachClass) => `${remainingText(now, invitation.expiresAt)}内答复`
  return <RequestRows label="待我确认" rows={rows} now={now} limitOf={limitOf} />
}

/** The waiting requests of all days. */
export function RequestsSheet({ open, now, onClose }: { open: boolean; now: Date; onClose: () => void }) {
  const { data: rows, cause, isFetching, refetch } = useWaitingRequests()
  return (
    <Sheet open={open} onClose={onClose} title={rows?.length ? `待我确认 ${rows.length} 个` : '待我确认'}>
      {rows ? (
        rows.length > 0 ? (
          <Requests rows={rows} now={now} />
        ) : (
          <Empty compact title="没有待确认的约课" line="学员发起的约课会出现在这里" />
        )
      ) : cause ? (
        <ErrorBlock compact title="待确认的约课没有取到" cause={cause} busy={isFetching} onRetry={refetch} />
      ) : (
        <SkeletonGroup>
          <Skeleton height={72} radius={12} />
        </SkeletonGroup>
      )}
    </Sheet>
  )
}
