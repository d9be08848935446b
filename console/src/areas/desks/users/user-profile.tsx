import { readManagedUser, revealUserPhone, type UserDetail } from '@paidang/api/areas/desks/admin-users'
import { Button, Descriptions } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../platform/queries'
import { NOTHING, when } from '../../../ui/format'
import { useAction } from '../../../ui/use-action'
import { StateTag } from './user-labels'

/** The profile of an account. The full phone number needs a separate request, because each look is logged. */
export function UserProfile({ user }: { user: UserDetail }) {
  const { id, phone, phoneVerified, username, hasWechat, level, region, companies, state } = user
  const [whole, setWhole] = useState<string>()
  const { doIt } = useAction()
  const reveal = useWrite(revealUserPhone, { changes: [readManagedUser] })
  const show = async () => {
    const answer = await doIt({ run: () => reveal.mutateAsync({ params: { id } }), done: '已显示，并记入操作记录' })
    if (answer?.phone) setWhole(answer.phone)
  }
  return (
    <Descriptions
      size="small"
      column={2}
      items={[
        { key: 'state', label: '状态', children: <StateTag state={state} /> },
        {
          key: 'phone',
          label: '手机号',
          span: 'filled',
          children: phone ? (
            <span>
              {whole ?? phone}（{phoneVerified ? '微信已验证' : '未验证'}）
              {!whole && (
                <Button type="link" size="small" loading={reveal.isPending} onClick={() => void show()}>
                  显示完整号码
                </Button>
              )}
            </span>
          ) : (
            NOTHING
          ),
        },
        { key: 'username', label: '用户名', children: username ?? NOTHING },
        { key: 'wechat', label: '微信', children: hasWechat ? '已绑定' : '未绑定' },
        { key: 'level', label: '等级', children: level.toFixed(1) },
        { key: 'region', label: '地区', children: region || NOTHING },
        { key: 'created', label: '注册时间', children: when(user.createdAt) },
        { key: 'seen', label: '最近登录', children: when(user.lastSeenAt) },
        {
          key: 'companies',
          label: '公司',
          span: 'filled',
          children:
            companies
              .map(({ companyName, isAdmin }) => (isAdmin ? `${companyName}（管理员）` : companyName))
              .join('、') || NOTHING,
        },
      ]}
    />
  )
}
