import type { MoneyRequest } from '@paidang/api/money-request'
import { Flex, Tag, Typography } from 'antd'
import type { ReactNode } from 'react'
import { NOTHING, when } from '../../../ui/format'
import { REQUEST_STATE_NAMES } from './request-labels'

/** The state of a request. */
export const stateColumn = {
  title: '状态',
  render: (_: unknown, { state }: MoneyRequest): ReactNode => (
    <Tag color={REQUEST_STATE_NAMES[state].color}>{REQUEST_STATE_NAMES[state].label}</Tag>
  ),
}

/** The reason of the request, the note of the decision, who requested it, and who ended it. */
export const storyColumns = [
  { title: '原因', width: 240, render: (_: unknown, row: MoneyRequest): ReactNode => <Reasons {...row} /> },
  {
    title: '提交',
    render: (_: unknown, { requestedBy, createTime }: MoneyRequest): ReactNode => (
      <Who name={requestedBy.nickname} at={createTime} />
    ),
  },
  {
    title: '处理',
    render: (_: unknown, row: MoneyRequest): ReactNode =>
      row.state === 'WAITING' ? NOTHING : <Who name={enderOf(row)} at={row.endTime} />,
  },
]

function Who({ name, at }: { name: string; at: string | null }) {
  return (
    <Flex vertical>
      <span>{name}</span>
      <Typography.Text type="secondary">{when(at)}</Typography.Text>
    </Flex>
  )
}

/** Who decided or withdrew it. A withdrawal with a note was automatic, so it names the system. */
function enderOf({ decidedBy, requestedBy, note }: MoneyRequest): string {
  if (decidedBy) return decidedBy.nickname
  return note === '' ? requestedBy.nickname : '系统'
}

function Reasons({ reason, note, decidedBy }: MoneyRequest) {
  return (
    <Flex vertical style={{ whiteSpace: 'normal', minWidth: 200 }}>
      <span>{reason}</span>
      {note !== '' && (
        <Typography.Text type="secondary">
          {decidedBy && '审批意见：'}
          {note}
        </Typography.Text>
      )}
    </Flex>
  )
}
