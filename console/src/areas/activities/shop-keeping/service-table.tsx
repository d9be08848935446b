import type { ServiceRecord } from '@paidang/api/areas/activities/merchant-shop'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { ListTable } from '../../../ui/data-table'
import { money } from '../../../ui/format'

export const SERVICE_KINDS: Record<ServiceRecord['kind'], string> = { LABOUR: '手工费', EXTRA: '加项' }

type ServiceTableProps = {
  /** Undefined until the server has answered. */
  services: readonly ServiceRecord[] | undefined
  /** The actions on each; undefined for read-only users. */
  actions?: ((service: ServiceRecord) => ReactNode) | undefined
}

/** The services of a shop, present and past. */
export function ServiceTable({ services, actions }: ServiceTableProps) {
  return (
    <ListTable<ServiceRecord>
      rowKey="id"
      rows={services}
      empty="还没有服务"
      columns={[
        { title: '名称', dataIndex: 'name' },
        { title: '类型', render: (_, { kind }) => SERVICE_KINDS[kind] },
        { title: '项目', render: (_, { sport }) => SPORT_NAMES[sport] },
        { title: '价格', dataIndex: 'priceFen', align: 'right', render: money },
        {
          title: '状态',
          render: (_, { isOffered }) => (
            <Tag color={isOffered ? 'green' : 'default'}>{isOffered ? '提供中' : '已停止'}</Tag>
          ),
        },
        ...(actions
          ? [{ title: '操作', fixed: 'end' as const, render: (_: unknown, service: ServiceRecord) => actions(service) }]
          : []),
      ]}
    />
  )
}
