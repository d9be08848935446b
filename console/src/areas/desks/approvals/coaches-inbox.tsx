import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import * as registration from '@paidang/api/areas/people/registration'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { Descriptions } from 'antd'
import { useRead, useWrite } from '../../../platform/queries'
import { NOTHING, when } from '../../../ui/format'
import { Pictures } from '../../../ui/pictures'
import { Decided, Evidence, Head, Part, useOne, VerdictBar, verdictTag } from './evidence'
import { Inbox, useInboxAddress } from './inbox'

/** Players who ask to be coaches. */
export function CoachesInbox() {
  const { state, page } = useInboxAddress()
  const read = useRead(registration.listApplications, {
    query: { ...page, state: state === 'decided' ? state : 'waiting' },
  })
  const items = read.data?.rows.map(({ user, application }) => ({
    id: application.id,
    title: application.realName,
    line: `${user.nickname} · 教龄 ${application.yearsTeaching} 年 · ${application.region || '未填写地区'}`,
    time: when(application.createTime),
    ...verdictTag(application.approveStatus),
  }))
  return (
    <Inbox
      label="教练认证"
      empty={state === 'decided' ? '还没有审核过教练认证' : '没有待审核的教练认证'}
      read={{ ...read, items, total: read.data?.total ?? 0 }}
      evidence={(id, onDecided) => <Application key={id} id={id} onDecided={onDecided} />}
    />
  )
}

function Application({ id, onDecided }: { id: string; onDecided: () => void }) {
  const read = useOne(registration.getApplication, id)
  const { mutateAsync } = useWrite(registration.decideApplication, {
    changes: [registration.listApplications, registration.getApplication, readInbox],
  })
  return (
    <Evidence read={read}>
      {({ user, application, decision }: registration.ApplicationForOperator) => (
        <>
          <Head title={application.realName} line={`${user.nickname} 提交于 ${when(application.createTime)}`} />
          <Descriptions
            column={1}
            size="small"
            items={[
              { label: '教龄', children: `${application.yearsTeaching} 年` },
              { label: '地区', children: application.region || NOTHING },
              { label: '介绍', children: application.introduction || NOTHING },
            ]}
          />
          <Part title={`资质照片（${application.certificates.length} 张）`}>
            <Pictures
              pictures={application.certificates.map(({ url }, index) => ({ url, alt: `资质照片 ${index + 1}` }))}
              width={360}
              height={360}
              isWhole
            />
          </Part>
          {decision && (
            <Decided
              decision={decision}
              isApproved={application.approveStatus === APPROVAL.APPROVED}
              text={application.approveStatus === APPROVAL.APPROVED ? '已通过' : '已拒绝'}
            />
          )}
          {application.approveStatus === APPROVAL.PENDING && (
            <VerdictBar
              name={application.realName}
              approveEffect="通过后立即成为认证教练，可以接课"
              rejectEffect="申请人仍是球员；他会收到原因，可以补充资料后重新提交。"
              finality="认证不能撤回，之后只能停用账号"
              decide={(body) => mutateAsync({ params: { id }, body })}
              onDecided={onDecided}
            />
          )}
        </>
      )}
    </Evidence>
  )
}
