import {
  type CompanyDetail,
  queryCompanies,
  readManagedCompany,
  renameCompany,
} from '@paidang/api/areas/places/admin-companies'
import { Form, Input } from 'antd'
import { useWrite } from '../../../platform/queries'
import { FormModal } from '../../../ui/form-modal'
import { useAction } from '../../../ui/use-action'

type Typed = { companyName: string; reason: string }

/** Asks for a company's new name and the reason, and says where the name appears. */
export function RenameModal({
  company: { id, companyName, revision },
  onClose,
}: {
  company: CompanyDetail
  onClose: () => void
}) {
  const { doIt } = useAction()
  const rename = useWrite(renameCompany, { changes: [readManagedCompany, queryCompanies] })
  const submit = async (typed: Typed) => {
    const body = { companyName: typed.companyName.trim(), reason: typed.reason.trim(), revision }
    const run = () => rename.mutateAsync({ params: { id }, body })
    return (await doIt({ run, done: '名称已更改，管理员已收到通知' })) !== undefined
  }
  return (
    <FormModal<Typed>
      title={`更改「${companyName}」的名称`}
      effect="新名称立即显示在公司、课程、约课和合同上，以前的记录也显示新名称。管理员会收到通知和原因。"
      okText="更改"
      initialValues={{ companyName }}
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
        name="reason"
        label="原因（管理员会看到）"
        rules={[{ required: true, whitespace: true, message: '请填写原因' }]}
      >
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
    </FormModal>
  )
}
