import { PlusOutlined } from '@ant-design/icons'
import { colleagues, createColleague, disableColleague, resetColleague } from '@paidang/api/areas/desks/staff-accounts'
import { Button } from 'antd'
import { useState } from 'react'
import { useRead, useWrite } from '../../../platform/queries'
import { ListTable } from '../../../ui/list-table'
import { Failed } from '../../../ui/opening'
import { Page } from '../../../ui/page'
import { AccountActions, accountColumns, NewAccountModal, type NewPassword, PasswordOnce } from './accounts'

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
