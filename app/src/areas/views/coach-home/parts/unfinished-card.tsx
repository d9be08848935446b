import { FINISHED_BY_CLOCK_AFTER_MS } from '@paidang/domain/areas/classes/invitation'
import type { Day } from '@paidang/domain/kernel/day'
import { Card, CardHead } from '../../../../ui/card'
import { momentText } from '../../../../ui/time-format'
import { useUnfinishedClasses } from '../../../activities/classes/unfinished-data'
import { type CoachClass, toCoachClass } from './coach-class'
import { RequestRows } from './request-rows'

/** 待完成: classes that have ended and wait for 签到 or 完成, without those of the shown day. Nothing while there are none. */
export function UnfinishedCard({ now, besides }: { now: Date; besides: Day }) {
  const { data = [] } = useUnfinishedClasses()
  const rows = data.filter(({ invitation }) => invitation.courseDate !== besides)
  if (rows.length === 0) return null
  const limitOf = ({ invitation }: CoachClass) => {
    const byClock = new Date(invitation.endsAt.getTime() + FINISHED_BY_CLOCK_AFTER_MS)
    return `${momentText(byClock, now)} 自动完成`
  }
  return (
    <Card flush>
      <CardHead inset title="待完成" tail={`${rows.length} 节`} />
      <RequestRows label="待完成" rows={rows.map(toCoachClass)} now={now} limitOf={limitOf} />
    </Card>
  )
}
