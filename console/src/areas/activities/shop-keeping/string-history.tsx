import { movesOfString, type StockedString, type StringMove } from '@paidang/api/areas/activities/merchant-strings'
import { Drawer, Tag } from 'antd'
import { DataTable } from '../../../ui/data-table'
import { NOTHING, when } from '../../../ui/format'

const MOVES: Record<StringMove, { label: string; color: string }> = {
  IN: { label: '入库', color: 'green' },
  DRAWN: { label: '穿线用线', color: 'blue' },
  ADJUSTED: { label: '盘点', color: 'gold' },
}

const signed = (metres: number) => `${metres > 0 ? '+' : ''}${metres} 米`

/** The movements of a string, latest first, with the stock after each. */
export function StringHistory({ string, onClose }: { string: StockedString; onClose: () => void }) {
  return (
    <Drawer open title={`流水 · ${string.brand} ${string.name}`} size={760} onClose={onClose}>
      <DataTable
        endpoint={movesOfString}
        params={{ id: string.id }}
        rowKey={({ seq }) => String(seq)}
        empty="还没有流水"
        columns={[
          { title: '时间', dataIndex: 'createTime', render: when },
          {
            title: '类型',
            dataIndex: 'kind',
            render: (kind: StringMove) => <Tag color={MOVES[kind].color}>{MOVES[kind].label}</Tag>,
          },
          { title: '变动', dataIndex: 'metres', align: 'right', render: signed },
          { title: '之后在库', dataIndex: 'metresAfter', align: 'right', render: (metres: number) => `${metres} 米` },
          { title: '原因', dataIndex: 'reason' },
          { title: '经手人', dataIndex: 'staffName', render: (name: string | null) => name ?? NOTHING },
        ]}
      />
    </Drawer>
  )
}
