import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import { dismissOutbox, listOutbox, type OutboxRow, retryOutbox } from '@paidang/api/areas/ground/admin-outbox'
import { type OutboxState, reasonOfFailure } from '@paidang/domain/areas/ground/messages/outbox'
import { Button, Flex, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { NOTHING, whenExactly } from '../../../ui/format'
import { useAction } from '../../../ui/use-action'

const STATES: Record<OutboxState, { label: string; color: string }> = {
  WAITING: { label: '待发送', color: 'default' },
  FAILING: { label: '失败，将重试', color: 'gold' },
  SENT: { label: '已送出', color: 'green' },
  GIVEN_UP: { label: '已放弃', color: 'red' },
}

type Retried = { retried: number }

const doneOne = ({ retried }: Retried) => (retried === 0 ? '这条消息不需要重发，请查看最新状态' : '已安排重发')
const doneAll = ({ retried }: Retried) => (retried === 0 ? '没有可以重发的消息' : `已安排重发 ${retried} 条`)

/** Messages on their way to WeChat; failed ones can be sent again, one or all, or be taken note of. */
export function OutboxTable() {
  const { mutateAsync } = useWrite(retryOutbox, { changes: [listOutbox, readInbox] })
  const dismiss = useWrite(dismissOutbox, { changes: [listOutbox, readInbox] })
  const { doAfterAsking } = useAction()
  // The table reads itself again, and another row may stand under the pointer: each question names the message.
  const retry = ({ id, mayBeSent, title, content, receiver: { nickname } }: OutboxRow) =>
    doAfterAsking({
      run: () => mutateAsync({ body: { ids: [id] } }),
      done: doneOne,
      title: `重发给${nickname}的「${title}」？`,
      effect: mayBeSent
        ? '上次发送没有得到答复，消息可能已经送达。重发后对方可能收到两条相同的消息，发出后无法撤回。'
        : `${content}。发出后无法撤回。`,
      okText: mayBeSent ? '仍要重发' : '重发',
    })
  const retryAll = () =>
    doAfterAsking({
      run: () => mutateAsync({ body: {} }),
      done: doneAll,
      title: '重发全部失败的消息？',
      effect:
        '最近一天没有发出的消息会立即再发一次，先发最新的，最多 1000 条。可能已经送达、已经过时或微信不会接受的不在其内，可以逐条重发。发出后无法撤回。',
      okText: '全部重发',
    })
  const dismissOne = ({ id, title, content, receiver: { nickname } }: OutboxRow) =>
    doAfterAsking({
      run: () => dismiss.mutateAsync({ body: { ids: [id] } }),
      done: '已标为已处理',
      title: `发给${nickname}的「${title}」标为已处理？`,
      effect: `${content}。它不再列入待办，仍可在这里查看和重发。`,
      okText: '标为已处理',
    })
  const dismissAll = () =>
    doAfterAsking({
      run: () => dismiss.mutateAsync({ body: {} }),
      done: ({ dismissed }) => `已将 ${dismissed} 条标为已处理`,
      title: '未送达的消息都标为已处理？',
      effect: '它们不再列入待办，仍可在这里查看和重发。请先确认原因已经解决或无需处理。',
      okText: '标为已处理',
    })
  return (
    <DataTable
      endpoint={listOutbox}
      rowKey={({ id }) => id}
      what="消息"
      empty="还没有微信消息。要提醒用户时会出现在这里"
      aside={
        <Flex gap={8}>
          <Button onClick={dismissAll}>全部标为已处理</Button>
          <Button onClick={retryAll}>重发全部失败</Button>
        </Flex>
      }
      filters={[
        {
          kind: 'choice',
          name: 'state',
          label: '状态',
          options: Object.entries(STATES).map(([value, { label }]) => ({ value, label })),
        },
        { kind: 'text', name: 'receiverId', label: '收件人编号', maxLength: 19, isId: true },
      ]}
      columns={[
        { title: '生成', render: (_, { createdAt }: OutboxRow) => whenExactly(createdAt) },
        {
          title: '收件人',
          render: (_, { receiver: { id, nickname } }: OutboxRow) => <Link to={`/users/${id}`}>{nickname}</Link>,
        },
        {
          title: '消息',
          width: 280,
          render: (_, { title, content }: OutboxRow) => (
            <Flex vertical>
              <span>{title}</span>
              <Typography.Text type="secondary">{content}</Typography.Text>
            </Flex>
          ),
        },
        { title: '模板', dataIndex: 'template' },
        {
          title: '状态',
          render: (_, { state }: OutboxRow) => <Tag color={STATES[state].color}>{STATES[state].label}</Tag>,
        },
        { title: '次数', dataIndex: 'attempts', align: 'right' },
        { title: '下次尝试 / 结束', render: (_, row: OutboxRow) => whenExactly(row.nextAttemptAt ?? row.endedAt) },
        {
          title: '原因',
          width: 240,
          render: (_, { lastError }: OutboxRow) =>
            // The recorded text is for an investigation.
            lastError === null ? NOTHING : <span title={lastError}>{reasonOfFailure(lastError)}</span>,
        },
        {
          title: '',
          fixed: 'end',
          align: 'right',
          render: (_, row: OutboxRow) =>
            (row.state === 'FAILING' || row.state === 'GIVEN_UP') && (
              <Flex gap={8} justify="end">
                {row.waitsForOperators && (
                  <Button
                    size="small"
                    aria-label={`发给${row.receiver.nickname}的消息标为已处理`}
                    onClick={() => dismissOne(row)}
                  >
                    标为已处理
                  </Button>
                )}
                <Button size="small" aria-label={`重发给${row.receiver.nickname}`} onClick={() => retry(row)}>
                  重发
                </Button>
              </Flex>
            ),
        },
      ]}
    />
  )
}
