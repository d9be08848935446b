import type { CoachDetail } from '@paidang/api/areas/desks/admin-coaches'
import { Descriptions } from 'antd'
import { NOTHING, when } from '../../../ui/format'
import { StateTag } from '../users/user-labels'
import { CoachCompanies } from './coach-companies'
import { VerifiedTag } from './coach-labels'

/** The profile of a coach, and the companies. */
export function CoachFacts({ coach }: { coach: CoachDetail }) {
  const { state, isVerified, phone, region, description, companies, createdAt, lastSeenAt } = coach
  return (
    <Descriptions
      size="small"
      column={2}
      items={[
        { key: 'state', label: '状态', children: <StateTag state={state} /> },
        { key: 'verified', label: '认证', children: <VerifiedTag isVerified={isVerified} /> },
        { key: 'phone', label: '手机号', children: phone ?? NOTHING },
        { key: 'region', label: '地区', children: region || NOTHING },
        { key: 'created', label: '注册时间', children: when(createdAt) },
        { key: 'seen', label: '最近登录', children: when(lastSeenAt) },
        { key: 'companies', label: '公司', span: 'filled', children: <CoachCompanies companies={companies} /> },
        { key: 'description', label: '介绍', span: 'filled', children: description || NOTHING },
      ]}
    />
  )
}
