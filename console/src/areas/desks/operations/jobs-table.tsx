import { type JobInfo, listJobFailures, listJobs, runJobNow } from '@paidang/api/areas/desks/admin-jobs'
import { Button, Flex, Tag } from 'antd'
import { Link } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { Failed } from '../../../ui/failed'
import { when } from '../../../ui/format'
import { ListTable } from '../../../ui/list-table'
import { useAction } from '../../../ui/use-action'
import { jobName, scheduleOf } from './job-labels'

const LOOK_AGAIN_MS = 5_000

/** All jobs with schedule and state; each can be run at once. */
export function JobsTable() {
  const { data, isError, error, refetch } = useRead(listJobs, {}, { refetchInterval: LOOK_AGAIN_MS })
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
        { title: '上次成功', render: (_, { doneAt }) => when(doneAt) },
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
  if (failedAt === null) return when(null)
  const isOver = doneAt !== null && doneAt > failedAt
  return (
    <Flex gap={6}>
      {when(failedAt)}
      {isOver ? <Tag>已恢复</Tag> : <Tag color="red">失败中</Tag>}
    </Flex>
  )
}
