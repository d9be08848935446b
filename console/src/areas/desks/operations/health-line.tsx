import { readHealth } from '@paidang/api/areas/desks/admin-jobs'
import { Alert, Badge, Card, Descriptions, Skeleton } from 'antd'
import { useRead } from '../../../platform/queries'
import { sentenceOf } from '../../../platform/sentence-of'
import { when } from '../../../ui/format'

const LOOK_AGAIN_MS = 15_000
const BYTES_PER_MB = 1_048_576

/** The health of the server and its database, in one line. */
export function HealthLine() {
  const { data: health, isError, error } = useRead(readHealth, {}, { refetchInterval: LOOK_AGAIN_MS })
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
          { label: '启动于', children: when(processSince) },
          { label: '数据库大小', children: `${(databaseBytes / BYTES_PER_MB).toFixed(1)} MB` },
          { label: '数据结构', children: <State isWell={isMigrated} well="最新" ill="缺少迁移" /> },
          { label: '变更通知', children: <State isWell={receivesChanges} well="正常" ill="中断" /> },
        ]}
      />
    </Card>
  )
}

function State({ isWell, well, ill }: { isWell: boolean; well: string; ill: string }) {
  return <Badge status={isWell ? 'success' : 'error'} text={isWell ? well : ill} />
}
