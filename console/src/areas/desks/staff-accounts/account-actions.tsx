import type { StaffAccount } from '@paidang/api/areas/desks/staff-accounts'
import { Button } from 'antd'
import { useSession } from '../../../platform/session'
import { useAction } from '../../../ui/use-action'
import type { NewPassword } from './password-once'

type AccountActionsProps = {
  account: StaffAccount
  reset: (account: StaffAccount) => Promise<NewPassword>
  disable: (account: StaffAccount, isDisabled: boolean) => Promise<unknown>
  /** Present where a lead can be appointed. */
  promote?: (account: StaffAccount, isLead: boolean) => Promise<unknown>
  /** Present where the second factor can be removed. */
  resetFactor?: (account: StaffAccount) => Promise<unknown>
  /** Called with a password that is shown once. */
  onPassword: (made: NewPassword) => void
}

/** The actions on an account of somebody else. */
export function AccountActions({ account, reset, disable, promote, resetFactor, onPassword }: AccountActionsProps) {
  const { doIt, doAfterAsking } = useAction()
  const session = useSession(({ staff }) => staff)
  const { id, nickname, role, disabledTime, hasFactor } = account
  if (session && session.id === id && session.companyId === null) return <>本人</>
  if (session?.role === 'owner' && role === 'owner') return null
  const isLead = role === 'owner' || role === 'senior'
  const lead = role === 'owner' || role === 'merchant' ? '店主' : '运营主管'

  const askToReset = () =>
    doAfterAsking({
      title: `重置「${nickname}」的密码？`,
      effect: '原密码马上失效，所有已登录的设备退出；新密码只显示一次，请当面交给本人。',
      okText: '重置密码',
      run: async () => onPassword(await reset(account)),
      done: '密码已重置',
    })
  const askToDisable = () =>
    doAfterAsking({
      title: `停用「${nickname}」的账号？`,
      effect: '马上退出登录，之后不能再登录；经手的记录保留。可以随时恢复。',
      okText: '停用',
      run: () => disable(account, true),
      done: '账号已停用',
    })
  const askToResetFactor = () =>
    doAfterAsking({
      title: `重置「${nickname}」的两步验证？`,
      effect: '请先确认是本人提出。重置后所有已登录的设备退出，登录只需密码，直到重新开启。',
      okText: '重置两步验证',
      run: async () => resetFactor?.(account),
      done: '两步验证已重置',
    })
  const enable = () => void doIt({ run: () => disable(account, false), done: '账号已恢复' })
  const askToPromote = () =>
    doAfterAsking({
      title: isLead ? `取消「${nickname}」的${lead}权限？` : `把「${nickname}」设为${lead}？`,
      effect:
        lead === '店主'
          ? '店主可以改价格、看收入、管理店员账号；改动马上生效。'
          : '运营主管可以审批资金变动、管理运营账号；改动马上生效。',
      okText: `${isLead ? '取消' : '设为'}${lead}`,
      run: async () => promote?.(account, !isLead),
      done: '权限已更改',
    })
  return (
    <>
      <Button size="small" onClick={askToReset}>
        重置密码
      </Button>
      {resetFactor && hasFactor && session?.role === 'senior' && (
        <Button size="small" type="link" onClick={askToResetFactor}>
          重置两步验证
        </Button>
      )}
      {promote && (
        <Button size="small" type="link" onClick={askToPromote}>
          {isLead ? `取消${lead}` : `设为${lead}`}
        </Button>
      )}
      <Button size="small" type="link" danger={!disabledTime} onClick={disabledTime ? enable : askToDisable}>
        {disabledTime ? '恢复' : '停用'}
      </Button>
    </>
  )
}
