import type { Data, Endpoint, Input, Page } from '@paidang/api/endpoint'
import { COUNT_LIMIT } from '@paidang/domain/kernel/page'
import { Empty, Flex, Skeleton, Table, type TableColumnsType } from 'antd'
import type { SortOrder } from 'antd/es/table/interface'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useHref, useNavigate } from 'react-router'
import { useRead } from '../platform/queries'
import { Failed } from './page'
import { PAGE_SIZES, type Sort, useLastPage, useTableAddress } from './table-address'
import { type Filter, TableFilters } from './table-filters'

type PagedEndpoint = Endpoint & { paged: true }
type RowOf<E extends PagedEndpoint> = Data<E> extends (infer Row)[] ? Row : never

type DataTableProps<E extends PagedEndpoint> = {
  endpoint: E
  /** Path parameters of the endpoint. */
  params?: Record<string, string>
  /** Query parameters that are always sent, whatever the address says. */
  fixed?: Record<string, unknown>
  /** A column that can be sorted has `sorter: true` and the endpoint's name of that order as its `key`. */
  columns: TableColumnsType<RowOf<E> & object>
  rowKey: (row: RowOf<E>) => string
  filters?: readonly Filter[]
  /** The endpoint's default order. */
  usualSort?: Sort
  /** What the rows are, as in 没有符合条件的订单. For tables with filters. */
  what?: string
  /** The message for an empty list without filters: what it is for, and what to do next. */
  empty: string
  /** The address of a row. Its first cell is the link; the rest of it can be pressed like one. */
  hrefOf?: (row: RowOf<E>) => string
  /** The content at the right of the filters, or a function of the listed rows. */
  aside?: ReactNode | ((rows: readonly RowOf<E>[]) => ReactNode)
  /** The interval of automatic reads, in milliseconds. */
  refetchInterval?: number
}

/** The middle button of a mouse. */
const MIDDLE = 1

/** A press on a heading reverses its order; there is always one. */
const SORT_DIRECTIONS: SortOrder[] = ['descend', 'ascend', 'descend']

/** A table whose rows, order and filters come from the server page by page, and are kept in the address. */
export function DataTable<E extends PagedEndpoint>({
  endpoint,
  params,
  fixed,
  columns,
  rowKey,
  filters = [],
  usualSort,
  what = '记录',
  empty,
  hrefOf,
  aside,
  refetchInterval,
}: DataTableProps<E>) {
  const { address, filterOf, setFilters, setPage, setSort } = useTableAddress(usualSort)
  const names = filters.flatMap((filter) => (filter.kind === 'days' ? [filter.name, filter.until] : [filter.name]))
  const narrowed = Object.fromEntries(names.flatMap((name) => (filterOf(name) ? [[name, filterOf(name)]] : [])))
  const isNarrowed = Object.keys(narrowed).length > 0
  const input = { query: { ...address, ...narrowed, ...fixed }, ...(params && { params }) }
  const read = useRead(endpoint, input as unknown as Input<E>, refetchInterval ? { refetchInterval } : {})
  const page = read.data as Page<RowOf<E> & object> | undefined
  const rowOf = useRowPress()
  useLastPage({ address, page, isCurrent: !read.isPlaceholderData, goTo: setPage })
  return (
    <Flex vertical gap={12}>
      {(filters.length > 0 || aside) && (
        <Flex justify="space-between" gap={12} wrap>
          <TableFilters filters={filters} filterOf={filterOf} onChange={setFilters} />
          {typeof aside === 'function' ? aside(page?.rows ?? []) : aside}
        </Flex>
      )}
      {read.isError ? (
        <Failed error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <Table<RowOf<E> & object>
          size="middle"
          columns={linked(columns, hrefOf).map((column) =>
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
          scroll={{ x: true }}
          locale={{
            emptyText: <NoRows isAnswered={page !== undefined} empty={isNarrowed ? `没有符合条件的${what}` : empty} />,
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
          {...(hrefOf && { onRow: (row) => rowOf(hrefOf(row as RowOf<E>)) })}
        />
      )}
    </Flex>
  )
}

/**
 * The columns with a link to the row's page in the first one. It supports the keyboard, and everything else that a
 * browser does with links.
 */
function linked<Row extends object>(
  columns: TableColumnsType<Row>,
  hrefOf: ((row: Row) => string) | undefined,
): TableColumnsType<Row> {
  const [first, ...others] = columns
  if (!hrefOf || !first || !('render' in first || 'dataIndex' in first)) return columns
  const { render } = first
  const link: typeof first = {
    ...first,
    render: (value: ReactNode, row, index) => (
      <Link to={hrefOf(row)} className="row-link">
        {render ? (render(value, row, index) as ReactNode) : value}
      </Link>
    ),
  }
  return [link, ...others]
}

/**
 * Makes the other cells of a row act like its link, with Ctrl or the middle button in another tab. Controls inside the
 * row keep their own presses.
 */
function useRowPress() {
  const navigate = useNavigate()
  const root = useHref('/')
  const isOwn = (target: EventTarget) => !(target instanceof Element && target.closest('button, a, input, .ant-modal'))
  return (href: string) => {
    const openBeside = () => window.open(root.replace(/\/$/, '') + href, '_blank', 'noopener')
    return {
      style: { cursor: 'pointer' },
      onClick: ({ target, ctrlKey, metaKey }: MouseEvent) => {
        if (!isOwn(target)) return
        if (ctrlKey || metaKey) openBeside()
        else navigate(href)
      },
      onAuxClick: ({ target, button }: MouseEvent) => {
        if (button === MIDDLE && isOwn(target)) openBeside()
      },
      onMouseDown: (event: MouseEvent) => {
        // Browsers start scrolling with the middle button.
        if (event.button === MIDDLE && isOwn(event.target)) event.preventDefault()
      },
    }
  }
}

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
