import {
  type ActiveClass,
  callOffClass,
  finishClass,
  getManagedClass,
  type ManagedClass,
  queryActiveClasses,
  signClass,
} from '@paidang/api/areas/activities/admin-classes'
import {
  ATTENDANCE_NAMES,
  ATTENDANCES,
  type Attendance,
  SIGN_OPENS_BEFORE_MS,
} from '@paidang/domain/areas/activities/classes/invitation'
import {
  INVITATION_ACTION_NAMES,
  INVITATION_STATUS_NAMES,
  type InvitationAction,
} from '@paidang/domain/areas/activities/classes/invitation-status'
import { OBJECTION_STATE_NAMES } from '@paidang/domain/areas/activities/classes/objection'
import { SEAT_STATE_NAMES } from '@paidang/domain/areas/activities/classes/seat'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { Button, Card, Descriptions, Flex, Form, Radio, Table, Tag, Timeline, Typography } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { FormModal, ReasonModal } from '../../../ui/form-modal'
import { NOTHING, when } from '../../../ui/format'
import { Opening, Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { attendanceText, hasCome, spanText, useVenueOfAddress } from './arrangements'

/** The open question about a class. */
type Asked = { what: 'sign' | 'call-off'; lesson: ActiveClass }

/**
 * All waiting and active classes, the earliest first, or all classes of one person. If neither coach nor company can,
 * operators sign, complete and cancel them.
 */
export function ClassesPage() {
  const [asked, setAsked] = useState<Asked>()
  const venue = useVenueOfAddress()
  const close = () => setAsked(undefined)
  return (
    <Page
      title="约课"
      about="待确认、已确认和待完成的约课，最早的在前；填编号可查其全部约课。签到和完成通常由教练或公司办理"
    >
      <DataTable
        endpoint={queryActiveClasses}
        rowKey={({ id }) => id}
        what="约课"
        empty="没有进行中的约课。已结束的填球员或教练编号查"
        {...venue}
        filters={[
          { kind: 'text', name: 'keyword', label: '课程、教练、公司或场馆' },
          { kind: 'text', name: 'userId', label: '球员编号', maxLength: 19, isId: true },
          { kind: 'text', name: 'coachId', label: '教练编号', maxLength: 19, isId: true },
          {
            kind: 'choice',
            name: 'isUnfinished',
            label: '进度',
            options: [
              { value: 'true', label: '待完成' },
              { value: 'false', label: '未下课' },
            ],
          },
        ]}
        columns={[
          {
            title: '时间',
            className: 'whole',
            render: (_, row: ActiveClass) => <Link to={`/classes/${row.id}`}>{spanText(row.courseDate, row)}</Link>,
          },
          { title: '课程', dataIndex: 'courseDesignName' },
          {
            title: '教练',
            className: 'whole',
            render: (_, { coach }: ActiveClass) => <Link to={`/coaches/${coach.id}`}>{coach.nickname}</Link>,
          },
          { title: '公司', dataIndex: 'companyName' },
          { title: '学员', render: (_, { players }: ActiveClass) => playersText(players) },
          { title: '场地', render: (_, row: ActiveClass) => `${row.stadiumName} ${row.courtName}` },
          { title: '状态', render: (_, row: ActiveClass) => <State lesson={row} /> },
          {
            title: '操作',
            render: (_, row: ActiveClass) => <Actions lesson={row} ask={(what) => setAsked({ what, lesson: row })} />,
          },
        ]}
      />
      {asked?.what === 'sign' && <SignModal lesson={asked.lesson} onClose={close} />}
      {asked?.what === 'call-off' && <CallOffClass lesson={asked.lesson} onClose={close} />}
    </Page>
  )
}

function playersText(players: ActiveClass['players']): string {
  const each = players.map((player) => {
    const text = attendanceText(player)
    return text ? `${player.nickname}（${text}）` : player.nickname
  })
  return each.join('、') || NOTHING
}

/** How the seats of a class count when it is completed. */
function countText({ signedAt, players }: ActiveClass): string {
  if (signedAt) return '按签到结果扣课时，请假的退回。'
  const asked = players.filter(({ mustAgree }) => mustAgree).map(({ nickname }) => nickname)
  if (asked.length === 0) return '还没有签到，全部按到场扣课时。'
  return `还没有签到，按到场扣课时；${asked.join('、')} 还没有同意修改，按请假算。`
}

function State({ lesson: { invitationStatus, isUnfinished } }: { lesson: ActiveClass }) {
  return isUnfinished ? <Tag color="orange">待完成</Tag> : <Tag>{INVITATION_STATUS_NAMES[invitationStatus]}</Tag>
}

function Actions({ lesson, ask }: { lesson: ActiveClass; ask: (what: Asked['what']) => void }) {
  const { doAfterAsking } = useAction()
  const finish = useWrite(finishClass, { changes: [queryActiveClasses] })
  const { id, courseDate, beginTimeSlot, courseDesignName, coach, invitationStatus, revision } = lesson
  const name = `${coach.nickname} 的「${courseDesignName}」`
  const stands = invitationStatus === 'CONFIRMED'
  const isOfToday = hasCome(courseDate, beginTimeSlot, SIGN_OPENS_BEFORE_MS) && !hasCome(courseDate, 48)
  return (
    <Flex gap={8}>
      {stands && isOfToday && (
        <Button size="small" aria-label={`${name} 签到`} onClick={() => ask('sign')}>
          签到
        </Button>
      )}
      {stands && hasCome(courseDate, beginTimeSlot) && (
        <Button
          size="small"
          aria-label={`完成 ${name}`}
          onClick={() =>
            doAfterAsking({
              run: () => finish.mutateAsync({ params: { id }, body: { revision } }).then(() => true),
              done: '约课已完成',
              title: `完成 ${name}？`,
              effect: `${countText(lesson)}学员和教练会收到通知，学员可在 72 小时内提出异议。`,
              okText: '完成',
            })
          }
        >
          完成
        </Button>
      )}
      {(stands || invitationStatus === 'PENDING') && (
        <Button size="small" danger aria-label={`取消 ${name}`} onClick={() => ask('call-off')}>
          取消
        </Button>
      )}
    </Flex>
  )
}

const OPTIONS = ATTENDANCES.map((value) => ({ value, label: ATTENDANCE_NAMES[value] }))

/** The attendance of a class, by the ids of its players. */
type Found = Record<string, Attendance>

/** 签到: the attendance of each player of a class, present by default. Who has not agreed to a change gets none. */
function SignModal({ lesson, onClose }: { lesson: ActiveClass; onClose: () => void }) {
  const { id, players, coach, courseDesignName, revision } = lesson
  const { doIt } = useAction()
  const sign = useWrite(signClass, { changes: [queryActiveClasses] })
  const initialValues: Found = Object.fromEntries(
    players
      .filter(({ mustAgree }) => !mustAgree)
      .map((player) => [player.id, player.attendance ?? ('present' as const)]),
  )
  return (
    <FormModal<Found>
      title={`签到：${coach.nickname} 的「${courseDesignName}」`}
      effect="完成时按此扣课时：到场全扣，迟到、缺席和请假按取消规则。完成前可以更正。"
      okText="签到"
      initialValues={initialValues}
      onSubmit={async (found) => {
        // Only what was changed is sent: what the coach signed for the others since then stays.
        const attendances = Object.entries(found)
          .filter(([userId, attendance]) => attendance !== initialValues[userId])
          .map(([userId, attendance]) => ({ userId, attendance }))
        const run = () => sign.mutateAsync({ params: { id }, body: { attendances, revision } }).then(() => true)
        return (await doIt({ run, done: '已签到' })) !== undefined
      }}
      onClose={onClose}
    >
      {players.map(({ id: userId, nickname, mustAgree }) =>
        mustAgree ? (
          <Form.Item key={userId} label={nickname}>
            还没有同意修改，按请假算；本人同意后可以改签
          </Form.Item>
        ) : (
          <Form.Item key={userId} name={userId} label={nickname}>
            <Radio.Group options={OPTIONS} />
          </Form.Item>
        ),
      )}
    </FormModal>
  )
}

/** Asks for the reason of a cancelled class, and shows the effect. */
function CallOffClass({ lesson, onClose }: { lesson: ActiveClass; onClose: () => void }) {
  const { id, coach, courseDesignName, revision } = lesson
  const { doIt } = useAction()
  const callOff = useWrite(callOffClass, { changes: [queryActiveClasses] })
  return (
    <ReasonModal
      title={`取消 ${coach.nickname} 的「${courseDesignName}」`}
      effect="约课立即取消，场地和时间释放，学员的课时全部退回。教练和学员会收到取消原因。不能恢复。"
      okText="取消约课"
      isDangerous
      onOk={async (reason) =>
        (await doIt({
          run: () => callOff.mutateAsync({ params: { id }, body: { reason, revision } }).then(() => true),
          done: '约课已取消',
        })) !== undefined
      }
      onClose={onClose}
    />
  )
}

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
  objection: { userId, words, coachAbsent, state, answer, at, answeredAt, isByPlatform },
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
      <span>{coachAbsent ? `教练没来：${words}` : words}</span>
      {answeredAt && (
        <Typography.Text type="secondary">
          {`${isByPlatform ? '平台' : '教练或公司'} ${when(answeredAt)}${answer && `：${answer}`}`}
        </Typography.Text>
      )}
    </Flex>
  )
}
