import { Table, type TableColumnsType } from 'antd'
import { NoRows } from './no-rows'

type ListTableProps<Row extends object> = {
  /** Undefined until the server has answered. */
  rows: readonly Row[] | undefined
  rowKey: keyof Row & string
  columns: TableColumnsType<Row>
  /** The message for an empty list. */
  empty: string
}

/** A table whose rows arrive all at once. */
export function ListTable<Row extends object>({ rows, rowKey, columns, empty }: ListTableProps<Row>) {
  return (
    <Table<Row>
      size="middle"
      pagination={false}
      scroll={{ x: true }}
      rowKey={rowKey}
      dataSource={rows ?? []}
      columns={columns}
      locale={{ emptyText: <NoRows isAnswered={rows !== undefined} empty={empty} /> }}
    />
  )
}
