import type { CompanyDetail } from '@paidang/api/areas/places/admin-companies'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { Card, Descriptions, Flex } from 'antd'
import { Link } from 'react-router'
import { NOTHING, when } from '../../../ui/format'
import { CompanyStateTag, kindOf } from './company-labels'

/** The facts of a company, its rules, and what it owes its students. */
export function CompanyFacts({ company }: { company: CompanyDetail }) {
  const { id, admin, phone, settings, createdAt, closedAt } = company
  const { freeCancelHours, forgivenLateCancels, firstStart, lastStart } = settings
  return (
    <Flex gap={16} align="stretch" wrap>
      <Card title="资料" style={{ flex: '1 1 520px' }}>
        <Descriptions
          size="small"
          column={2}
          items={[
            { key: 'kind', label: '类型', children: kindOf(company) },
            { key: 'state', label: '状态', children: <CompanyStateTag closedAt={closedAt} /> },
            {
              key: 'admin',
              label: '管理员',
              children: <Link to={`/users/${admin.id}`}>{admin.nickname}</Link>,
            },
            { key: 'phone', label: '电话', children: phone ?? NOTHING },
            { key: 'created', label: '成立时间', children: when(createdAt) },
            ...(closedAt ? [{ key: 'closed', label: '关闭时间', children: when(closedAt) }] : []),
            {
              key: 'hours',
              label: '常用营业时间',
              children: `首节 ${timeOf(firstStart)}，末节 ${timeOf(lastStart)}`,
            },
            {
              key: 'policy',
              label: '取消规则',
              span: 'filled',
              children: `开课前 ${freeCancelHours} 小时可免费取消，90 天内免 ${forgivenLateCancels} 次`,
            },
          ]}
        />
      </Card>
      <Card title="课时合同" style={{ flex: '1 1 360px' }}>
        <Descriptions
          size="small"
          column={2}
          items={[
            {
              key: 'running',
              label: '有效合同',
              children: <Link to={`/contracts?companyId=${id}&isActive=true`}>{company.runningContracts} 份</Link>,
            },
            {
              key: 'all',
              label: '全部合同',
              children: <Link to={`/contracts?companyId=${id}`}>{company.contractCount} 份</Link>,
            },
            { key: 'students', label: '有效学员', children: `${company.studentCount} 人` },
            { key: 'outstanding', label: '未消课时', children: `${company.outstandingSessions} 课时` },
            { key: 'held', label: '其中已预占', children: `${company.heldSessions} 课时` },
          ]}
        />
      </Card>
    </Flex>
  )
}
