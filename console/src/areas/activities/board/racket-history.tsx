import { type RacketJob, racketHistoryOfMerchant } from '@paidang/api/areas/activities/merchant-board'
import type { Data } from '@paidang/api/endpoint'
import { Card, Descriptions, Empty, Flex, Spin, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import { useRead } from '../../../platform/queries'
import { Failed } from '../../../ui/failed'
import { NOTHING } from '../../../ui/format'
import { bedLines, tensionText } from './job-labels'

type History = Data<typeof racketHistoryOfMerchant>

/** A racket, the wear of its strings, and its earlier stringings in this shop. */
export function RacketHistory({ racketId, orderId }: { racketId: string; orderId: string }) {
  const history = useRead(racketHistoryOfMerchant, { params: { id: racketId } })
  return (
    <Card size="small" title="球拍与穿线历史">
      {history.data?.id === racketId ? (
        <HistoryView history={history.data} orderId={orderId} />
      ) : history.isError ? (
        <Failed error={history.error} onRetry={() => void history.refetch()} />
      ) : (
        <Spin />
      )}
    </Card>
  )
}

function HistoryView({ history, orderId }: { history: History; orderId: string }) {
  const { wear, total } = history
  const jobs = history.jobs.filter((job) => job.orderId !== orderId)
  return (
    <Flex vertical gap={12}>
      <Descriptions size="small" column={2} items={factsOf(history)} />
      {wear && (
        <Typography.Text>
          上次穿线后打了 {wear.hours} 小时，过了 {wear.days} 天
          {wear.isDue && (
            <Tag color="gold" style={{ marginInlineStart: 8 }}>
              已到换线时间
            </Tag>
          )}
        </Typography.Text>
      )}
      {jobs.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="这支球拍还没有在本店穿过线" />
      ) : (
        <ul className="racket-jobs" aria-label="穿线历史">
          {jobs.map((job) => (
            <PastJob key={job.orderId} job={job} />
          ))}
        </ul>
      )}
      {total > history.jobs.length && (
        <Typography.Text type="secondary">
          共 {total} 次，显示最近 {history.jobs.length} 次
        </Typography.Text>
      )}
    </Flex>
  )
}

function factsOf({ weightGrams, gripSize, pattern, minTension, maxTension, code }: History) {
  const limits = [minTension, maxTension].every((limit) => limit !== null) ? `${minTension}–${maxTension} lb` : NOTHING
  return [
    { key: 'weight', label: '重量', children: weightGrams === null ? NOTHING : `${weightGrams} g` },
    { key: 'grip', label: '手柄', children: gripSize || NOTHING },
    { key: 'pattern', label: '线床', children: pattern || NOTHING },
    { key: 'limits', label: '拉力范围', children: limits },
    ...(code ? [{ key: 'code', label: '标记', span: 2, children: code }] : []),
  ]
}

function PastJob({ job }: { job: RacketJob }) {
  const { preStretch, knots, notes, condition, remark, stringerName } = job
  const said = [condition && `收拍：${condition}`, remark && `穿好：${remark}`, notes && `备注：${notes}`].filter(
    Boolean,
  )
  return (
    <li>
      <Flex justify="space-between" gap={8} wrap>
        <Link to={`/board/orders/${job.orderId}`}>{job.strungOn}</Link>
        <strong>{tensionText(job)}</strong>
      </Flex>
      <div>
        {bedLines(job).join('，')}
        {preStretch > 0 && `，预拉 ${preStretch}%`}，{knots} 点打结
      </div>
      {stringerName && <Typography.Text type="secondary">穿线师 {stringerName}</Typography.Text>}
      {said.map((line) => (
        <Typography.Paragraph key={line} type="secondary" style={{ margin: 0 }}>
          {line}
        </Typography.Paragraph>
      ))}
    </li>
  )
}
