import {
  type CompanyDetail,
  handOverCompany,
  queryCompanies,
  readManagedCompany,
} from '@paidang/api/areas/places/admin-companies'
import { Form, Input, Select } from 'antd'
import { useWrite } from '../../../platform/queries'
import { FormModal } from '../../../ui/form-modal'
import { useAction } from '../../../ui/use-action'

type Typed = { toId: string; reason: string }

/** Asks for a company's new admin and the reason. It says which rights move from the old admin to the new one. */
export function HandOverModal({
  company: { id, companyName, admin, members, revision },
  onClose,
}: {
  company: CompanyDetail
  onClose: () => void
}) {
  const { doIt } = useAction()
  const handOver = useWrite(handOverCompany, { changes: [readManagedCompany, queryCompanies] })
  const successors = members.filter(({ mayLead }) => mayLead)
  const submit = async ({ toId, reason }: Typed) => {
    const body = { fromId: admin.id, toId, reason: reason.trim(), revision }
    const run = () => handOver.mutateAsync({ params: { id }, body })
    return (await doIt({ run, done: '管理员已移交，双方已收到通知' })) !== undefined
  }
  return (
    <FormModal<Typed>
      title={`移交「${companyName}」的管理员`}
      effect={`「${admin.nickname}」立即不再是管理员，他的公司后台随即退出，但仍是公司的教练；新管理员可以设置课程、规则，查看公司的学员和收入。双方都会收到通知和原因。请先核实申请人的身份。`}
      okText="移交"
      isDangerous
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="toId"
        label="新管理员"
        extra="公司签约教练和账号不正常的教练不能担任管理员"
        rules={[{ required: true, message: '请选择新管理员' }]}
      >
        <Select
          placeholder="公司里的其他教练"
          showSearch={{ optionFilterProp: 'label' }}
          notFoundContent="公司里没有可以接任的教练"
          options={successors.map(({ id: value, nickname: label }) => ({ value, label: `${label}（编号 ${value}）` }))}
        />
      </Form.Item>
      <Form.Item
        name="reason"
        label="原因（双方会看到）"
        rules={[{ required: true, whitespace: true, message: '请填写原因' }]}
      >
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
    </FormModal>
  )
}
