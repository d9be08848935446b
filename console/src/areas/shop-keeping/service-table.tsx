import type { KeptService } from '@paidang/api/areas/merchant-shop'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { Tag } from 'antd'
import type { ReactNode } from 'react'
import { ListTable } from '../../ui/list-table'
import { money } from '../../ui/words'

export const SERVICE_KINDS: Record<KeptService['kind'], string> = { LABOUR: '手工费', EXTRA: '加项' }

type ServiceTableProps = {
  /** Undefined until the server has answered. */
  services: readonly KeptService[] | undefined
  /** What can be done to each; nothing for who only reads. */
  deeds?: ((service: KeptService) => ReactNode) | undefined
}

/** What a shop does, and what it does no more. */
export function ServiceTable({ services, deeds }: ServiceTableProps) {
  return (
    <ListTable<KeptService>
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
        ...(deeds
          ? [{ title: '操作', fixed: 'end' as const, render: (_: unknown, service: KeptService) => deeds(service) }]
          : []),
      ]}
    />
  )
}
