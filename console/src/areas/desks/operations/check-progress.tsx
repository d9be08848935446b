import type { InvariantRun } from '@paidang/api/areas/desks/admin-invariants'
import { Card, Progress, Typography } from 'antd'

/** The progress of the running check. */
export function CheckProgress({ run: { begunAt, checked, total } }: { run: InvariantRun }) {
  return (
    <Card size="small">
      <Typography.Text>
        {begunAt === null ? '正在等待开始……' : `正在检查：${checked} / ${total} 条规则`}
      </Typography.Text>
      <Progress percent={total === 0 ? 0 : Math.floor((checked / total) * 100)} status="active" aria-label="检查进度" />
    </Card>
  )
}
