import {
  type ClientError,
  type JobFailure,
  type JobInfo,
  listClientErrors,
  listJobFailures,
  listJobs,
  readHealth,
  retryJob,
  runJobNow,
} from '@paidang/api/areas/desks/admin-jobs'
import { jobName } from '@paidang/api/catalogue/job-names'
import { Alert, Badge, Button, Card, Descriptions, Flex, Skeleton, Tabs, Tag, Typography } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { sentenceOf } from '../../../platform/network-error'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable, ListTable } from '../../../ui/data-table'
import { whenExactly } from '../../../ui/format'
import { Failed, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { useFeatures } from '../../ground/features/features'
import { OutboxTable } from './outbox-table'

const TABS = [
  { key: 'jobs', label: '定时任务', children: <JobsTable /> },
  { key: 'failures', label: '失败记录', children: <FailuresTable /> },
  { key: 'client-errors', label: '客户端错误', children: <ClientErrorsTable /> },
  { key: 'outbox', label: '微信消息', children: <OutboxTable /> },
]

/** Background work: jobs, failures in jobs and clients, and outgoing messages. The address contains the tab. */
export function JobsPage() {
  const [params, setParams] = useSearchParams()
  const hasWechat = useFeatures()('wechat')
  const tabs = TABS.filter(({ key }) => key !== 'outbox' || hasWechat)
  return (
    <Page title="任务与消息" about={`服务器按时做的事、客户端的错误${hasWechat ? '，以及发往微信的消息' : ''}`}>
      <HealthLine />
      <Tabs
        destroyOnHidden
        items={tabs}
        activeKey={tabs.find(({ key }) => key === params.get('tab'))?.key ?? 'jobs'}
        // Filters and pages belong to one table only.
        onChange={(tab) => setParams({ tab })}
      />
    </Page>
  )
}

const HEALTH_AGAIN_MS = 15_000
const BYTES_PER_MB = 1_048_576

/** The health of the server and its database, in one line. */
function HealthLine() {
  const { data: health, isError, error } = useRead(readHealth, {}, { refetchInterval: HEALTH_AGAIN_MS })
  if (!health) {
    return isError ? (
      <Alert type="error" showIcon title={sentenceOf(error)} />
    ) : (
      <Skeleton active paragraph={{ rows: 1 }} />
    )
  }
  const { nodeVersion, postgresVersion, processSince, databaseBytes, isMigrated, receivesChanges } = health
  return (
    <Card size="small">
      <Descriptions
        size="small"
        column={{ xs: 2, lg: 3, xl: 6 }}
        items={[
          { label: 'Node.js', children: nodeVersion },
          { label: 'PostgreSQL', children: postgresVersion },
          { label: '启动于', children: whenExactly(processSince) },
          { label: '数据库大小', children: `${(databaseBytes / BYTES_PER_MB).toFixed(1)} MB` },
          { label: '数据结构', children: <Health isWell={isMigrated} well="最新" ill="缺少迁移" /> },
          { label: '变更通知', children: <Health isWell={receivesChanges} well="正常" ill="中断" /> },
        ]}
      />
    </Card>
  )
}

function Health({ isWell, well, ill }: { isWell: boolean; well: string; ill: string }) {
  return <Badge status={isWell ? 'success' : 'error'} text={isWell ? well : ill} />
}

const JOBS_AGAIN_MS = 5_000

/** All jobs with schedule and state; each can be run at once. */
function JobsTable() {
  const { data, isError, error, refetch } = useRead(listJobs, {}, { refetchInterval: JOBS_AGAIN_MS })
  const { mutateAsync } = useWrite(runJobNow, { changes: [listJobs, listJobFailures] })
  const { doIt } = useAction()
  if (isError && !data) return <Failed error={error} onRetry={() => void refetch()} />
  const runNow = (name: string) =>
    doIt({ run: () => mutateAsync({ body: { name } }), done: `已安排执行「${jobName(name)}」` })
  return (
    <ListTable<JobInfo>
      rowKey="name"
      rows={data}
      empty="没有任务"
      columns={[
        {
          title: '任务',
          render: (_, { name }) => jobName(name),
        },
        { title: '计划', render: (_, job) => scheduleOf(job) },
        { title: '上次成功', render: (_, { doneAt }) => whenExactly(doneAt) },
        {
          title: '用时',
          align: 'right',
          render: (_, { doneMs }) => (doneMs === null ? '' : `${(doneMs / 1000).toFixed(1)} 秒`),
        },
        { title: '上次失败', render: (_, job) => <LastFailure job={job} /> },
        { title: '等待', dataIndex: 'waiting', align: 'right' },
        { title: '执行中', dataIndex: 'active', align: 'right' },
        {
          title: '未处理失败',
          align: 'right',
          render: (_, { name, openFailures }) =>
            openFailures === 0 ? 0 : <Link to={`/jobs?tab=failures&name=${name}&state=open`}>{openFailures}</Link>,
        },
        {
          title: '',
          fixed: 'end',
          align: 'right',
          render: (_, { name }) => (
            <Button size="small" aria-label={`立即执行${jobName(name)}`} onClick={() => void runNow(name)}>
              立即执行
            </Button>
          ),
        },
      ]}
    />
  )
}

function LastFailure({ job: { failedAt, doneAt } }: { job: JobInfo }) {
  if (failedAt === null) return whenExactly(null)
  const isOver = doneAt !== null && doneAt > failedAt
  return (
    <Flex gap={6}>
      {whenExactly(failedAt)}
      {isOver ? <Tag>已恢复</Tag> : <Tag color="red">失败中</Tag>}
    </Flex>
  )
}

/** Failures of jobs, with the error and a retry. */
function FailuresTable() {
  const { data: jobs = [] } = useRead(listJobs, {})
  const { mutateAsync } = useWrite(retryJob, { changes: [listJobFailures, listJobs] })
  const { doAfterAsking } = useAction()
  // The table is read again, and another failure may stand under the pointer: the question names it.
  const retry = ({ id, name, what, error, lastAt }: JobFailure) =>
    doAfterAsking({
      run: () => mutateAsync({ params: { id } }),
      done: `已安排重试「${jobName(name)}」`,
      title: `重试「${jobName(name)}」${whenExactly(lastAt)} 的失败？`,
      effect: `${what === '' ? '' : `${what}：`}${error}。这个任务会马上再执行一次。`,
      okText: '重试',
      isHarmless: true,
    })
  return (
    <DataTable
      endpoint={listJobFailures}
      rowKey={({ id }) => id}
      empty="没有失败记录"
      filters={[
        {
          kind: 'choice',
          name: 'name',
          label: '任务',
          options: jobs.map(({ name }) => ({ value: name, label: jobName(name) })),
        },
        { kind: 'choice', name: 'state', label: '状态', options: [{ value: 'open', label: '未重试' }] },
      ]}
      columns={[
        { title: '最近失败', render: (_, { lastAt }: JobFailure) => whenExactly(lastAt) },
        {
          title: '任务',
          render: (_, { name, what }: JobFailure) => (
            <Flex vertical>
              <span>{jobName(name)}</span>
              {what !== '' && <Typography.Text type="secondary">{what}</Typography.Text>}
            </Flex>
          ),
        },
        {
          title: '错误',
          width: 480,
          render: (_, { error }: JobFailure) => <Typography.Text code>{error}</Typography.Text>,
        },
        { title: '次数', dataIndex: 'times', align: 'right' },
        { title: '首次', render: (_, { firstAt }: JobFailure) => whenExactly(firstAt) },
        { title: '状态', render: (_, failure: JobFailure) => <FailureState failure={failure} /> },
        {
          title: '',
          fixed: 'end',
          align: 'right',
          render: (_, failure: JobFailure) => (
            <Button
              size="small"
              aria-label={`重试${jobName(failure.name)}`}
              disabled={failure.retriedAt !== null}
              onClick={() => retry(failure)}
            >
              重试
            </Button>
          ),
        },
      ]}
    />
  )
}

function FailureState({ failure: { retriedAt, isOver } }: { failure: JobFailure }) {
  if (retriedAt !== null) return <Tag>{whenExactly(retriedAt)} 已重试</Tag>
  return isOver ? <Tag color="green">之后已成功</Tag> : <Tag color="red">未恢复</Tag>
}

const APPS: Record<ClientError['app'], string> = { weapp: '小程序', h5: '网页', console: '工作台' }
const KINDS: Record<ClientError['kind'], string> = { render: '显示', rejection: '异步', script: '脚本' }

/** Failures in browsers and mini-programs; the same failures of one day share a row. */
function ClientErrorsTable() {
  return (
    <DataTable
      endpoint={listClientErrors}
      rowKey={({ id }) => id}
      empty="最近 30 天没有客户端错误"
      filters={[
        {
          kind: 'choice',
          name: 'app',
          label: '来自',
          options: Object.entries(APPS).map(([value, label]) => ({ value, label })),
        },
      ]}
      columns={[
        { title: '最近发生', render: (_, { lastAt }: ClientError) => whenExactly(lastAt) },
        { title: '来自', render: (_, { app, kind }: ClientError) => `${APPS[app]}（${KINDS[kind]}）` },
        {
          title: '错误',
          width: 480,
          render: (_, { message, stack }: ClientError) => (
            <Flex vertical>
              <Typography.Text code>{message}</Typography.Text>
              {stack !== '' && (
                <Typography.Paragraph type="secondary" ellipsis={{ rows: 2, expandable: true, symbol: '展开' }}>
                  {stack}
                </Typography.Paragraph>
              )}
            </Flex>
          ),
        },
        { title: '页面', dataIndex: 'page' },
        { title: '版本', render: (_, { version, client }: ClientError) => `${version}，${client}` },
        { title: '当天次数', dataIndex: 'times', align: 'right' },
      ]}
    />
  )
}

/** The schedule of a job as text: every few seconds, every minute, hour or day. */
function scheduleOf({ cron, againAfterSeconds }: Pick<JobInfo, 'cron' | 'againAfterSeconds'>): string {
  if (againAfterSeconds !== null) return `每 ${againAfterSeconds} 秒`
  const [minute = '', hour = '', ...others] = cron.split(' ')
  if (others.some((one) => one !== '*')) return cron
  if (minute === '*' && hour === '*') return '每分钟'
  if (hour === '*') return `每小时第 ${minute} 分`
  return `每天 ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}
