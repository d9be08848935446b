import { type ActiveClass, finishClass, queryActiveClasses } from '@paidang/api/areas/activities/admin-classes'
import { SIGN_OPENS_BEFORE_MS } from '@paidang/domain/areas/activities/classes/invitation'
import { INVITATION_STATUS_NAMES } from '@paidang/domain/areas/activities/classes/invitation-status'
import { Button, Flex, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { NOTHING } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { useAction } from '../../../ui/use-action'
import { attendanceText, hasCome, spanText } from './arrangement-labels'
import { CallOffClass } from './call-off-class'
import { useVenueOfAddress } from './of-venue'
import { SignModal } from './sign-modal'

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
        empty="没有符合条件的约课"
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
