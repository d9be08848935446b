import { foundCompany, queryCompanies } from '@paidang/api/areas/places/admin-companies'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { Checkbox, Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import { useWrite } from '../../../platform/queries'
import { FormModal } from '../../../ui/form-modal'
import { useAction } from '../../../ui/use-action'

type Typed = { companyName: string; phone: string; isPhoneChecked?: boolean }

/** Asks for the name of a new company and for its admin, and opens its page. */
export function FoundModal({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { doIt } = useAction()
  const found = useWrite(foundCompany, { changes: [queryCompanies] })
  const submit = async ({ companyName, phone, isPhoneChecked = false }: Typed) => {
    const body = { companyName: companyName.trim(), phone: phone.trim(), isPhoneChecked }
    const made = await doIt({ run: () => found.mutateAsync({ body }), done: '公司已开通，管理员已收到通知' })
    if (made) navigate(`/companies/${made.id}`)
    return made !== undefined
  }
  return (
    <FormModal<Typed>
      title="新增公司"
      effect="公司立即开通。管理员随即成为公司教练，可以添加课程、设置规则，查看学员和收入；还不是教练的用户同时通过教练认证。"
      okText="新增"
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="companyName"
        label="公司名称"
        rules={[{ required: true, whitespace: true, message: '请填写公司名称' }]}
      >
        <Input maxLength={40} autoFocus />
      </Form.Item>
      <Form.Item
        name="phone"
        label="管理员的手机号"
        extra="须是已注册用户的手机号；还没注册的，请先让对方注册"
        rules={[{ required: true, whitespace: true, message: '请填写管理员的手机号' }]}
      >
        <Input maxLength={MAX_TYPED_PHONE} inputMode="tel" />
      </Form.Item>
      <Form.Item name="isPhoneChecked" valuePropName="checked" extra="手机号没有经过验证的用户，须先核对">
        <Checkbox>已核对是本人</Checkbox>
      </Form.Item>
    </FormModal>
  )
}
