import type { CoachDetail } from '@paidang/api/areas/desks/admin-coaches'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { Card, Descriptions } from 'antd'
import { Link } from 'react-router'
import { NOTHING, when } from '../../../ui/format'
import { Pictures } from '../../../ui/pictures'

type Application = CoachDetail['applications'][number]

/** A coach's applications and their decisions; the latest first. */
export function CoachApplications({ applications }: { applications: Application[] }) {
  return (
    <>
      {applications.map((one) => (
        <Card key={one.application.id} title="教练申请" extra={<Waiting {...one} />}>
          <OneApplication {...one} />
        </Card>
      ))}
    </>
  )
}

function Waiting({ application: { approveStatus } }: Application) {
  return approveStatus === APPROVAL.PENDING && <Link to="/approvals?kind=coaches">去审核</Link>
}

function OneApplication({ application, decision }: Application) {
  const { realName, yearsTeaching, region, introduction, createTime, approveStatus, certificates } = application
  const verdict = approveStatus === APPROVAL.APPROVED ? '已通过' : '已拒绝'
  const by = decision && `${decision.by ?? NOTHING}，${when(decision.at)}`
  const reason = decision?.reason ? `，原因：${decision.reason}` : ''
  return (
    <>
      <Descriptions
        size="small"
        column={2}
        items={[
          { key: 'name', label: '真实姓名', children: realName },
          { key: 'years', label: '教龄', children: `${yearsTeaching} 年` },
          { key: 'region', label: '地区', children: region || NOTHING },
          { key: 'sent', label: '提交时间', children: when(createTime) },
          { key: 'verdict', label: '审核', span: 'filled', children: by ? `${verdict}（${by}${reason}）` : verdict },
          { key: 'introduction', label: '介绍', span: 'filled', children: introduction || NOTHING },
        ]}
      />
      <Pictures
        pictures={certificates.map(({ url }, index) => ({ url, alt: `资质照片 ${index + 1}` }))}
        width={240}
        height={240}
        isWhole
      />
    </>
  )
}
