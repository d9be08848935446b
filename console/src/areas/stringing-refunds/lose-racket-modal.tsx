import {
  getManagedStringingOrder,
  listManagedStringingOrders,
  loseRacketOfOrder,
  type ManagedStringingOrder,
} from '@paidang/api/areas/admin-stringing'
import { Form, Input } from 'antd'
import { useWrite } from '../../platform/queries'
import { FormModal } from '../../ui/form-modal'
import { useAction } from '../../ui/use-action'

/** Records that the racket of a cancelled order will not come back from the shop. */
export function LoseRacketModal({ order, onClose }: { order: ManagedStringingOrder; onClose: () => void }) {
  const lose = useWrite(loseRacketOfOrder, { changes: [getManagedStringingOrder, listManagedStringingOrders] })
  const { doIt } = useAction()
  const submit = async ({ reason }: { reason: string }) => {
    const run = () =>
      lose.mutateAsync({ params: { id: order.id }, body: { reason: reason.trim(), revision: order.revision } })
    return (await doIt({ run, done: '已登记，顾客会收到通知' })) !== undefined
  }
  return (
    <FormModal<{ reason: string }>
      title={`球拍遗失 ${order.orderNo}`}
      effect={`${order.racketName} 不再等待退还，店铺和顾客的账号不再因它受限。登记后不能撤回。`}
      okText="登记遗失"
      onSubmit={submit}
      onClose={onClose}
    >
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
