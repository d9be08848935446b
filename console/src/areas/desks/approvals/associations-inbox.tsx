import * as approvals from '@paidang/api/areas/desks/admin-approvals'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { Alert, Descriptions, Flex, Tag } from 'antd'
import { useRead, useWrite } from '../../../platform/queries'
import { when } from '../../../ui/format'
import { placeText } from '../../places/venues/venue-labels'
import { Decided, Evidence, Head, Part, useOne, VerdictBar, verdictTag } from './evidence'
import { Inbox, useInboxAddress } from './inbox'

const EMPTY = {
  waiting: '没有等平台审核的关联申请',
  manager: '没有等场馆管理者审核的关联申请',
  decided: '还没有处理过关联申请',
} as const

/** Coaches who ask to teach at a venue. */
export function AssociationsInbox() {
  const { state: shown, page } = useInboxAddress()
  const state = shown === 'all' ? 'waiting' : shown
  const read = useRead(approvals.listAssociations, { query: { ...page, state } })
  const items = read.data?.rows.map(({ id, coach, venue, createTime, approveStatus }) => ({
    id,
    title: coach.nickname,
    line: `申请在 ${venue.name} 授课`,
    time: when(createTime),
    ...verdictTag(approveStatus),
  }))
  return (
    <Inbox
      label="场馆关联"
      empty={EMPTY[state]}
      read={{ ...read, items, total: read.data?.total ?? 0 }}
      evidence={(id, onDecided) => <Association key={id} id={id} onDecided={onDecided} />}
    />
  )
}

function Association({ id, onDecided }: { id: string; onDecided: () => void }) {
  const read = useOne(approvals.getAssociation, id)
  const { mutateAsync } = useWrite(approvals.decideAssociation, {
    changes: [approvals.listAssociations, approvals.getAssociation, approvals.readInbox],
  })
  return (
    <Evidence read={read}>
      {(whole: approvals.AssociationEvidence) => {
        const { coach, venue, managers, approveStatus, decision } = whole
        const isWaiting = approveStatus === APPROVAL.PENDING
        return (
          <>
            <Head title={`${coach.nickname} 申请在 ${venue.name} 授课`} line={`提交于 ${when(whole.createTime)}`} />
            <AssociationFacts whole={whole} />
            {decision && (
              <Decided
                decision={decision}
                isApproved={approveStatus === APPROVAL.APPROVED}
                text={approveStatus === APPROVAL.APPROVED ? '已通过' : '已拒绝'}
              />
            )}
            {isWaiting && managers.length > 0 && (
              <Alert
                type="info"
                showIcon
                style={{ marginTop: 20 }}
                title={`等待场馆管理者审核：${managers.join('、')}`}
                description="有管理者的场馆由管理者在拍档里审核，平台不代为决定。"
              />
            )}
            {isWaiting && managers.length === 0 && (
              <VerdictBar
                name={`${coach.nickname} · ${venue.name}`}
                approveEffect="通过后学员可以约他在这里上课"
                rejectEffect="教练不能在这个场馆授课；他会收到原因，可以重新申请。"
                decide={(body) => mutateAsync({ params: { id }, body })}
                onDecided={onDecided}
              />
            )}
          </>
        )
      }}
    </Evidence>
  )
}

function AssociationFacts({ whole }: { whole: approvals.AssociationEvidence }) {
  const { coach, venue, isVerified, companies, otherVenues, classesHeld, coachesThere, managers } = whole
  return (
    <>
      <Part title="教练">
        <Descriptions
          column={1}
          size="small"
          items={[
            {
              label: '姓名',
              children: (
                <Flex gap={8}>
                  {coach.nickname}
                  <Tag color={isVerified ? 'green' : 'default'}>{isVerified ? '已认证' : '未认证'}</Tag>
                </Flex>
              ),
            },
            { label: '注册时间', children: when(whole.coachSince) },
            { label: '所属公司', children: companies.length > 0 ? companies.join('、') : '没有' },
            { label: '已授课', children: `${classesHeld} 节` },
            { label: '其他场馆', children: otherVenues.length > 0 ? otherVenues.join('、') : '还没有在别的场馆授课' },
          ]}
        />
      </Part>
      <Part title="场馆">
        <Descriptions
          column={1}
          size="small"
          items={[
            { label: '名称', children: venue.name },
            { label: '地址', children: placeText({ ...venue, address: whole.address }) },
            { label: '在此授课', children: `${coachesThere} 位教练` },
            { label: '管理者', children: managers.length > 0 ? managers.join('、') : '没有，由平台审核' },
            ...(whole.venueApproveStatus === APPROVAL.APPROVED
              ? []
              : [{ label: '场馆状态', children: <Tag color="gold">场馆本身还没有通过审核</Tag> }]),
          ]}
        />
      </Part>
    </>
  )
}
