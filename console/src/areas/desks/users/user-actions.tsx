import {
  type OneTimePassword,
  queryUsers,
  readManagedUser,
  resetUserPassword,
  restoreUser,
  type UserDetail,
} from '@paidang/api/areas/desks/admin-users'
import { searchAudit } from '@paidang/api/areas/ground/admin-audit'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { useAction } from '../../../ui/use-action'
import { PasswordModal } from './password-modal'
import { SuspendModal } from './suspend-modal'

const CHANGES = { changes: [readManagedUser, queryUsers, searchAudit] }

/** The actions of an operator on an account; none on a closed one. */
export function UserActions({ user }: { user: UserDetail }) {
  const { id, nickname, username, state, revision } = user
  const [isSuspending, setIsSuspending] = useState(false)
  const [given, setGiven] = useState<OneTimePassword>()
  const { doAfterAsking } = useAction()
  const restore = useWrite(restoreUser, CHANGES)
  const reset = useWrite(resetUserPassword, CHANGES)
  if (state === 'CLOSED') return null
  return (
    <>
      <Link to={`/users/merge?from=${id}`}>
        <Button tabIndex={-1}>合并到其他账号</Button>
      </Link>
      {username !== null && (
        <Button
          onClick={() =>
            doAfterAsking({
              run: async () => setGiven(await reset.mutateAsync({ params: { id }, body: { revision } })),
              done: '一次性密码已生成',
              title: `为「${nickname}」发放一次性密码？`,
              effect:
                '请先核实对方身份。原密码立即失效，该用户在所有设备上退出登录；新密码只显示一次，24 小时内可登录一次。用户会收到通知。',
              okText: '发放',
            })
          }
        >
          发放一次性密码
        </Button>
      )}
      {state === 'SUSPENDED' ? (
        <Button
          type="primary"
          onClick={() =>
            doAfterAsking({
              run: () => restore.mutateAsync({ params: { id }, body: { revision } }),
              done: '账号已恢复',
              title: `恢复「${nickname}」的账号？`,
              effect: '该用户马上可以登录，教练会重新出现在搜索中并可被预约。用户会收到通知。',
              okText: '恢复',
            })
          }
        >
          恢复账号
        </Button>
      ) : (
        <Button danger onClick={() => setIsSuspending(true)}>
          停用账号
        </Button>
      )}
      {isSuspending && <SuspendModal user={user} onClose={() => setIsSuspending(false)} />}
      {given && <PasswordModal given={given} onClose={() => setGiven(undefined)} />}
    </>
  )
}
