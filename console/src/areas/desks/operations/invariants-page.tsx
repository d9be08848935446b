import {
  type InvariantFinding,
  type InvariantRun,
  listInvariantRuns,
  type RunWithFindings,
  readInvariantRun,
  readInvariants,
  runInvariants,
} from '@paidang/api/areas/desks/admin-invariants'
import { Alert, Button, Card, Descriptions, Empty, Flex, Progress, Skeleton, Table, Tabs, Tag, Typography } from 'antd'
import { useSearchParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { NOTHING, whenExactly } from '../../../ui/format'
import { Failed, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'

/** The result of a check, as a text and its colour. */
function outcomeOf({ endedAt, error, broken, unchecked, warnings }: InvariantRun): {
  label: string
  color: 'processing' | 'error' | 'warning' | 'success'
} {
  if (endedAt === null) return { label: '进行中', color: 'processing' }
  if (error !== null) return { label: '中断', color: 'error' }
  if (broken > 0) return { label: `${broken} 条不成立`, color: 'error' }
  if (unchecked > 0) return { label: `${unchecked} 条未能检查`, color: 'warning' }
  return warnings > 0
    ? { label: `成立，${warnings} 条提醒`, color: 'warning' }
    : { label: '全部成立', color: 'success' }
}

/** How long a check took, in seconds; undefined while it runs. */
function secondsOf({ begunAt, endedAt }: Pick<InvariantRun, 'begunAt' | 'endedAt'>): string | undefined {
  if (begunAt === null || endedAt === null) return undefined
  return `${((Date.parse(endedAt) - Date.parse(begunAt)) / 1000).toFixed(1)} 秒`
}

const LOOK_AGAIN_MS = 1_500

/** Whether all invariants hold: the last check, a running one, and earlier ones. The address can contain a check. */
export function InvariantsPage() {
  const [params, setParams] = useSearchParams()
  const read = useRead(readInvariants, {}, { refetchInterval: LOOK_AGAIN_MS })
  const { mutateAsync, isPending } = useWrite(runInvariants, { changes: [readInvariants, listInvariantRuns] })
  const { doIt } = useAction()
  const { data, isError, error, refetch } = read
  const runId = params.get('run')
  const begin = async () => {
    const begun = await doIt({ run: () => mutateAsync({}), done: '已开始检查' })
    if (begun) setParams({})
  }
  return (
    <Page
      title="数据检查"
      about="逐条核对必须成立的规则，只读不改；每天凌晨自动检查一次"
      actions={
        <Button type="primary" loading={isPending} disabled={Boolean(data?.running)} onClick={() => void begin()}>
          现在检查
        </Button>
      }
    >
      {data?.running && <CheckProgress run={data.running} />}
      <Tabs
        destroyOnHidden
        activeKey={params.get('tab') === 'history' ? 'history' : 'result'}
        onChange={(tab) => setParams(tab === 'history' ? { tab } : {})}
        items={[
          {
            key: 'result',
            label: runId === null ? '最近结果' : `第 ${runId} 次检查`,
            children:
              runId !== null ? (
                <OneCheck id={runId} />
              ) : isError ? (
                <Failed error={error} onRetry={() => void refetch()} />
              ) : (
                <>
                  {data?.failed && <BrokenOff run={data.failed} />}
                  <CheckResult found={data?.last} />
                </>
              ),
          },
          { key: 'history', label: '历史', children: <ChecksTable /> },
        ]}
      />
    </Page>
  )
}

/** Says that the result below is older than the last attempt. */
function BrokenOff({ run: { endedAt, error } }: { run: InvariantRun }) {
  return (
    <Alert
      type="error"
      showIcon
      style={{ marginBottom: 16 }}
      title={`${whenExactly(endedAt)} 的检查中断了，下面是更早的结果`}
      description={error}
    />
  )
}

/** All checks, latest first; a row opens its findings. */
function ChecksTable() {
  return (
    <DataTable
      endpoint={listInvariantRuns}
      rowKey={({ id }) => id}
      empty="还没有检查过"
      hrefOf={({ id }) => `/invariants?run=${id}`}
      columns={[
        { title: '编号', dataIndex: 'id' },
        { title: '开始', render: (_, { begunAt, askedAt }: InvariantRun) => whenExactly(begunAt ?? askedAt) },
        { title: '用时', render: (_, run: InvariantRun) => secondsOf(run) ?? NOTHING },
        { title: '发起', render: (_, { requestedBy }: InvariantRun) => requestedBy ?? '每日自动' },
        { title: '规则', render: (_, { checked, total }: InvariantRun) => `${checked} / ${total}` },
        {
          title: '结果',
          render: (_, run: InvariantRun) => <Tag color={outcomeOf(run).color}>{outcomeOf(run).label}</Tag>,
        },
      ]}
    />
  )
}

/** The progress of the running check. */
function CheckProgress({ run: { begunAt, checked, total } }: { run: InvariantRun }) {
  return (
    <Card size="small">
      <Typography.Text>
        {begunAt === null ? '正在等待开始……' : `正在检查：${checked} / ${total} 条规则`}
      </Typography.Text>
      <Progress percent={total === 0 ? 0 : Math.floor((checked / total) * 100)} status="active" aria-label="检查进度" />
    </Card>
  )
}

/** A check of the history. */
function OneCheck({ id }: { id: string }) {
  const { data, isError, error, refetch } = useRead(readInvariantRun, { params: { id } })
  if (isError) return <Failed error={error} onRetry={() => void refetch()} />
  return <CheckResult found={data} />
}

const RANKS = { broken: 0, unchecked: 1, ok: 2 } as const

/** The findings of a check: its result, then every rule, violated ones first. */
function CheckResult({ found }: { found: RunWithFindings | null | undefined }) {
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
              { label: '检查时间', children: whenExactly(run.begunAt ?? run.askedAt) },
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
