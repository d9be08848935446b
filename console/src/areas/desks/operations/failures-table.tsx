import { type JobFailure, listJobFailures, listJobs, retryJob } from '@paidang/api/areas/desks/admin-jobs'
import { Button, Flex, Tag, Typography } from 'antd'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { when } from '../../../ui/format'
import { useAction } from '../../../ui/use-action'
import { jobName } from './job-labels'

/** Failures of jobs, with the error and a retry. */
export function FailuresTable() {
  const { data: jobs = [] } = useRead(listJobs, {})
  const { mutateAsync } = useWrite(retryJob, { changes: [listJobFailures, listJobs] })
  const { doIt } = useAction()
  const retry = ({ id, name }: JobFailure) =>
    doIt({ run: () => mutateAsync({ params: { id } }), done: `已安排重试「${jobName(name)}」` })
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
        { title: '最近失败', render: (_, { lastAt }: JobFailure) => when(lastAt) },
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
        { title: '首次', render: (_, { firstAt }: JobFailure) => when(firstAt) },
        { title: '状态', render: (_, failure: JobFailure) => <State failure={failure} /> },
        {
          title: '',
          fixed: 'end',
          align: 'right',
          render: (_, failure: JobFailure) => (
            <Button
              size="small"
              aria-label={`重试${jobName(failure.name)}`}
              disabled={failure.retriedAt !== null}
              onClick={() => void retry(failure)}
            >
              重试
            </Button>
          ),
        },
      ]}
    />
  )
}

function State({ failure: { retriedAt, isOver } }: { failure: JobFailure }) {
  if (retriedAt !== null) return <Tag>{when(retriedAt)} 已重试</Tag>
  return isOver ? <Tag color="green">之后已成功</Tag> : <Tag color="red">未恢复</Tag>
}
