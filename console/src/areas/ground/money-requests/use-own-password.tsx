import { errors } from '@paidang/api/catalogue/errors'
import { whyNotMoveMoney } from '@paidang/domain/areas/people/auth/staff-account'
import { Alert, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSession } from '../../../platform/session'
import { PasswordModal } from '../../desks/staff-accounts/password-modal'

/**
 * Whether the staff member may not move money yet, because somebody else made the password. With a notice for the page
 * that explains it and leads to a new password.
 */
export function useOwnPassword(): { isRefused: boolean; notice: ReactNode } {
  const [isChanging, setIsChanging] = useState(false)
  const refusal = useSession(({ staff }) => (staff ? whyNotMoveMoney(staff) : undefined))
  const notice = (
    <>
      {refusal && (
        <Alert
          type="warning"
          showIcon
          title={errors[refusal].message}
          action={
            <Button size="small" onClick={() => setIsChanging(true)}>
              修改密码
            </Button>
          }
        />
      )}
      {isChanging && <PasswordModal onClose={() => setIsChanging(false)} />}
    </>
  )
  return { isRefused: refusal !== undefined, notice }
}
