import { errors } from '@paidang/api/catalogue/errors'
import { usernameFault } from '@paidang/domain/areas/people/auth/credentials'
import { Form, Input, Switch } from 'antd'
import { FormModal } from '../../../ui/form-modal'
import { useAction } from '../../../ui/use-action'
import type { NewPassword } from './password-once'

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
