import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useSession } from '../../../platform/session'
import { Page } from '../../../ui/page'
import { StaffTable } from './accounts'
import { ROLE_NAMES } from './role-names'

/** 员工账号: the accounts of all shops, and for a senior operator those of the operators. */
export function StaffPage() {
  const isSenior = useSession(({ staff }) => staff?.role === 'senior')
  const [isCreating, setIsCreating] = useState(false)
  const roles = isSenior ? (['operator', 'senior', 'owner', 'merchant'] as const) : (['owner', 'merchant'] as const)
  return (
    <Page
      title="员工账号"
      about={isSenior ? '商家账号在商家详情里新增' : '商家账号在商家详情里新增；运营账号由运营主管管理'}
      actions={
        isSenior && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setIsCreating(true)}>
            新增运营账号
          </Button>
        )
      }
    >
      <StaffTable
        filters={[
          { kind: 'text', name: 'keyword', label: '姓名、账号或商家' },
          {
            kind: 'choice',
            name: 'role',
            label: '角色',
            options: roles.map((value) => ({ value, label: ROLE_NAMES[value] })),
          },
          {
            kind: 'choice',
            name: 'isDisabled',
            label: '状态',
            options: [
              { value: 'false', label: '可登录' },
              { value: 'true', label: '已停用' },
            ],
          },
        ]}
        creating={isCreating ? { title: '新增运营账号', lead: '运营主管' } : undefined}
        onCreated={() => setIsCreating(false)}
      />
    </Page>
  )
}
