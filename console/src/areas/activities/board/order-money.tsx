import type { StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { Card, Table } from 'antd'
import { money } from '../../../ui/format'

/** The price of a job, line by line. */
export function OrderMoney({ order: { lines, totalFen, status } }: { order: StringingOrder }) {
  return (
    <Card size="small" title="费用">
      <Table
        size="small"
        pagination={false}
        rowKey="label"
        dataSource={lines}
        columns={[
          { title: '项目', dataIndex: 'label' },
          {
            title: '单价',
            align: 'right',
            render: (_, { unitFen, quantity }) => `${money(unitFen)}${quantity > 1 ? ` × ${quantity}` : ''}`,
          },
          { title: '金额', dataIndex: 'amountFen', align: 'right', render: money },
        ]}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0} colSpan={2}>
              <strong>{status === 'CANCELLED' ? '合计（已取消，全额退回）' : '合计'}</strong>
            </Table.Summary.Cell>
            <Table.Summary.Cell index={1} align="right">
              <strong>{money(totalFen)}</strong>
            </Table.Summary.Cell>
          </Table.Summary.Row>
        )}
      />
    </Card>
  )
}
