import type { CoachDetail } from '@paidang/api/areas/admin-coaches'
import { INVITATION_STATUS_NAMES } from '@paidang/domain/areas/classes/invitation-status'
import { Descriptions } from 'antd'

/** A coach's statistics. */
export function CoachWork({ coach: { work, studentCount } }: { coach: CoachDetail }) {
  const classes = work.classes.map(({ status, count }) => `${INVITATION_STATUS_NAMES[status]} ${count}`).join('，')
  const items: [label: string, text: string][] = [
    ['学员', `${studentCount} 人`],
    ['有效合同', `${work.runningContracts} 份，未消 ${work.outstandingSessions} 课时`],
    ['未开始的约课', `${work.upcomingClasses} 节`],
    ['近 90 天约课', classes || '没有'],
    ['临时取消', `${work.lateCancels} 节（近 90 天，过了免费取消时间）`],
    ['获赞', `${work.likes} 次`],
    ['被举报', work.waitingReports > 0 ? `${work.reports} 次，${work.waitingReports} 次待处理` : `${work.reports} 次`],
  ]
  return (
    <Descriptions size="small" column={1} items={items.map(([label, children]) => ({ key: label, label, children }))} />
  )
}
