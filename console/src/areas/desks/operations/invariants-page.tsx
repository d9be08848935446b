import {
  type InvariantRun,
  listInvariantRuns,
  readInvariants,
  runInvariants,
} from '@paidang/api/areas/desks/admin-invariants'
import { Alert, Button, Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { Failed } from '../../../ui/failed'
import { when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { CheckProgress } from './check-progress'
import { CheckResult } from './check-result'
import { ChecksTable } from './checks-table'
import { OneCheck } from './one-check'

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
      title={`${when(endedAt)} 的检查中断了，下面是更早的结果`}
      description={error}
    />
  )
}
