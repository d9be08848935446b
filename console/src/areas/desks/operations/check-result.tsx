import type { InvariantFinding, RunWithFindings } from '@paidang/api/areas/desks/admin-invariants'
import { Alert, Descriptions, Empty, Flex, Skeleton, Table, Tag, Typography } from 'antd'
import { NOTHING, when } from '../../../ui/format'
import { outcomeOf, secondsOf } from './check-labels'

const RANKS = { broken: 0, unchecked: 1, ok: 2 } as const

/** The findings of a check: its result, then every rule, violated ones first. */
export function CheckResult({ found }: { found: RunWithFindings | null | undefined }) {
  if (found === undefined) return <Skeleton active />
  if (found === null) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="还没有检查过" />
  const { run, findings } = found
  const { label, color } = outcomeOf(run)
  const rows = [...findings].sort((a, b) => rankOf(a) - rankOf(b))
  return (
    <Flex vertical gap={16}>
      <Alert
        type={color === 'processing' ? 'info' : color}
        showIcon
        title={label}
        description={
          <Descriptions
            size="small"
            column={4}
            items={[
              { label: '检查时间', children: when(run.begunAt ?? run.askedAt) },
              { label: '用时', children: secondsOf(run) ?? NOTHING },
              { label: '发起', children: run.requestedBy ?? '每日自动' },
              { label: '规则', children: `${run.checked} / ${run.total} 条` },
              ...(run.error === null ? [] : [{ label: '原因', children: run.error }]),
            ]}
          />
        }
      />
      <Table<InvariantFinding>
        size="small"
        rowKey="name"
        dataSource={rows}
        pagination={false}
        scroll={{ x: true }}
        columns={[
          { title: '结果', width: 96, render: (_, finding) => <Verdict finding={finding} /> },
          {
            title: '规则',
            render: (_, { code, meaning, verdict }) => (
              <Flex vertical style={{ maxWidth: 640 }}>
                <Typography.Text {...(verdict === 'broken' && { type: 'danger' as const, strong: true })}>
                  {meaning}
                </Typography.Text>
                <Typography.Text type="secondary" style={{ fontSize: 12 }}>
                  {code}
                </Typography.Text>
              </Flex>
            ),
          },
          {
            title: '涉及编号',
            render: (_, { count, ids, error }) =>
              error !== null ? (
                <Typography.Text type="secondary">{error}</Typography.Text>
              ) : count === 0 ? (
                NOTHING
              ) : (
                `${count} 处：${ids.join('、')}${count > ids.length ? ' 等' : ''}`
              ),
          },
          { title: '用时', align: 'right', render: (_, { tookMs }) => `${tookMs} 毫秒` },
        ]}
      />
    </Flex>
  )
}

/** Violations before warnings, then rules that could not be checked. */
function rankOf({ verdict, severity }: InvariantFinding): number {
  return RANKS[verdict] + (verdict === 'broken' && severity === 'warning' ? 0.5 : 0)
}

function Verdict({ finding: { verdict, severity } }: { finding: InvariantFinding }) {
  if (verdict === 'ok') return <Tag color="green">成立</Tag>
  if (verdict === 'unchecked') return <Tag>未能检查</Tag>
  return severity === 'warning' ? <Tag color="gold">提醒</Tag> : <Tag color="red">不成立</Tag>
}
