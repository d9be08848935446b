import type { Data, Endpoint, Input, Page } from '@paidang/api/endpoint'
import { COUNT_LIMIT } from '@paidang/domain/kernel/page'
import { Flex, Table, type TableColumnsType } from 'antd'
import type { SortOrder } from 'antd/es/table/interface'
import type { ReactNode } from 'react'
import { useRead } from '../platform/queries'
import { Failed } from './failed'
import { NoRows } from './no-rows'
import { PAGE_SIZES, type Sort, useLastPage, useTableAddress } from './table-address'
import { type Filter, TableFilters } from './table-filters'

type PagedEndpoint = Endpoint & { paged: true }
type RowOf<E extends PagedEndpoint> = Data<E> extends (infer Row)[] ? Row : never

type DataTableProps<E extends PagedEndpoint> = {
  endpoint: E
  /** What the endpoint is asked beside page, order and filters. */
  params?: Record<string, string>
  /** What it is always asked, whatever the address says. */
  fixed?: Record<string, unknown>
  /** A column that can be sorted has `sorter: true` and the endpoint's name of that order as its `key`. */
  columns: TableColumnsType<RowOf<E> & object>
  rowKey: (row: RowOf<E>) => string
  filters?: readonly Filter[]
  /** The order in which the endpoint answers by itself. */
  usualSort?: Sort
  /** What is said where nothing is found. */
  empty: string
  /** What a press on a row opens, or Enter while it has the focus. */
  onOpen?: (row: RowOf<E>) => void
  /** What stands at the right of the filters. */
  aside?: ReactNode
  /** Looks again by itself, in milliseconds. */
  refetchInterval?: number
}

/** A press on a heading turns its order around; there is always one. */
const SORT_DIRECTIONS: SortOrder[] = ['descend', 'ascend', 'descend']

/** A table whose rows, order and filters come from the server page by page, and stand in the address. */
export function DataTable<E extends PagedEndpoint>({
  endpoint,
  params,
  fixed,
  columns,
  rowKey,
  filters = [],
  usualSort,
  empty,
  onOpen,
  aside,
  refetchInterval,
}: DataTableProps<E>) {
  const { address, filterOf, setFilters, setPage, setSort } = useTableAddress(usualSort)
  const names = filters.flatMap((filter) => (filter.kind === 'days' ? [filter.name, filter.until] : [filter.name]))
  const narrowed = Object.fromEntries(names.flatMap((name) => (filterOf(name) ? [[name, filterOf(name)]] : [])))
  const input = { query: { ...address, ...narrowed, ...fixed }, ...(params && { params }) }
  const read = useRead(endpoint, input as unknown as Input<E>, refetchInterval ? { refetchInterval } : {})
  const page = read.data as Page<RowOf<E> & object> | undefined
  useLastPage({ address, page, isCurrent: !read.isPlaceholderData, goTo: setPage })
  return (
    <Flex vertical gap={12}>
      {(filters.length > 0 || aside) && (
        <Flex justify="space-between" gap={12} wrap>
          <TableFilters filters={filters} filterOf={filterOf} onChange={setFilters} />
          {aside}
        </Flex>
      )}
      {read.isError ? (
        <Failed error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Table<RowOf<E> & object>
          size="middle"
          columns={columns.map((column) =>
            column.key === address.sort && address.sort !== undefined
              ? { ...column, sortOrder: address.sord === 'asc' ? ('ascend' as const) : ('descend' as const) }
              : column.sorter
                ? { ...column, sortOrder: null }
                : column,
          )}
          rowKey={(row) => rowKey(row as RowOf<E>)}
          dataSource={page?.rows ?? []}
          loading={{ spinning: read.isFetching && (read.isPlaceholderData || !page), delay: 200 }}
          sortDirections={SORT_DIRECTIONS}
          showSorterTooltip={false}
          scroll={{ x: 'max-content' }}
          locale={{
            emptyText: <NoRows isAnswered={page !== undefined} empty={empty} />,
          }}
          pagination={{
            current: address.current,
            pageSize: address.rows,
            total: page?.total ?? 0,
            pageSizeOptions: [...PAGE_SIZES],
            showSizeChanger: true,
            showTotal: (total) => (total > COUNT_LIMIT ? `超过 ${COUNT_LIMIT / 10_000} 万条` : `共 ${total} 条`),
          }}
          onChange={({ current = 1, pageSize = PAGE_SIZES[0] }, _filters, sorter, { action }) => {
            if (action === 'paginate') setPage({ current, rows: pageSize })
            if (action !== 'sort' || Array.isArray(sorter)) return
            const { columnKey, order } = sorter
            setSort(order ? { sort: String(columnKey), sord: order === 'ascend' ? 'asc' : 'desc' } : undefined)
          }}
          {...(onOpen && { onRow: (row) => openable(() => onOpen(row as RowOf<E>)) })}
        />
      )}
    </Flex>
  )
}

/** A row that opens something, for the mouse and for the keyboard. A press on a button in it is the button's own. */
function openable(open: () => void) {
  const isOwn = (target: EventTarget) => !(target instanceof Element && target.closest('button, a, input, .ant-modal'))
  return {
    tabIndex: 0,
    style: { cursor: 'pointer' },
    onClick: ({ target }: React.MouseEvent) => {
      if (isOwn(target)) open()
    },
    onKeyDown: ({ key, target }: React.KeyboardEvent) => {
      if (key === 'Enter' && isOwn(target)) open()
    },
  }
}
