import {
  answerObjectionByOperator,
  getManagedClass,
  type ManagedObjection,
  queryObjections,
} from '@paidang/api/areas/activities/admin-classes'
import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import { OBJECTION_STATE_NAMES } from '@paidang/domain/areas/activities/classes/objection'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { Button, Flex, Tag, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../../platform/clock'
import { useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { ReasonModal } from '../../../ui/form-modal'
import { when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { StateTag } from '../../desks/users/user-labels'
import { spanText } from './arrangements'

/** The open question about an objection: whether the hours are refunded. */
type Asked = { objection: ManagedObjection; isRefunded: boolean }

/** Objections to the cost of a class. Operators answer if the coach's side cannot or does not. */
export function ObjectionsPage() {
  const [asked, setAsked] = useState<Asked>()
  return (
    <Page
      title="扣课异议"
      about="学员对扣课的异议，待答复的最早的在前；通常由教练或公司答复，教练停用、注销或 7 天没有答复时由平台答复"
    >
      <DataTable
        endpoint={queryObjections}
        rowKey={({ id }) => id}
        what="扣课异议"
        empty="还没有扣课异议。学员对扣课有异议时会出现在这里"
        filters={[
          {
            kind: 'choice',
            name: 'stage',
            label: '进度',
            options: [
              { value: 'platform', label: '等平台答复' },
              { value: 'club', label: '等教练或公司答复' },
              { value: 'answered', label: '已答复' },
            ],
          },
        ]}
        columns={[
          { title: '提出时间', render: (_, { at }: ManagedObjection) => when(at) },
          {
            title: '学员',
            className: 'whole',
            render: (_, { player }: ManagedObjection) => <Link to={`/users/${player.id}`}>{player.nickname}</Link>,
          },
          { title: '异议', render: (_, { words }: ManagedObjection) => <Words text={words} /> },
          {
            title: '课程',
            render: (_, row: ManagedObjection) => (
              <Link to={`/classes/${row.invitationId}`}>
                {row.courseDesignName} <span className="whole">{spanText(row.courseDate, row)}</span>
              </Link>
            ),
          },
          { title: '扣课时', render: (_, { usedSessions }: ManagedObjection) => lessonHoursText(usedSessions) },
          { title: '教练', className: 'whole', render: (_, row: ManagedObjection) => <Coach objection={row} /> },
          { title: '公司', dataIndex: 'companyName' },
          {
            title: '答复',
            render: (_, objection: ManagedObjection) => (
              <Answer objection={objection} ask={(isRefunded) => setAsked({ objection, isRefunded })} />
            ),
          },
        ]}
      />
      {asked && <AnswerObjection {...asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

function Words({ text }: { text: string }) {
  return <Typography.Text style={{ display: 'block', maxWidth: 320, whiteSpace: 'pre-wrap' }}>{text}</Typography.Text>
}

function Coach({ objection: { coach, coachState } }: { objection: ManagedObjection }) {
  return (
    <Flex gap={6} align="center">
      <Link to={`/coaches/${coach.id}`}>{coach.nickname}</Link>
      <StateTag state={coachState} />
    </Flex>
  )
}

/** The answer, or the buttons to give it. */
function Answer({ objection, ask }: { objection: ManagedObjection; ask: (isRefunded: boolean) => void }) {
  const { player, operatorsFrom, state, answer, answeredAt, isByPlatform } = objection
  if (state !== 'OPEN') {
    return (
      <Flex vertical gap={4} align="start">
        <Tag>{OBJECTION_STATE_NAMES[state]}</Tag>
        <Words text={answer} />
        <Typography.Text type="secondary">{`${when(answeredAt)} ${isByPlatform ? '平台' : '教练或公司'}`}</Typography.Text>
      </Flex>
    )
  }
  if (serverNow() < new Date(operatorsFrom)) {
    return <Typography.Text type="secondary">{when(operatorsFrom)} 起可答复</Typography.Text>
  }
  return (
    <Flex gap={8} wrap>
      <Button size="small" aria-label={`${player.nickname} 退回课时`} onClick={() => ask(true)}>
        退回课时
      </Button>
      <Button size="small" aria-label={`${player.nickname} 维持`} onClick={() => ask(false)}>
        维持
      </Button>
    </Flex>
  )
}

type Props = { objection: ManagedObjection; isRefunded: boolean; onClose: () => void }

/** Asks for the reason of the answer to an objection, and shows the effect. */
function AnswerObjection({ objection, isRefunded, onClose }: Props) {
  const { id, player, usedSessions, words } = objection
  const { doIt } = useAction()
  const answer = useWrite(answerObjectionByOperator, { changes: [queryObjections, getManagedClass, readInbox] })
  const does = isRefunded
    ? `${lessonHoursText(usedSessions)} 课时退回学员的合同，记入流水。`
    : '扣课不变，学员不能再次提出异议。'
  return (
    <ReasonModal
      title={`${isRefunded ? '退回课时' : '维持扣课'}：${player.nickname}「${words}」`}
      effect={`${does}学员、教练和公司会收到结果和原因。不能更改。`}
      okText={isRefunded ? '退回课时' : '维持扣课'}
      isDangerous
      onOk={async (reason) =>
        (await doIt({
          run: () => answer.mutateAsync({ params: { id }, body: { isRefunded, reason } }).then(() => true),
          done: '异议已答复',
        })) !== undefined
      }
      onClose={onClose}
    />
  )
}
