import { PlusOutlined } from '@ant-design/icons'
import { type StockedString, stringsOfMerchant } from '@paidang/api/areas/activities/merchant-strings'
import { isAdmitted } from '@paidang/domain/kernel/access'
import { Alert, Button, Segmented } from 'antd'
import { useState } from 'react'
import { useRead } from '../../../platform/queries'
import { useSession } from '../../../platform/session'
import { Failed } from '../../../ui/failed'
import { ListTable } from '../../../ui/list-table'
import { Page } from '../../../ui/page'
import { useTableAddress } from '../../../ui/table-address'
import { MoveStringModal } from './move-string-modal'
import { isLow, stringColumns } from './string-columns'
import { StringFormModal } from './string-form-modal'
import { StringHistory } from './string-history'

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
