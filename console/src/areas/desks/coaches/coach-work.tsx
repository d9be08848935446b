import type { CoachDetail } from '@paidang/api/areas/desks/admin-coaches'
import { INVITATION_STATUS_NAMES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { Descriptions } from 'antd'
import { Link } from 'react-router'

/** A coach's statistics. Those with a list of their own open it. */
export function CoachWork({ coach: { id, work, studentCount } }: { coach: CoachDetail }) {
  const classes = work.classes.map(({ status, count }) => `${INVITATION_STATUS_NAMES[status]} ${count}`).join('，')
  const items: [label: string, text: string, list?: string][] = [
    ['学员', `${studentCount} 人`],
    [
      '有效合同',
      `${work.runningContracts} 份，未消 ${work.outstandingSessions} 课时`,
      `/contracts?coachId=${id}&isActive=true`,
    ],
    ['未开始的约课', `${work.upcomingClasses} 节`, `/classes?coachId=${id}`],
    ['近 90 天约课', classes || '没有', `/classes?coachId=${id}`],
    ['临时取消', `${work.lateCancels} 节（近 90 天，过了免费取消时间）`],
    ['获赞', `${work.likes} 次`],
    [
      '被举报',
      work.waitingReports > 0 ? `${work.reports} 次，${work.waitingReports} 次待处理` : `${work.reports} 次`,
      `/approvals?kind=reports&state=all&ownerId=${id}`,
    ],
  ]
  return (
    <Descriptions
      size="small"
      column={1}
      items={items.map(([label, text, list]) => ({
        key: label,
        label,
        children: list === undefined ? text : <Link to={list}>{text}</Link>,
      }))}
    />
  )
}
