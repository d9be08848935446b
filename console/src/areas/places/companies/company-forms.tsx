import {
  type CompanyDetail,
  closeCompany,
  foundCompany,
  handOverCompany,
  queryCompanies,
  readManagedCompany,
  renameCompany,
} from '@paidang/api/areas/places/admin-companies'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { Button, Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useWrite } from '../../../platform/queries'
import { FormModal, ReasonField, ReasonModal } from '../../../ui/form-modal'
import { useAction, useGoOn } from '../../../ui/use-action'

type FoundedCompany = { companyName: string; phone: string; isPhoneChecked?: boolean }

/** Asks for the name of a new company and for its admin, and opens its page. */
export function FoundModal({ onClose }: { onClose: () => void }) {
  const goOn = useGoOn()
  const { doIt } = useAction()
  const found = useWrite(foundCompany, { changes: [queryCompanies] })
  const submit = async ({ companyName, phone, isPhoneChecked = false }: FoundedCompany) => {
    const body = { companyName: companyName.trim(), phone: phone.trim(), isPhoneChecked }
    const made = await doIt({ run: () => found.mutateAsync({ body }), done: '公司已开通，管理员已收到通知' })
    if (made) goOn(`/companies/${made.id}`)
    return made !== undefined
  }
  return (
    <FormModal<FoundedCompany>
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

/** The actions of an operator on a company; none on a closed one. */
export function CompanyActions({ company }: { company: CompanyDetail }) {
  const [asked, setAsked] = useState<'rename' | 'hand-over' | 'close'>()
  if (company.closedAt) return null
  const close = () => setAsked(undefined)
  return (
    <>
      <Button onClick={() => setAsked('rename')}>更改名称</Button>
      {!company.isPerson && (
        <>
          <Button onClick={() => setAsked('hand-over')}>移交管理员</Button>
          <Button danger onClick={() => setAsked('close')}>
            关闭公司
          </Button>
        </>
      )}
      {asked === 'rename' && <RenameModal company={company} onClose={close} />}
      {asked === 'hand-over' && <HandOverModal company={company} onClose={close} />}
      {asked === 'close' && <CloseModal company={company} onClose={close} />}
    </>
  )
}

type Renaming = { companyName: string; reason: string }

/** Asks for a company's new name and the reason, and says where the name appears. */
function RenameModal({
  company: { id, companyName, revision },
  onClose,
}: {
  company: CompanyDetail
  onClose: () => void
}) {
  const { doIt } = useAction()
  const rename = useWrite(renameCompany, { changes: [readManagedCompany, queryCompanies] })
  const submit = async (typed: Renaming) => {
    const body = { companyName: typed.companyName.trim(), reason: typed.reason.trim(), revision }
    const run = () => rename.mutateAsync({ params: { id }, body })
    return (await doIt({ run, done: '名称已更改，管理员已收到通知' })) !== undefined
  }
  return (
    <FormModal<Renaming>
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
      <ReasonField readBy="管理员" />
    </FormModal>
  )
}

type Handover = { toId: string; reason: string }

/** Asks for a company's new admin and the reason. It says which rights move from the old admin to the new one. */
function HandOverModal({
  company: { id, companyName, admin, members, revision },
  onClose,
}: {
  company: CompanyDetail
  onClose: () => void
}) {
  const { doIt } = useAction()
  const handOver = useWrite(handOverCompany, { changes: [readManagedCompany, queryCompanies] })
  const successors = members.filter(({ mayLead }) => mayLead)
  const submit = async ({ toId, reason }: Handover) => {
    const body = { fromId: admin.id, toId, reason: reason.trim(), revision }
    const run = () => handOver.mutateAsync({ params: { id }, body })
    return (await doIt({ run, done: '管理员已移交，双方已收到通知' })) !== undefined
  }
  return (
    <FormModal<Handover>
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
      <ReasonField readBy="双方" />
    </FormModal>
  )
}

/** Asks for the reason to close a company, and says what becomes of its coaches. */
function CloseModal({
  company: { id, companyName, coachCount, revision },
  onClose,
}: {
  company: CompanyDetail
  onClose: () => void
}) {
  const { doIt } = useAction()
  const close = useWrite(closeCompany, { changes: [readManagedCompany, queryCompanies] })
  const submit = async (reason: string) => {
    const run = () => close.mutateAsync({ params: { id }, body: { reason, revision } })
    return (await doIt({ run, done: '公司已关闭，教练已收到通知' })) !== undefined
  }
  return (
    <ReasonModal
      title={`关闭「${companyName}」？`}
      effect={`${coachCount} 位教练离开公司，仍保留自己的学员和场馆；课程不再开设，以前的约课、合同和流水仍可查看。还有未完成的约课、没用完的课时或扣课异议时不能关闭。关闭后不能恢复。`}
      okText="关闭公司"
      isDangerous
      readBy="教练"
      onOk={submit}
      onClose={onClose}
    />
  )
}
