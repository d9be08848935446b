import {
  createStaff,
  disableStaff,
  promoteStaff,
  queryStaff,
  resetStaff,
  type StaffAccount,
} from '@paidang/api/areas/desks/staff-accounts'
import { resetFactor } from '@paidang/api/areas/desks/staff-factor'
import { useState } from 'react'
import { useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { NOTHING } from '../../../ui/format'
import type { Filter } from '../../../ui/table-filters'
import { AccountActions } from './account-actions'
import { accountColumns } from './account-columns'
import { NewAccountModal } from './new-account-modal'
import { type NewPassword, PasswordOnce } from './password-once'

type StaffTableProps = {
  /** The shop of the accounts; without it all accounts that the caller manages. */
  merchantId?: string
  filters?: readonly Filter[]
  /** The title for a new account; set while one is created. */
  creating?: { title: string; lead: string } | undefined
  onCreated: () => void
}

/** Accounts for operators, and the form of a new one: of the given shop, else of the operators. */
export function StaffTable({ merchantId, filters = [], creating, onCreated }: StaffTableProps) {
  const changes = { changes: [queryStaff] }
  const create = useWrite(createStaff, changes)
  const reset = useWrite(resetStaff, changes)
  const disable = useWrite(disableStaff, changes)
  const promote = useWrite(promoteStaff, changes)
  const resetOneFactor = useWrite(resetFactor, changes)
  const [made, setMade] = useState<NewPassword>()
  const [name, ...others] = accountColumns((account) => (
    <AccountActions
      account={account}
      reset={({ id, revision }) => reset.mutateAsync({ params: { id }, body: { revision } })}
      disable={({ id, revision }, isDisabled) =>
        disable.mutateAsync({ params: { id }, body: { isDisabled, revision } })
      }
      resetFactor={({ id, revision }) => resetOneFactor.mutateAsync({ params: { id }, body: { revision } })}
      promote={({ id, revision }, isLead) => promote.mutateAsync({ params: { id }, body: { isLead, revision } })}
      onPassword={setMade}
    />
  ))
  const place = {
    title: '所属',
    render: (_: unknown, account: StaffAccount) =>
      account.merchantName ?? (account.merchantId === null ? '拍档平台' : NOTHING),
  }
  return (
    <>
      <DataTable
        endpoint={queryStaff}
        fixed={merchantId ? { merchantId } : {}}
        rowKey={({ id }) => id}
        filters={filters}
        empty="没有符合条件的账号"
        columns={[...(name ? [name] : []), ...(merchantId ? [] : [place]), ...others]}
      />
      {creating && (
        <NewAccountModal
          {...creating}
          create={(typed) => create.mutateAsync({ body: { ...typed, ...(merchantId && { merchantId }) } })}
          onPassword={setMade}
          onClose={onCreated}
        />
      )}
      {made && <PasswordOnce {...made} onClose={() => setMade(undefined)} />}
    </>
  )
}
