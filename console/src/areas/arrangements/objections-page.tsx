import { type OpenObjection, queryObjections } from '@paidang/api/areas/admin-classes'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import { Button, Flex, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { DataTable } from '../../ui/data-table'
import { Page } from '../../ui/page'
import { when } from '../../ui/words'
import { StateTag } from '../users/user-words'
import { AnswerObjection } from './answer-objection'
import { spanText } from './arrangement-words'

/** What is asked about an objection: the hours back, or not. */
type Asked = { objection: OpenObjection; isRefunded: boolean }

/** Objections that nobody has answered, the oldest first: where the coach's side cannot or does not, operators answer. */
export function ObjectionsPage() {
  const [asked, setAsked] = useState<Asked>()
  return (
    <Page
      title="扣课异议"
      about="学员对扣课的异议，最早的在前；通常由教练或公司答复，教练停用、注销或 7 天没有答复时由平台答复"
    >
      <DataTable
        endpoint={queryObjections}
        rowKey={({ id }) => id}
        empty="没有待答复的扣课异议"
        filters={[
          {
            kind: 'choice',
            name: 'isForOperators',
            label: '由谁答复',
            options: [
              { value: 'true', label: '等平台答复' },
              { value: 'false', label: '等教练或公司答复' },
            ],
          },
        ]}
        columns={[
          { title: '提出时间', render: (_, { at }: OpenObjection) => when(at) },
          {
            title: '学员',
            render: (_, { player }: OpenObjection) => <Link to={`/users/${player.id}`}>{player.nickname}</Link>,
          },
          { title: '异议', render: (_, { words }: OpenObjection) => <Words text={words} /> },
          {
            title: '课程',
            render: (_, row: OpenObjection) => `${row.courseDesignName} ${spanText(row.courseDate, row)}`,
          },
          { title: '扣课时', render: (_, { usedSessions }: OpenObjection) => lessonHoursText(usedSessions) },
          { title: '教练', render: (_, row: OpenObjection) => <Coach objection={row} /> },
          { title: '公司', dataIndex: 'companyName' },
          {
            title: '操作',
            render: (_, objection: OpenObjection) => (
              <Actions objection={objection} ask={(isRefunded) => setAsked({ objection, isRefunded })} />
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

function Coach({ objection: { coach, coachState } }: { objection: OpenObjection }) {
  return (
    <Flex gap={6} align="center">
      <Link to={`/coaches/${coach.id}`}>{coach.nickname}</Link>
      <StateTag state={coachState} />
    </Flex>
  )
}

function Actions({ objection, ask }: { objection: OpenObjection; ask: (isRefunded: boolean) => void }) {
  const { player, operatorsFrom } = objection
  if (Date.now() < new Date(operatorsFrom).getTime()) {
    return <Typography.Text type="secondary">{when(operatorsFrom)} 起可答复</Typography.Text>
  }
  return (
    <Flex gap={8}>
      <Button size="small" aria-label={`${player.nickname} 退回课时`} onClick={() => ask(true)}>
        退回课时
      </Button>
      <Button size="small" aria-label={`${player.nickname} 维持`} onClick={() => ask(false)}>
        维持
      </Button>
    </Flex>
  )
}
