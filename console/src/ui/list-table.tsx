import { Empty, Skeleton, Table, type TableColumnsType } from 'antd'

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

type NoRowsProps = {
  /** Whether the server has answered. */
  isAnswered: boolean
  /** The message for an empty list. */
  empty: string
}

/** The content of a table without rows: the message, or a placeholder before the answer. */
export function NoRows({ isAnswered, empty }: NoRowsProps) {
  return isAnswered ? (
    <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
  ) : (
    <Skeleton active title={false} paragraph={{ rows: 4 }} />
  )
}
