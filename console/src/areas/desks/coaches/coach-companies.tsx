import type { ManagedCoach } from '@paidang/api/areas/desks/admin-coaches'
import { Space } from 'antd'
import { Link } from 'react-router'
import { NOTHING } from '../../../ui/format'

/** The companies of a coach, each with a link. */
export function CoachCompanies({ companies }: Pick<ManagedCoach, 'companies'>) {
  if (companies.length === 0) return NOTHING
  return (
    <Space size={8} wrap>
      {companies.map(({ id, companyName, isPerson, isAdmin }) => (
        <Link key={id} to={`/companies/${id}`}>
          {isPerson ? `${companyName}（个人）` : isAdmin ? `${companyName}（管理员）` : companyName}
        </Link>
      ))}
    </Space>
  )
}
