import {
  cancelUnsentShopOrder,
  correctShopParcel,
  decideShopRefund,
  type ManagedShopOrder,
  sendShopOrder,
  shopOrderForOperator,
  shopOrdersForOperator,
} from '@paidang/api/areas/activities/shop-orders'
import { AutoComplete, Checkbox, Form, Input } from 'antd'
import { useWrite } from '../../../platform/queries'
import { FormModal, ReasonModal } from '../../../ui/form-modal'
import { money, REFUND_WAY } from '../../../ui/format'
import { trackingRules } from '../../../ui/tracking-rules'
import { useAction } from '../../../ui/use-action'

type Parcel = { carrier: string; trackingNo: string }

const CARRIERS = ['顺丰速运', '京东物流', '中通快递', '圆通速递', '韵达快递', '邮政EMS']

/** Records the parcel of an order; the buyer is notified at once. */
export function SendModal({
  order: { id, orderNo, address, revision },
  onClose,
}: {
  order: ManagedShopOrder
  onClose: () => void
}) {
  const { doIt } = useAction()
  const send = useWrite(sendShopOrder, { changes: [shopOrderForOperator, shopOrdersForOperator] })
  const submit = async (parcel: Parcel) => {
    const run = () => send.mutateAsync({ params: { id }, body: { ...parcel, revision } })
    return (await doIt({ run, done: '已发货，买家已收到通知' })) !== undefined
  }
  return (
    <FormModal<Parcel>
      title={`发货：${orderNo}`}
      effect={`寄给 ${address.name} ${address.phone}，${address.region} ${address.detail}。发货后买家会收到单号，不能再自行取消。`}
      okText="确认发货"
      onSubmit={submit}
      onClose={onClose}
    >
      <ParcelFields />
    </FormModal>
  )
}

function ParcelFields() {
  return (
    <>
      <Form.Item
        name="carrier"
        label="快递公司"
        rules={[{ required: true, whitespace: true, message: '请填写快递公司' }]}
      >
        <AutoComplete options={CARRIERS.map((value) => ({ value }))}>
          <Input maxLength={20} autoFocus />
        </AutoComplete>
      </Form.Item>
      <Form.Item name="trackingNo" label="快递单号" rules={trackingRules}>
        <Input maxLength={40} />
      </Form.Item>
    </>
  )
}

/** Corrects the parcel of an order that is on its way; the buyer is notified at once. */
export function CorrectModal({ order, onClose }: { order: ManagedShopOrder; onClose: () => void }) {
  const { id, orderNo, carrier, trackingNo, revision } = order
  const { doIt } = useAction()
  const correct = useWrite(correctShopParcel, { changes: [shopOrderForOperator, shopOrdersForOperator] })
  const submit = async (parcel: Parcel) => {
    const run = () => correct.mutateAsync({ params: { id }, body: { ...parcel, revision } })
    return (await doIt({ run, done: '已更正，买家已收到新的单号' })) !== undefined
  }
  return (
    <FormModal<Parcel>
      title={`更正快递：${orderNo}`}
      effect="买家会收到新的单号。原来的单号留在运营操作里。收货后不能再改。"
      okText="更正"
      initialValues={{ carrier, trackingNo }}
      onSubmit={submit}
      onClose={onClose}
    >
      <ParcelFields />
    </FormModal>
  )
}

type Typed = { answer?: string; restocks: boolean }
type DecideRefundModalProps = { order: ManagedShopOrder; agrees: boolean; onClose: () => void }

/** Decides a refund; the amount is shown, and the buyer reads the answer. */
export function DecideRefundModal({ order, agrees, onClose }: DecideRefundModalProps) {
  const { id, orderNo, totalFen, revision } = order
  const { doIt } = useAction()
  const decide = useWrite(decideShopRefund, { changes: [shopOrderForOperator, shopOrdersForOperator] })
  const submit = async ({ answer = '', restocks }: Typed) => {
    const body = { agrees, answer: answer.trim(), revision, ...(agrees && { restocks }) }
    const done = agrees ? `已退款 ${money(totalFen)}` : '已拒绝退款申请'
    return (await doIt({ run: () => decide.mutateAsync({ params: { id }, body }), done })) !== undefined
  }
  return (
    <FormModal<Typed>
      title={agrees ? `同意退款：${orderNo}` : `拒绝退款：${orderNo}`}
      effect={
        agrees
          ? `${money(totalFen)} 全额退回买家：${REFUND_WAY}。不能撤回。`
          : '订单保持不变，买家会收到答复；退货期内可以再次申请。'
      }
      okText={agrees ? `退款 ${money(totalFen)}` : '拒绝申请'}
      isDangerous
      initialValues={{ restocks: false }}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item
        name="answer"
        label={agrees ? '答复（选填）' : '答复'}
        rules={agrees ? [] : [{ required: true, whitespace: true, message: '请填写拒绝的理由' }]}
      >
        <Input.TextArea rows={3} maxLength={100} showCount autoFocus />
      </Form.Item>
      {agrees && (
        <Form.Item name="restocks" valuePropName="checked">
          <Checkbox>商品已退回，重新入库</Checkbox>
        </Form.Item>
      )}
    </FormModal>
  )
}

/** Cancels an order that is not sent, with its refund; the buyer reads the reason. */
export function CancelModal({ order, onClose }: { order: ManagedShopOrder; onClose: () => void }) {
  const { id, orderNo, totalFen, revision } = order
  const { doIt } = useAction()
  const cancel = useWrite(cancelUnsentShopOrder, { changes: [shopOrderForOperator, shopOrdersForOperator] })
  return (
    <ReasonModal
      title={`取消订单：${orderNo}`}
      effect={`${money(totalFen)} 全额退回买家：${REFUND_WAY}，商品放回库存。买家会看到原因。不能撤回。`}
      okText={`取消并退款 ${money(totalFen)}`}
      isDangerous
      maxLength={100}
      onOk={async (reason) => {
        const run = () => cancel.mutateAsync({ params: { id }, body: { reason, revision } })
        return (await doIt({ run, done: `已取消订单，退款 ${money(totalFen)}` })) !== undefined
      }}
      onClose={onClose}
    />
  )
}
