import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import * as calls from '@paidang/api/areas/desks/admin-reports'
import { REPORT_PART_NAMES, REPORT_REASON_NAMES } from '@paidang/domain/areas/desks/reports/report'
import { Alert, Button, Descriptions, Typography } from 'antd'
import { Link } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { when } from '../../../ui/format'
import { useInboxAddress } from './inbox-address'
import { Decided, Evidence, Head, Part, useOne } from './parts/evidence'
import { Inbox } from './parts/inbox'
import { ReportVerdict } from './parts/report-verdict'
import { ReportedContent } from './parts/reported-content'

const TAGS = {
  WAITING: {},
  KEPT: { tag: { text: '已保留', color: 'default' } },
  REMOVED: { tag: { text: '已移除', color: 'red' } },
} as const

const EMPTY = {
  waiting: '没有待处理的举报',
  decided: '还没有处理过举报',
  manager: '没有待处理的举报',
  all: '没有举报',
}

/** Reported profiles and texts of ball games. */
export function ReportsInbox() {
  const { state, page, ownerId, goTo } = useInboxAddress()
  const read = useRead(calls.listReports, {
    query: { ...page, state: state === 'manager' ? 'waiting' : state, ...(ownerId !== undefined && { ownerId }) },
  })
  const items = read.data?.rows.map(({ id, kind, name, reason, reportCount, createTime, state: stands }) => ({
    id,
    title: name,
    line: `${kind === 'user' ? '个人资料' : '球局'} · ${REPORT_REASON_NAMES[reason]}${reportCount > 1 ? ` · ${reportCount} 人举报` : ''}`,
    time: when(createTime),
    ...TAGS[stands],
  }))
  return (
    <>
      {ownerId !== undefined && (
        <Alert
          showIcon
          title={<Link to={`/users/${ownerId}`}>只看用户 {ownerId} 被举报的内容</Link>}
          action={
            <Button size="small" onClick={() => goTo({ kind: 'reports', state })}>
              查看全部用户
            </Button>
          }
        />
      )}
      <Inbox
        label="内容举报"
        empty={EMPTY[state]}
        read={{ ...read, items, total: read.data?.total ?? 0 }}
        evidence={(id, onDecided) => <Report key={id} id={id} onDecided={onDecided} />}
      />
    </>
  )
}

function Report({ id, onDecided }: { id: string; onDecided: () => void }) {
  const read = useOne(calls.getReport, id)
  const { mutateAsync } = useWrite(calls.decideReport, {
    changes: [calls.listReports, calls.getReport, readInbox],
  })
  return (
    <Evidence read={read}>
      {(whole: calls.ReportEvidence) => (
        <>
          <Head
            title={whole.kind === 'user' ? `${whole.owner.nickname} 的个人资料` : `球局「${whole.name}」`}
            line={
              <>
                {whole.kind === 'ball' && `发起人 ${whole.owner.nickname} · `}
                {whole.removedBefore > 0 ? `此前被移除过 ${whole.removedBefore} 次内容` : '此前没有内容被移除'}
              </>
            }
          />
          <Part title={`举报（${whole.reports.length}）`}>
            <Descriptions
              bordered
              column={1}
              size="small"
              styles={{ label: { width: 120 } }}
              items={whole.reports.map(({ id: reportId, reporter, reason, words, createTime }) => ({
                key: reportId,
                label: REPORT_REASON_NAMES[reason],
                children: (
                  <>
                    {words || '没有补充说明'}{' '}
                    <Typography.Text type="secondary">
                      {reporter.nickname} · {when(createTime)}
                    </Typography.Text>
                  </>
                ),
              }))}
            />
          </Part>
          <ReportedContent whole={whole} />
          {whole.decision && (
            <Decided
              decision={whole.decision}
              isApproved={whole.state === 'KEPT'}
              text={
                whole.state === 'KEPT'
                  ? '已保留'
                  : `已移除：${whole.parts.map((part) => REPORT_PART_NAMES[part]).join('、')}`
              }
            />
          )}
          {whole.state === 'WAITING' && (
            <ReportVerdict
              whole={whole}
              decide={(body) => mutateAsync({ params: { id }, body: { ...body, revision: whole.revision } })}
              onDecided={onDecided}
            />
          )}
        </>
      )}
    </Evidence>
  )
}
