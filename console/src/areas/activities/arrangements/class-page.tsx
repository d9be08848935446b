import { getManagedClass, type ManagedClass } from '@paidang/api/areas/activities/admin-classes'
import {
  INVITATION_ACTION_NAMES,
  INVITATION_STATUS_NAMES,
  type InvitationAction,
} from '@paidang/domain/areas/activities/classes/invitation-status'
import { OBJECTION_STATE_NAMES } from '@paidang/domain/areas/activities/classes/objection'
import { SEAT_STATE_NAMES } from '@paidang/domain/areas/activities/classes/seat'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { Card, Descriptions, Flex, Table, Tag, Timeline, Typography } from 'antd'
import { Link, useParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { NOTHING, when } from '../../../ui/format'
import { Opening } from '../../../ui/opening'
import { Page } from '../../../ui/page'
import { attendanceText, spanText } from './arrangements'

/** One class in any status: attendance, cost, objections, and its history. */
export function ClassPage() {
  const { id = '' } = useParams()
  const read = useRead(getManagedClass, { params: { id } })
  if (read.isError || read.data?.invitation.id !== id) return <Opening name="约课" list="/classes" read={read} />
  const { invitation, seats, objections, events } = read.data
  return (
    <Page title={invitation.courseDesignName} about={spanText(invitation.courseDate, invitation)}>
      <Facts lesson={read.data} />
      <Card title="学员">
        <Table
          size="small"
          pagination={false}
          rowKey="id"
          aria-label="学员"
          dataSource={seats}
          locale={{ emptyText: '没有学员' }}
          columns={[
            { title: '学员', render: (_, { id: userId, nickname }) => <Link to={`/users/${userId}`}>{nickname}</Link> },
            { title: '名额', render: (_, { state }) => SEAT_STATE_NAMES[state] },
            { title: '签到', render: (_, seat) => attendanceText(seat) ?? NOTHING },
            { title: '预占课时', render: (_, { heldSessions }) => lessonHoursText(heldSessions) },
            { title: '扣课时', render: (_, { usedSessions }) => lessonHoursText(usedSessions) },
          ]}
        />
      </Card>
      {objections.length > 0 && (
        <Card title="扣课异议">
          <Flex vertical gap={16}>
            {objections.map((objection) => (
              <Objection key={objection.id} objection={objection} seats={seats} />
            ))}
          </Flex>
        </Card>
      )}
      <Card title="记录">
        <Timeline
          items={[...events].reverse().map(({ seq, action, actorName, reason, at }) => ({
            key: seq,
            content: (
              <Flex vertical gap={4}>
                <Flex gap={8} wrap align="baseline">
                  <strong>{INVITATION_ACTION_NAMES[action as InvitationAction]}</strong>
                  <Typography.Text type="secondary">{`${when(at)} · ${actorName ?? '系统或平台'}`}</Typography.Text>
                </Flex>
                {reason && <span>{reason}</span>}
              </Flex>
            ),
          }))}
        />
      </Card>
    </Page>
  )
}

function Facts({ lesson: { invitation, companyName } }: { lesson: ManagedClass }) {
  const { coachId, coachName, stadiumName, courtName, invitationStatus, cancelReason } = invitation
  const times = [
    ['确认', invitation.confirmedAt],
    ['签到', invitation.signedAt],
    ['完成', invitation.completedAt],
    ['取消', invitation.cancelledAt],
  ] as const
  return (
    <Descriptions
      bordered
      size="small"
      column={3}
      items={[
        { key: 'status', label: '状态', children: <Tag>{INVITATION_STATUS_NAMES[invitationStatus]}</Tag> },
        { key: 'coach', label: '教练', children: <Link to={`/coaches/${coachId}`}>{coachName}</Link> },
        { key: 'company', label: '公司', children: companyName },
        { key: 'place', label: '场地', children: `${stadiumName} ${courtName}` },
        { key: 'hours', label: '课时', children: lessonHoursText(invitation.consumedSessions) },
        { key: 'made', label: '发起', children: `${invitation.initiatorName} ${when(invitation.createdAt)}` },
        ...times.flatMap(([label, at]) => (at === null ? [] : [{ key: label, label, children: when(at) }])),
        ...(cancelReason ? [{ key: 'why', label: '取消原因', children: cancelReason }] : []),
      ]}
    />
  )
}

function Objection({
  objection: { userId, words, state, answer, at, answeredAt, isByPlatform },
  seats,
}: {
  objection: ManagedClass['objections'][number]
  seats: ManagedClass['seats']
}) {
  const name = seats.find(({ id }) => id === userId)?.nickname ?? NOTHING
  return (
    <Flex vertical gap={4} align="start">
      <Flex gap={8} wrap align="baseline">
        <strong>{name}</strong>
        <Typography.Text type="secondary">{when(at)}</Typography.Text>
        <Tag>{OBJECTION_STATE_NAMES[state]}</Tag>
      </Flex>
      <span>{words}</span>
      {answeredAt && (
        <Typography.Text type="secondary">
          {`${isByPlatform ? '平台' : '教练或公司'} ${when(answeredAt)}${answer && `：${answer}`}`}
        </Typography.Text>
      )}
    </Flex>
  )
}
