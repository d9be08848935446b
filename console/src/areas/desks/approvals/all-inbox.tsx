import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import { WAITING_KINDS, type WaitingKind } from '@paidang/domain/kernel/waiting'
import { Flex, Select, Tag, Typography } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { serverNow } from '../../../platform/clock'
import { useRead } from '../../../platform/queries'
import { ListTable } from '../../../ui/data-table'
import { money, NOTHING, when } from '../../../ui/format'
import { Failed } from '../../../ui/page'
import { changedAddress } from '../../../ui/table-address'
import { aboutOf, WAITING_NAMES } from './waiting-labels'

const HOUR_MS = 3_600_000
/** From two days on a duration is stated in days. */
const HOURS_STATED = 48

/** A duration as text: 3 天, 20 小时. */
function durationText(ms: number): string {
  const hours = Math.floor(ms / HOUR_MS)
  return hours < HOURS_STATED ? `${hours} 小时` : `${Math.floor(hours / 24)} 天`
}

/** Everything that waits, what is longest over its limit first. Each row leads to the page with its buttons. */
export function AllInbox() {
  const [params, setParams] = useSearchParams()
  const only = WAITING_KINDS.find((kind) => kind === params.get('only'))
  const { data, error, isError, refetch } = useRead(readInbox, { query: { ...(only && { kind: only }) } })
  if (isError) return <Failed error={error} onRetry={refetch} />
  const choices = (data?.counts ?? []).map(({ kind, waiting, late }) => ({
    value: kind,
    label: `${WAITING_NAMES[kind].name}（${waiting}${late > 0 ? `，超时 ${late}` : ''}）`,
  }))
  const now = serverNow().getTime()
  return (
    <Flex vertical gap={16}>
      <Select<WaitingKind>
        aria-label="待办类型"
        allowClear
        placeholder="全部类型"
        style={{ width: 320 }}
        value={only ?? null}
        options={choices}
        onChange={(kind?: WaitingKind) => setParams((before) => changedAddress(before, { only: kind }))}
      />
      <ListTable
        rows={data?.items.map((item) => ({ ...item, key: `${item.kind} ${item.id}` }))}
        rowKey="key"
        empty="没有待办"
        columns={[
          {
            title: '待办',
            render: (_, item) => (
              <Link to={WAITING_NAMES[item.kind].hrefOf(item)}>{WAITING_NAMES[item.kind].name}</Link>
            ),
          },
          {
            title: '内容',
            render: (_, item) => (
              <Typography.Text ellipsis style={{ maxWidth: 360 }}>
                {aboutOf(item) || NOTHING}
              </Typography.Text>
            ),
          },
          { title: '涉及金额', align: 'right', render: (_, { amountFen }) => money(amountFen) },
          { title: '开始等待', render: (_, { since }) => when(since) },
          {
            title: '已等待',
            align: 'right',
            render: (_, { since }) => durationText(now - Date.parse(since)),
          },
          { title: '时限', render: (_, { limitAt }) => <LimitTag left={Date.parse(limitAt) - now} /> },
        ]}
      />
    </Flex>
  )
}

function LimitTag({ left }: { left: number }) {
  if (left <= 0) return <Tag color="red">超时 {durationText(-left)}</Tag>
  return <Tag color={left < 24 * HOUR_MS ? 'gold' : 'default'}>还剩 {durationText(left)}</Tag>
}
