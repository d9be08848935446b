import { readInbox } from '@paidang/api/areas/desks/admin-approvals'
import * as calls from '@paidang/api/areas/desks/admin-password-requests'
import type { OneTimePassword } from '@paidang/api/areas/desks/admin-users'
import { PASSWORD_REQUEST_DAYS } from '@paidang/domain/areas/people/auth/password-request'
import { Alert, Descriptions, Typography } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { NOTHING, when } from '../../../ui/format'
import { useFeatures } from '../../ground/features/features'
import { PasswordModal } from '../users/password-modal'
import { Decided, Evidence, Head, Part, useOne, VerdictBar } from './evidence'
import { Inbox, useInboxAddress } from './inbox'

const TAGS = {
  WAITING: {},
  GIVEN: { tag: { text: '已通过', color: 'green' } },
  REFUSED: { tag: { text: '已拒绝', color: 'default' } },
  EXPIRED: { tag: { text: '已到期', color: 'default' } },
  WITHDRAWN: { tag: { text: '已自行解决', color: 'default' } },
} as const

/** How a request ended that no operator decided. */
const ENDED_UNDECIDED = {
  EXPIRED: `${PASSWORD_REQUEST_DAYS} 天内没有处理，申请已到期，填写的内容已清除`,
  WITHDRAWN: '用户已自行设置新密码，填写的内容已清除',
}

/** Requests for another password. A new password stays open when the next request is shown. */
export function PasswordsInbox() {
  const { state, page } = useInboxAddress()
  const [given, setGiven] = useState<OneTimePassword>()
  const read = useRead(calls.listPasswordRequests, {
    query: { ...page, state: state === 'decided' ? state : 'waiting' },
  })
  const items = read.data?.rows.map(({ id, user, account, timesAsked, createTime, state: stands }) => ({
    id,
    title: user.nickname,
    line: `账号 ${account}${timesAsked > 1 ? ` · 申请 ${timesAsked} 次` : ''}`,
    time: when(createTime),
    ...TAGS[stands],
  }))
  return (
    <>
      <Inbox
        label="找回密码"
        empty={state === 'decided' ? '还没有处理过找回密码申请' : '没有待处理的找回密码申请'}
        read={{ ...read, items, total: read.data?.total ?? 0 }}
        evidence={(id, onDecided) => <Request key={id} id={id} onGiven={setGiven} onDecided={onDecided} />}
      />
      {given && <PasswordModal given={given} onClose={() => setGiven(undefined)} />}
    </>
  )
}

type RequestProps = { id: string; onGiven: (given: OneTimePassword) => void; onDecided: () => void }

function Request({ id, onGiven, onDecided }: RequestProps) {
  const read = useOne(calls.getPasswordRequest, id)
  const hasWechat = useFeatures()('wechat')
  const { mutateAsync } = useWrite(calls.decidePasswordRequest, {
    changes: [calls.listPasswordRequests, calls.getPasswordRequest, readInbox],
  })
  const decide = async (body: { approve: boolean; reason?: string; revision: number }) => {
    const { given } = await mutateAsync({ params: { id }, body })
    if (given) onGiven(given)
  }
  return (
    <Evidence read={read}>
      {(whole: calls.PasswordRequestEvidence) => (
        <>
          <Head
            title={whole.user.nickname}
            line={
              <>
                提交于 {when(whole.createTime)}
                {whole.timesAsked > 1 && `，之后又有人申请 ${whole.timesAsked - 1} 次，请留意是否本人`} ·{' '}
                <Link to={`/users/${whole.user.id}`}>查看用户资料</Link>
              </>
            }
          />
          <Part title="申请人填写">
            <Facts
              items={[
                ['账号', whole.account],
                ['联系方式', whole.contact],
                ['证明', whole.proof],
              ]}
            />
          </Part>
          <Part title="账号情况，供核对">
            <Facts
              items={[
                ['用户名', whole.username ?? NOTHING],
                [
                  '手机号',
                  whole.phone === null ? NOTHING : `${whole.phone}（${whole.phoneVerified ? '已' : '未'}验证）`,
                ],
                ...wechatOf(hasWechat, whole.hasWechat),
                ['注册于', when(whole.joinedAt)],
                ['最近使用', whole.lastSeenAt === null ? NOTHING : when(whole.lastSeenAt)],
              ]}
            />
          </Part>
          {whole.decision && (
            <Decided
              decision={whole.decision}
              isApproved={whole.state === 'GIVEN'}
              text={whole.state === 'GIVEN' ? '已发放一次性密码' : '已拒绝'}
            />
          )}
          {(whole.state === 'EXPIRED' || whole.state === 'WITHDRAWN') && (
            <Alert type="info" showIcon style={{ marginTop: 20 }} title={ENDED_UNDECIDED[whole.state]} />
          )}
          {whole.state === 'WAITING' && (
            <VerdictBar
              name={whole.user.nickname}
              approveEffect="生成一次性密码，原密码立即失效，所有设备退出登录"
              rejectEffect="密码不变；用户会在消息里看到原因，可以重新申请。"
              finality="请先核实是本人，再按联系方式转告密码"
              decide={(body) => decide({ ...body, revision: whole.revision })}
              onDecided={onDecided}
            />
          )}
        </>
      )}
    </Evidence>
  )
}

function Facts({ items }: { items: readonly (readonly [label: string, value: string])[] }) {
  return (
    <Descriptions
      bordered
      column={1}
      size="small"
      styles={{ label: { width: 120 } }}
      items={items.map(([label, value]) => ({
        key: label,
        label,
        children: <Typography.Text style={{ whiteSpace: 'pre-wrap' }}>{value || NOTHING}</Typography.Text>,
      }))}
    />
  )
}

/** Whether the account has WeChat, where the deployment does. */
function wechatOf(isOn: boolean, isBound: boolean): [string, string][] {
  return isOn ? [['微信', isBound ? '已绑定，可请用户在小程序里自行设置新密码' : '未绑定']] : []
}
