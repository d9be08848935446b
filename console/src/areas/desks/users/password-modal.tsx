import type { OneTimePassword } from '@paidang/api/areas/desks/admin-users'
import { Descriptions, Modal, Typography } from 'antd'
import { when } from '../../../ui/format'

/** Shows a one-time password, which cannot be looked up again. */
export function PasswordModal({ given, onClose }: { given: OneTimePassword; onClose: () => void }) {
  return (
    <Modal
      open
      title="一次性密码"
      okText="已告知用户"
      cancelButtonProps={{ style: { display: 'none' } }}
      mask={{ closable: false }}
      onOk={onClose}
      onCancel={onClose}
    >
      <p>关闭后不能再次查看。请转告用户，并请他登录后在账号设置里修改密码。</p>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          { key: 'username', label: '用户名', children: given.username },
          {
            key: 'password',
            label: '密码',
            children: (
              <Typography.Text copyable code style={{ fontSize: 18 }}>
                {given.password}
              </Typography.Text>
            ),
          },
          { key: 'until', label: '有效期至', children: `${when(given.validUntil)}，可登录一次` },
        ]}
      />
    </Modal>
  )
}
