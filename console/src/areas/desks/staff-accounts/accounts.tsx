import {
  createStaff,
  disableStaff,
  promoteStaff,
  queryStaff,
  resetStaff,
  type StaffAccount,
} from '@paidang/api/areas/desks/staff-accounts'
import { resetFactor } from '@paidang/api/areas/desks/staff-factor'
import { errors } from '@paidang/api/catalogue/errors'
import { usernameFault } from '@paidang/domain/areas/people/auth/credentials'
import { Button, Flex, Form, Input, Modal, Switch, type TableColumnsType, Tag, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { useWrite } from '../../../platform/queries'
import { useSession } from '../../../platform/session'
import { DataTable } from '../../../ui/data-table'
import { FormModal } from '../../../ui/form-modal'
import { NOTHING, when } from '../../../ui/format'
import type { Filter } from '../../../ui/table-filters'
import { useAction } from '../../../ui/use-action'
import { ROLE_NAMES } from './role-names'

/** The columns of accounts, with their actions. */
export function accountColumns(actions: (account: StaffAccount) => ReactNode): TableColumnsType<StaffAccount> {
  return [
    {
      title: '姓名',
      render: (_, { nickname, username }) => (
        <>
          <Typography.Text strong>{nickname}</Typography.Text>
          <br />
          <Typography.Text type="secondary">{username}</Typography.Text>
        </>
      ),
    },
    { title: '角色', render: (_, { role }) => ROLE_NAMES[role] },
    {
      title: '状态',
      render: (_, { disabledTime, hasFactor }) => (
        <>
          {disabledTime ? <Tag>已停用 {when(disabledTime)}</Tag> : <Tag color="green">可登录</Tag>}
          {hasFactor && <Tag>两步验证</Tag>}
        </>
      ),
    },
    { title: '最近登录', render: (_, { lastSeenTime }) => (lastSeenTime ? when(lastSeenTime) : '从未登录') },
    { title: '创建时间', render: (_, { createTime }) => when(createTime) },
    { title: '操作', fixed: 'end', render: (_, account) => <Flex gap={4}>{actions(account)}</Flex> },
  ]
}

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
        what="账号"
        empty={merchantId ? '还没有店员账号。新增后，店员用它登录工作台' : '还没有账号'}
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

type Typed = { username: string; nickname: string; isLead: boolean }

type NewAccountModalProps = {
  title: string
  /** The name of the lead role here; without it no lead can be created. */
  lead?: string
  create: (typed: Typed) => Promise<NewPassword>
  onPassword: (made: NewPassword) => void
  onClose: () => void
}

/** Creates an account; its password is shown afterwards. */
export function NewAccountModal({ title, lead, create, onPassword, onClose }: NewAccountModalProps) {
  const { doIt } = useAction()
  const submit = async ({ isLead = false, ...typed }: Typed) => {
    const made = await doIt({ run: () => create({ ...typed, isLead }), done: '账号已创建' })
    if (made) onPassword(made)
    return made !== undefined
  }
  return (
    <FormModal<Typed> title={title} okText="创建账号" onSubmit={submit} onClose={onClose}>
      <Form.Item name="nickname" label="姓名" rules={[{ required: true, whitespace: true, message: '请填写姓名' }]}>
        <Input maxLength={20} autoFocus autoComplete="off" />
      </Form.Item>
      <Form.Item
        name="username"
        label="账号"
        extra="4 至 32 位字母、数字或下划线；密码由系统生成，只显示一次"
        rules={[
          {
            validator: async (_, username = '') => {
              const fault = usernameFault(username)
              if (fault) throw new Error(errors[fault].message)
            },
          },
        ]}
      >
        <Input maxLength={32} autoComplete="off" />
      </Form.Item>
      {lead && (
        <Form.Item name="isLead" label={lead} valuePropName="checked">
          <Switch />
        </Form.Item>
      )}
    </FormModal>
  )
}

/** An account, and its new password, which is shown only once. */
export type NewPassword = { account: StaffAccount; password: string }

/** Shows a password once, to be handed to its owner. */
export function PasswordOnce({ account, password, onClose }: NewPassword & { onClose: () => void }) {
  return (
    <Modal
      open
      title="请记下密码"
      okText="已记下"
      cancelButtonProps={{ style: { display: 'none' } }}
      mask={{ closable: false }}
      onOk={onClose}
      onCancel={onClose}
    >
      <p>{`「${account.nickname}」用下面的账号和密码登录。关闭后不再显示，忘记时只能重置。`}</p>
      <p>
        账号：<Typography.Text copyable>{account.username}</Typography.Text>
      </p>
      <p>
        密码：
        <Typography.Text copyable code>
          {password}
        </Typography.Text>
      </p>
    </Modal>
  )
}

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
  const { doAfterAsking } = useAction()
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
  const askToEnable = () =>
    doAfterAsking({
      title: `恢复「${nickname}」的账号？`,
      effect: '可以用原来的密码登录，权限和停用前一样。',
      okText: '恢复',
      isHarmless: true,
      run: () => disable(account, false),
      done: '账号已恢复',
    })
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
      <Button size="small" type="link" danger={!disabledTime} onClick={disabledTime ? askToEnable : askToDisable}>
        {disabledTime ? '恢复' : '停用'}
      </Button>
    </>
  )
}
