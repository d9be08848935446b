import { readHealth } from '@paidang/api/areas/desks/admin-jobs'
import { jobName } from '@paidang/api/catalogue/job-names'
import type { Data } from '@paidang/api/endpoint'
import { ALERT_NAMES, type AlertKind } from '@paidang/domain/areas/desks/operations/alert'
import { Alert, Badge, Card, Descriptions, Flex, Skeleton, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import { useRead } from '../../../platform/queries'
import { ListTable } from '../../../ui/data-table'
import { NOTHING, whenExactly } from '../../../ui/format'
import { Failed, Page } from '../../../ui/page'

type Health = Data<typeof readHealth>

/** Where what an alert is about can be mended. The others are mended on the server. */
const PAGES: Partial<Record<AlertKind, string>> = {
  INVARIANTS: '/invariants',
  REFUNDS: '/refunds?state=STUCK',
  OUTBOX: '/jobs?tab=outbox',
}

/** Without its database the product can not tell what it lacks. */
const ON_THE_SERVER = '如果一直这样，数据库可能中断了：请在服务器上运行 npm run doctor。'

const LOOK_AGAIN_MS = 15_000
const BYTES_PER_MB = 1_048_576
const MB_PER_GB = 1_024
const MINUTE = 60

/** How the deployment fares: what is wrong, its processes, backup and certificate, what waits, slow statements. */
export function HealthPage() {
  const { data, dataUpdatedAt, isError, error, refetch } = useRead(readHealth, {}, { refetchInterval: LOOK_AGAIN_MS })
  return (
    <Page title="运行状况" about="每 15 秒更新；有告警时待办里也会出现">
      {data ? (
        <Flex vertical gap={16}>
          {error && (
            <Alert
              type="error"
              showIcon
              title="现在读不到运行状况"
              description={`以下是 ${whenExactly(new Date(dataUpdatedAt).toISOString())} 的状况。${ON_THE_SERVER}`}
            />
          )}
          <OpenAlerts alerts={data.alerts} />
          <Deployment health={data} />
          <Processes processes={data.processes} />
          <Queues queues={data.queues} />
          <Slowest statements={data.slowest} />
          <PastAlerts alerts={data.alerts} />
        </Flex>
      ) : isError ? (
        <Failed error={error} hint={ON_THE_SERVER} onRetry={() => void refetch()} />
      ) : (
        <Skeleton active paragraph={{ rows: 8 }} />
      )}
    </Page>
  )
}

function OpenAlerts({ alerts }: Pick<Health, 'alerts'>) {
  const open = alerts.filter(({ endedAt }) => endedAt === null)
  if (open.length === 0) return <Alert type="success" showIcon title="没有告警" />
  return open.map(({ id, kind, detail, since }) => (
    <Alert
      key={id}
      type="error"
      showIcon
      title={`${ALERT_NAMES[kind]}：${detail}`}
      description={`始于 ${whenExactly(since)}`}
      action={PAGES[kind] && <Link to={PAGES[kind]}>去处理</Link>}
    />
  ))
}

/** The state of what all processes share. */
function Deployment({ health }: { health: Health }) {
  const { lastBackupAt, isBackupWatched, certificateEndsAt, freeBytes, isMigrated, receivesChanges } = health
  return (
    <Card size="small" title="整体">
      <Descriptions
        size="small"
        column={{ xs: 1, md: 2, xl: 4 }}
        items={[
          { label: '数据结构', children: <Mark isWell={isMigrated} well="最新" ill="缺少迁移" /> },
          { label: '变更通知', children: <Mark isWell={receivesChanges} well="正常" ill="中断" /> },
          ...(health.redisIsUp === null
            ? []
            : [{ label: 'Redis', children: <Mark isWell={health.redisIsUp} well="正常" ill="中断，由数据库代替" /> }]),
          {
            label: '上次备份',
            children: lastBackupAt ? whenExactly(lastBackupAt) : isBackupWatched ? '还没有' : '不检查',
          },
          { label: '证书到期', children: whenExactly(certificateEndsAt) },
          { label: '磁盘剩余', children: sizeText(freeBytes) },
          { label: '数据库大小', children: sizeText(health.databaseBytes) },
          { label: 'Node.js', children: health.nodeVersion },
          { label: 'PostgreSQL', children: health.postgresVersion },
        ]}
      />
    </Card>
  )
}

function Mark({ isWell, well, ill }: { isWell: boolean; well: string; ill: string }) {
  return <Badge status={isWell ? 'success' : 'error'} text={isWell ? well : ill} />
}

function Processes({ processes }: Pick<Health, 'processes'>) {
  return (
    <Card size="small" title="服务进程">
      <ListTable
        rowKey="name"
        rows={processes}
        empty="还没有进程报告，启动后稍等几秒"
        columns={[
          { title: '进程', render: (_, { name }) => name.split(' ').slice(0, 2).join(' 进程 ') },
          {
            title: '状态',
            render: (_, { isSilent, seenAt }) =>
              isSilent ? <Tag color="red">{whenExactly(seenAt)} 后没有回应</Tag> : <Tag color="green">正常</Tag>,
          },
          { title: '启动于', render: (_, { startedAt }) => whenExactly(startedAt) },
          { title: '内存', align: 'right', render: (_, { memoryBytes }) => sizeText(memoryBytes) },
          { title: '延迟', align: 'right', render: (_, { lagMs }) => `${lagMs} 毫秒` },
          {
            title: '数据库连接',
            align: 'right',
            render: (_, { connections, idle, waiting }) =>
              `${connections - idle} / ${connections}${waiting > 0 ? `，排队 ${waiting}` : ''}`,
          },
          { title: '在线页面', align: 'right', dataIndex: 'sockets' },
        ]}
      />
    </Card>
  )
}

const QUEUE_NAMES: Record<string, string> = { outbox: '微信消息', refunds: '退款到账' }

function Queues({ queues }: Pick<Health, 'queues'>) {
  return (
    <Card size="small" title="排队">
      <ListTable
        rowKey="name"
        rows={queues}
        empty="没有排队"
        columns={[
          { title: '队列', render: (_, { name }) => QUEUE_NAMES[name] ?? jobName(name) },
          { title: '等待', align: 'right', dataIndex: 'waiting' },
          { title: '最早的已等', align: 'right', render: (_, { dueSeconds }) => durationText(dueSeconds) },
        ]}
      />
    </Card>
  )
}

function Slowest({ statements }: { statements: Health['slowest'] }) {
  return (
    <Card size="small" title="最费时的查询（各进程启动以来）">
      <ListTable
        rowKey="text"
        rows={statements}
        empty="还没有数据"
        columns={[
          {
            title: '语句',
            width: 640,
            render: (_, { text }) => (
              <Typography.Paragraph code ellipsis={{ rows: 2, expandable: true, symbol: '展开' }}>
                {text}
              </Typography.Paragraph>
            ),
          },
          { title: '次数', align: 'right', dataIndex: 'times' },
          { title: '平均', align: 'right', render: (_, { totalMs, times }) => `${(totalMs / times).toFixed(1)} 毫秒` },
          { title: '最长', align: 'right', render: (_, { maxMs }) => `${maxMs} 毫秒` },
          { title: '合计', align: 'right', render: (_, { totalMs }) => `${(totalMs / 1000).toFixed(1)} 秒` },
        ]}
      />
    </Card>
  )
}

function PastAlerts({ alerts }: Pick<Health, 'alerts'>) {
  return (
    <Card size="small" title="已恢复的告警">
      <ListTable
        rowKey="id"
        rows={alerts.filter(({ endedAt }) => endedAt !== null)}
        empty="没有"
        columns={[
          { title: '告警', render: (_, { kind }) => ALERT_NAMES[kind] },
          { title: '内容', dataIndex: 'detail' },
          { title: '开始', render: (_, { since }) => whenExactly(since) },
          { title: '恢复', render: (_, { endedAt }) => whenExactly(endedAt) },
        ]}
      />
    </Card>
  )
}

function sizeText(bytes: number): string {
  const megabytes = bytes / BYTES_PER_MB
  return megabytes < MB_PER_GB ? `${megabytes.toFixed(1)} MB` : `${(megabytes / MB_PER_GB).toFixed(1)} GB`
}

/** A duration as text: 40 秒, 12 分钟, 3 小时. */
function durationText(seconds: number): string {
  if (seconds === 0) return NOTHING
  if (seconds < 2 * MINUTE) return `${seconds} 秒`
  const minutes = Math.floor(seconds / MINUTE)
  return minutes < 2 * MINUTE ? `${minutes} 分钟` : `${Math.floor(minutes / MINUTE)} 小时`
}
