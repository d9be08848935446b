import {
  type ManagedShopOrder,
  sendShopOrder,
  shopOrderForOperator,
  shopOrdersForOperator,
} from '@paidang/api/areas/activities/shop-orders'
import { AutoComplete, Form, Input } from 'antd'
import { useWrite } from '../../../platform/queries'
import { FormModal } from '../../../ui/form-modal'
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
      <Form.Item
        name="carrier"
        label="快递公司"
        rules={[{ required: true, whitespace: true, message: '请填写快递公司' }]}
      >
        <AutoComplete options={CARRIERS.map((value) => ({ value }))}>
          <Input maxLength={20} autoFocus />
        </AutoComplete>
      </Form.Item>
      <Form.Item
        name="trackingNo"
        label="快递单号"
        rules={[{ required: true, whitespace: true, message: '请填写快递单号' }]}
      >
        <Input maxLength={40} />
      </Form.Item>
    </FormModal>
  )
}
