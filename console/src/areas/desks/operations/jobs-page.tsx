import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { Page } from '../../../ui/page'
import { ClientErrorsTable } from './client-errors-table'
import { FailuresTable } from './failures-table'
import { HealthLine } from './health-line'
import { JobsTable } from './jobs-table'
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
  return (
    <Page title="任务与消息" about="服务器按时做的事、客户端的错误，以及发往微信的消息">
      <HealthLine />
      <Tabs
        destroyOnHidden
        items={TABS}
        activeKey={TABS.find(({ key }) => key === params.get('tab'))?.key ?? 'jobs'}
        // Filters and pages belong to one table only.
        onChange={(tab) => setParams({ tab })}
      />
    </Page>
  )
}
