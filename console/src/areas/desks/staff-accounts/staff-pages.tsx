import { PlusOutlined } from '@ant-design/icons'
import { colleagues, createColleague, disableColleague, resetColleague } from '@paidang/api/areas/desks/staff-accounts'
import { Button } from 'antd'
import { useState } from 'react'
import { useRead, useWrite } from '../../../platform/queries'
import { useSession } from '../../../platform/session'
import { ListTable } from '../../../ui/data-table'
import { Failed, Page } from '../../../ui/page'
import { AccountActions, accountColumns, NewAccountModal, type NewPassword, PasswordOnce, StaffTable } from './accounts'
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

/** 员工账号: the staff of the shop, managed by its owner. */
export function ColleaguesPage() {
  const changes = { changes: [colleagues] }
  const create = useWrite(createColleague, changes)
  const reset = useWrite(resetColleague, changes)
  const disable = useWrite(disableColleague, changes)
  const read = useRead(colleagues, {})
  const [isCreating, setIsCreating] = useState(false)
  const [made, setMade] = useState<NewPassword>()
  return (
    <Page
      title="员工账号"
      about="店员可以接单、收拍、穿线、管库存；价格、收入和账号由店主管理。设店主请联系平台运营"
      actions={
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setIsCreating(true)}>
          新增店员
        </Button>
      }
    >
      {read.isError && !read.data ? (
        <Failed error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <ListTable
          rowKey="id"
          rows={read.data}
          empty="还没有账号"
          columns={accountColumns((account) => (
            <AccountActions
              account={account}
              reset={({ id, revision }) => reset.mutateAsync({ params: { id }, body: { revision } })}
              disable={({ id, revision }, isDisabled) =>
                disable.mutateAsync({ params: { id }, body: { isDisabled, revision } })
              }
              onPassword={setMade}
            />
          ))}
        />
      )}
      {isCreating && (
        <NewAccountModal
          title="新增店员"
          create={({ username, nickname }) => create.mutateAsync({ body: { username, nickname } })}
          onPassword={setMade}
          onClose={() => setIsCreating(false)}
        />
      )}
      {made && <PasswordOnce {...made} onClose={() => setMade(undefined)} />}
    </Page>
  )
}
