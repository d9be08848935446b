import {
  getManagedStringingOrder,
  listStringingRefunds,
  type ManagedStringingOrder,
  requestStringingRefund,
} from '@paidang/api/areas/activities/admin-stringing'
import {
  STRINGING_REFUND_CAUSE_NAMES,
  STRINGING_REFUND_CAUSES,
  type StringingRefundCause,
} from '@paidang/domain/areas/activities/stringing/refund'
import { Form, Input, Radio } from 'antd'
import { useWrite } from '../../../platform/queries'
import { FormModal } from '../../../ui/form-modal'
import { money } from '../../../ui/format'
import { useAction } from '../../../ui/use-action'
import { askText, racketText } from './refund-labels'

type Values = { cause: StringingRefundCause; isRacketLost?: boolean; reason: string }

/** Requests the end of a paid order, and its refund where it was paid here. No money moves before a senior approves. */
export function AskRefundModal({ order, onClose }: { order: ManagedStringingOrder; onClose: () => void }) {
  const ask = useWrite(requestStringingRefund, { changes: [listStringingRefunds, getManagedStringingOrder] })
  const { doIt } = useAction()
  const submit = async ({ reason, cause, isRacketLost = false }: Values) => {
    const run = () =>
      ask.mutateAsync({
        params: { id: order.id },
        body: { cause, isRacketLost, reason: reason.trim(), revision: order.revision },
      })
    return (await doIt({ run, done: '已提交，等待运营主管审批' })) !== undefined
  }
  return (
    <FormModal<Values>
      title={`${askText(order)} ${order.orderNo}`}
      effect={
        order.isPaidInShop
          ? '到店付款，平台没有收款，也不会退款。另一位运营主管通过后订单才会取消，顾客会收到通知，与商家结算。'
          : `全额 ${money(order.totalFen)}。另一位运营主管通过后订单才会取消、钱款才会退回，顾客会收到通知。`
      }
      okText="提交审批"
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="cause" label="事由" rules={[{ required: true, message: '请选择事由' }]}>
        <Radio.Group
          options={STRINGING_REFUND_CAUSES.map((value) => ({ value, label: STRINGING_REFUND_CAUSE_NAMES[value] }))}
        />
      </Form.Item>
      {order.isInShop && (
        <Form.Item name="isRacketLost" label="球拍" rules={[{ required: true, message: '请选择球拍的去向' }]}>
          <Radio.Group
            options={[false, true].map((isRacketLost) => ({
              value: isRacketLost,
              label: racketText({ isRacketLost }),
            }))}
          />
        </Form.Item>
      )}
      <Form.Item
        name="reason"
        label="原因（顾客和店铺会看到）"
        rules={[{ required: true, whitespace: true, message: '请填写原因' }]}
      >
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
    </FormModal>
  )
}
