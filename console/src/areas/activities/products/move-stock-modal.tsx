import {
  moveProductStock,
  movesOfProduct,
  productForOperator,
  productsForOperator,
} from '@paidang/api/areas/activities/admin-products'
import type { Product } from '@paidang/api/areas/activities/shop'
import { MAX_STOCK } from '@paidang/domain/areas/activities/shop/stock'
import { Form, Input, InputNumber } from 'antd'
import { useWrite } from '../../../platform/queries'
import { FormModal } from '../../../ui/form-modal'
import { useAction } from '../../../ui/use-action'

type Typed = { units: number; reason: string }
type MoveStockModalProps = { kind: 'DELIVERY' | 'ADJUST'; product: Product; onClose: () => void }

/** Books a delivery, or the difference after a count. It shows the new stock beforehand. */
export function MoveStockModal({ kind, product: { id, name, stock, revision }, onClose }: MoveStockModalProps) {
  const { doIt } = useAction()
  const move = useWrite(moveProductStock, { changes: [productForOperator, productsForOperator, movesOfProduct] })
  const isDelivery = kind === 'DELIVERY'
  const submit = async (typed: Typed) => {
    const run = () => move.mutateAsync({ params: { id }, body: { kind, ...typed, revision } })
    return (await doIt({ run, done: isDelivery ? '已入库' : '库存已更正' })) !== undefined
  }
  return (
    <FormModal<Typed>
      title={`${isDelivery ? '入库' : '盘点'}：${name}`}
      okText={isDelivery ? '入库' : '更正库存'}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item noStyle dependencies={['units']}>
        {({ getFieldValue }) => (
          <Form.Item
            name="units"
            label={isDelivery ? '入库数量（件）' : '增减数量（件，少了填负数）'}
            extra={`现有 ${stock} 件，操作后 ${stock + (getFieldValue('units') ?? 0)} 件`}
            rules={[
              { required: true, message: '请填写数量' },
              {
                validator: (_rule, typed: number | null) =>
                  typed === 0 ? Promise.reject(new Error('数量不能为 0')) : Promise.resolve(),
              },
            ]}
          >
            <InputNumber
              autoFocus
              precision={0}
              min={isDelivery ? 1 : -stock}
              max={MAX_STOCK - stock}
              style={{ width: 200 }}
            />
          </Form.Item>
        )}
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input maxLength={100} placeholder={isDelivery ? '如：供应商补货' : '如：盘点少 2 件、破损'} />
      </Form.Item>
    </FormModal>
  )
}
