import type { ManagedCompany } from '@paidang/api/areas/places/admin-companies'
import { Tag } from 'antd'

/** The kind of a company. */
export const kindOf = ({ isPerson }: Pick<ManagedCompany, 'isPerson'>) => (isPerson ? '一人公司' : '团队')

/** The status of a company. */
export const stateOf = ({ closedAt }: Pick<ManagedCompany, 'closedAt'>) => (closedAt ? '已关闭' : '营业')

/** Whether a common course is in the catalogue that others see. */
export function ShownTag({ isShown }: { isShown: boolean }) {
  return <Tag color={isShown ? 'green' : 'default'}>{isShown ? '展示' : '不展示'}</Tag>
}

export function CompanyStateTag({ closedAt }: Pick<ManagedCompany, 'closedAt'>) {
  return <Tag color={closedAt ? 'default' : 'green'}>{stateOf({ closedAt })}</Tag>
}
