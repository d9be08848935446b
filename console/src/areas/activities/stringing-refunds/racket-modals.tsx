import {
  getManagedStringingOrder,
  listManagedStringingOrders,
  loseRacketOfOrder,
  type ManagedStringingOrder,
  recordPickupOfOrder,
} from '@paidang/api/areas/activities/admin-stringing'
import { Form, Input } from 'antd'
import { useWrite } from '../../../platform/queries'
import { FormModal } from '../../../ui/form-modal'
import { ReasonModal } from '../../../ui/reason-modal'
import { useAction } from '../../../ui/use-action'

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

/** Records for the shop that the player has the racket. */
export function PickupModal({ order, onClose }: { order: ManagedStringingOrder; onClose: () => void }) {
  const record = useWrite(recordPickupOfOrder, { changes: [getManagedStringingOrder, listManagedStringingOrders] })
  const { doIt } = useAction()
  const isReady = order.status === 'READY'
  return (
    <ReasonModal
      title={`球拍已取走 ${order.orderNo}`}
      effect={`${isReady ? '订单完成' : '球拍不再等待退还'}，顾客会收到通知，顾客和店铺会看到原因。请先向顾客核实。登记后不能撤回。`}
      okText={isReady ? '完成订单' : '登记已取走'}
      onOk={async (reason) => {
        const run = () => record.mutateAsync({ params: { id: order.id }, body: { reason, revision: order.revision } })
        return (await doIt({ run, done: '已登记，顾客会收到通知' })) !== undefined
      }}
      onClose={onClose}
    />
  )
}
