import { issueCard, listCardAdjustments } from '@paidang/api/areas/money/admin-cards'
import { Form, Input } from 'antd'
import { useWrite } from '../../../platform/queries'
import { FormModal, YuanInput } from '../../../ui/form-modal'
import { useAction } from '../../../ui/use-action'

type Values = { userId: string; giftFen: number | null; reason: string }

/** Requests a new card for a user; it is issued once a senior approves. */
export function IssueCardModal({ onClose }: { onClose: () => void }) {
  const issue = useWrite(issueCard, { changes: [listCardAdjustments] })
  const { doIt } = useAction()
  const submit = async ({ userId, giftFen, reason }: Values) => {
    const body = { userId: userId.trim(), giftFen: giftFen ?? 0, reason: reason.trim() }
    const asked = await doIt({ run: () => issue.mutateAsync({ body }), done: '已提交，等待运营主管审批' })
    return asked !== undefined
  }
  return (
    <FormModal<Values>
      title="申请开卡"
      effect="另一位运营主管通过后才会开卡，持卡人会收到通知。"
      okText="提交审批"
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="userId"
        label="用户编号"
        rules={[{ required: true, pattern: /^[1-9]\d{0,17}$/, message: '请填写用户编号（数字）' }]}
      >
        <Input maxLength={18} inputMode="numeric" autoFocus />
      </Form.Item>
      <Form.Item name="giftFen" label="开卡赠送（元，选填）">
        <YuanInput placeholder="0" />
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
    </FormModal>
  )
}
