import { PlusOutlined } from '@ant-design/icons'
import {
  movesOfString,
  type StockedString,
  type StringMove,
  stringsOfMerchant,
} from '@paidang/api/areas/activities/merchant-strings'
import { MATERIAL_NAMES, setsOf } from '@paidang/domain/areas/activities/stringing/string-job'
import { isAdmitted } from '@paidang/domain/kernel/access'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { Alert, Button, Drawer, Flex, Segmented, type TableColumnsType, Tag, Typography } from 'antd'
import { useState } from 'react'
import { useRead } from '../../../platform/queries'
import { useSession } from '../../../platform/session'
import { DataTable, ListTable } from '../../../ui/data-table'
import { money, NOTHING, when } from '../../../ui/format'
import { Failed, Page } from '../../../ui/page'
import { useTableAddress } from '../../../ui/table-address'
import { MoveStringModal, StringFormModal } from './string-forms'

const VIEWS = [
  { value: 'offered', label: '在售' },
  { value: 'low', label: '库存偏低' },
  { value: 'stopped', label: '已下架' },
]

/** The form that is open over the list. */
type Open = { kind: 'create' } | { kind: 'edit' | 'in' | 'count'; seen: StockedString }

/** 球线与库存: the strings that a shop sells by the metre, and its stock. */
export function StringsPage() {
  const role = useSession(({ staff }) => staff?.role)
  const isOwner = role !== undefined && isAdmitted(role, 'owner')
  const { filterOf, setFilters } = useTableAddress()
  const view = VIEWS.find(({ value }) => value === filterOf('view'))?.value ?? 'offered'
  const [open, setOpen] = useState<Open>()
  const read = useRead(stringsOfMerchant, {})
  const strings = read.data ?? []
  const low = strings.filter((string) => string.isOffered && isLow(string))
  const seen = {
    offered: strings.filter((string) => string.isOffered),
    low,
    stopped: strings.filter((s) => !s.isOffered),
  }
  const history = strings.find(({ id }) => id === filterOf('history'))
  const close = () => setOpen(undefined)
  /** The latest version, since others can change it meanwhile. */
  const latestOf = (seen: StockedString) => strings.find(({ id }) => id === seen.id) ?? seen
  return (
    <Page
      title="球线与库存"
      about="可用 = 在库 − 已预留给待穿订单；低于警戒线时提醒补货"
      actions={
        isOwner && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setOpen({ kind: 'create' })}>
            新增球线
          </Button>
        )
      }
    >
      {low.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={`${low.length} 种球线库存偏低：${low.map(({ brand, name }) => `${brand} ${name}`).join('、')}`}
          action={
            view !== 'low' && (
              <Button size="small" onClick={() => setFilters({ view: 'low' })}>
                只看偏低
              </Button>
            )
          }
        />
      )}
      <div>
        <Segmented
          aria-label="查看哪些球线"
          options={VIEWS}
          value={view}
          onChange={(value) => setFilters({ view: value === 'offered' ? undefined : value })}
        />
      </div>
      {read.isError && !read.data ? (
        <Failed error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <ListTable
          rowKey="id"
          rows={read.data && seen[view as keyof typeof seen]}
          empty={view === 'low' ? '库存都在警戒线以上' : '这里没有球线'}
          columns={stringColumns({
            onMove: (string, kind) => setOpen({ kind, seen: string }),
            onEdit: (string) => setOpen({ kind: 'edit', seen: string }),
            onHistory: ({ id }) => setFilters({ history: id }),
          })}
        />
      )}
      {open?.kind === 'create' && <StringFormModal isOwner={isOwner} onClose={close} />}
      {open?.kind === 'edit' && <StringFormModal isOwner={isOwner} string={latestOf(open.seen)} onClose={close} />}
      {(open?.kind === 'in' || open?.kind === 'count') && (
        <MoveStringModal string={latestOf(open.seen)} kind={open.kind} onClose={close} />
      )}
      {history && <StringHistory string={history} onClose={() => setFilters({ history: undefined })} />}
    </Page>
  )
}

/** Whether the free stock of a string is below the shop's minimum. */
const isLow = ({ freeMetres, lowStockMetres }: StockedString) => freeMetres < lowStockMetres

/** What is free of a string; after a count it may be less than what orders have reserved. */
function FreeMetres({ string: { freeMetres, sport } }: { string: StockedString }) {
  if (freeMetres < 0) return <Typography.Text type="danger">{`还差 ${-freeMetres} 米`}</Typography.Text>
  return (
    <span>
      {`${freeMetres} 米`}
      <br />
      <Typography.Text type="secondary">{`约 ${setsOf(freeMetres, sport)} 副`}</Typography.Text>
    </span>
  )
}

type Actions = {
  onMove: (string: StockedString, kind: 'in' | 'count') => void
  onEdit: (string: StockedString) => void
  onHistory: (string: StockedString) => void
}

/** The columns of a shop's strings, with their actions. */
function stringColumns({ onMove, onEdit, onHistory }: Actions): TableColumnsType<StockedString> {
  return [
    {
      title: '球线',
      render: (_, { brand, name, color }) => (
        <>
          <Typography.Text strong>{`${brand} ${name}`}</Typography.Text>
          <br />
          <Typography.Text type="secondary">{color}</Typography.Text>
        </>
      ),
    },
    { title: '项目', render: (_, { sport }) => SPORT_NAMES[sport] },
    { title: '材质', render: (_, { material }) => MATERIAL_NAMES[material] },
    { title: '线径', align: 'right', render: (_, { gauge }) => `${gauge.toFixed(2)} mm` },
    { title: '半副价格', dataIndex: 'halfPriceFen', align: 'right', render: money },
    { title: '在库', align: 'right', render: (_, { stockMetres }) => `${stockMetres} 米` },
    {
      title: '可用',
      align: 'right',
      render: (_, string) => (
        <Flex gap={8} justify="flex-end" align="center">
          {string.isOffered && isLow(string) && <Tag color="gold">偏低</Tag>}
          <FreeMetres string={string} />
        </Flex>
      ),
    },
    {
      title: '警戒线',
      align: 'right',
      render: (_, { lowStockMetres }) => (lowStockMetres === 0 ? NOTHING : `${lowStockMetres} 米`),
    },
    {
      title: '操作',
      fixed: 'end',
      render: (_, string) => (
        <Flex gap={4}>
          <Button size="small" onClick={() => onMove(string, 'in')}>
            入库
          </Button>
          <Button size="small" onClick={() => onMove(string, 'count')}>
            盘点
          </Button>
          <Button size="small" type="link" onClick={() => onEdit(string)}>
            修改
          </Button>
          <Button size="small" type="link" onClick={() => onHistory(string)}>
            流水
          </Button>
        </Flex>
      ),
    },
  ]
}

const MOVES: Record<StringMove, { label: string; color: string }> = {
  IN: { label: '入库', color: 'green' },
  DRAWN: { label: '穿线用线', color: 'blue' },
  ADJUSTED: { label: '盘点', color: 'gold' },
}

const signed = (metres: number) => `${metres > 0 ? '+' : ''}${metres} 米`

/** The movements of a string, latest first, with the stock after each. */
function StringHistory({ string, onClose }: { string: StockedString; onClose: () => void }) {
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
