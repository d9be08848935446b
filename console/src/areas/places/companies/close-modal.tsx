import {
  type CompanyDetail,
  closeCompany,
  queryCompanies,
  readManagedCompany,
} from '@paidang/api/areas/places/admin-companies'
import { Form, Input } from 'antd'
import { useWrite } from '../../../platform/queries'
import { FormModal } from '../../../ui/form-modal'
import { useAction } from '../../../ui/use-action'

/** Asks for the reason to close a company, and says what becomes of its coaches. */
export function CloseModal({
  company: { id, companyName, coachCount, revision },
  onClose,
}: {
  company: CompanyDetail
  onClose: () => void
}) {
  const { doIt } = useAction()
  const close = useWrite(closeCompany, { changes: [readManagedCompany, queryCompanies] })
  const submit = async ({ reason }: { reason: string }) => {
    const run = () => close.mutateAsync({ params: { id }, body: { reason: reason.trim(), revision } })
    return (await doIt({ run, done: '公司已关闭，教练已收到通知' })) !== undefined
  }
  return (
    <FormModal<{ reason: string }>
      title={`关闭「${companyName}」？`}
      effect={`${coachCount} 位教练离开公司，仍保留自己的学员和场馆；课程不再开设，以前的约课、合同和流水仍可查看。还有未完成的约课、没用完的课时或扣课异议时不能关闭。关闭后不能恢复。`}
      okText="关闭公司"
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="reason"
        label="原因（教练会看到）"
        rules={[{ required: true, whitespace: true, message: '请填写原因' }]}
      >
        <Input.TextArea rows={3} maxLength={200} showCount autoFocus />
      </Form.Item>
    </FormModal>
  )
}
