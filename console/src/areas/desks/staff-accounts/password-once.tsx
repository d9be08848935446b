import type { StaffAccount } from '@paidang/api/areas/desks/staff-accounts'
import { Modal, Typography } from 'antd'

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
