import { changeStaffPassword } from '@paidang/api/areas/desks/staff-accounts'
import { errors } from '@paidang/api/catalogue/errors'
import { passwordFault } from '@paidang/domain/areas/people/auth/credentials'
import { Form, Input } from 'antd'
import { useWrite } from '../../../platform/queries'
import { passwordChosen } from '../../../platform/session'
import { FormModal } from '../../../ui/form-modal'
import { useAction } from '../../../ui/use-action'

type Typed = { oldPassword: string; newPassword: string; again: string }

/** Changes the user's own password. A password that somebody else made is changed before anything else. */
export function PasswordModal({ isGiven = false, onClose }: { isGiven?: boolean; onClose: () => void }) {
  const { doIt } = useAction()
  const change = useWrite(changeStaffPassword)
  const submit = async ({ oldPassword, newPassword }: Typed) => {
    const run = () => change.mutateAsync({ body: { oldPassword, newPassword } })
    const isChosen = (await doIt({ run, done: '密码已修改，其他设备已退出登录' })) !== undefined
    if (isChosen) passwordChosen()
    return isChosen
  }
  return (
    <FormModal<Typed>
      title="修改密码"
      {...(isGiven && { effect: '现在的密码是别人设的，对方也知道。请先换成自己的密码。', isForced: true })}
      okText="修改密码"
      onSubmit={submit}
      onClose={onClose}
      width={420}
    >
      <Form.Item name="oldPassword" label="原密码" rules={[{ required: true, message: '请填写原密码' }]}>
        <Input.Password autoComplete="current-password" maxLength={128} autoFocus />
      </Form.Item>
      <Form.Item
        name="newPassword"
        label="新密码"
        rules={[
          {
            validator: async (_, password = '') => {
              if (passwordFault(password)) throw new Error(errors.password_weak.message)
            },
          },
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Form.Item
        name="again"
        label="再输一遍新密码"
        dependencies={['newPassword']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_, again) => {
              if (again !== getFieldValue('newPassword')) throw new Error('两次输入的新密码不一致')
            },
          }),
        ]}
      >
        <Input.Password autoComplete="new-password" maxLength={128} />
      </Form.Item>
    </FormModal>
  )
}
