import { Form, Input, Segmented } from 'antd'
import { FormModal } from '../../../ui/form-modal'
import type { ActionFormProps } from './job'
import { useShopAction } from './job-calls'
import { titleOfAction } from './job-labels'

type Way = 'CODE' | 'COURIER'
type Values = { way: Way; pickupCode?: string; trackingNo?: string; remark?: string }

const WAYS = [
  { value: 'COURIER', label: '快递寄回' },
  { value: 'CODE', label: '顾客自取' },
]

const WORDS = {
  handOver: {
    title: '交付球拍',
    effect: '交付后订单完成，顾客可以评价。不能撤销。',
    okText: '确认交付',
    done: '已交付，订单完成',
  },
  giveBack: {
    title: '退还球拍',
    effect: '订单已取消，球拍原样退还顾客，之后不再显示他的联系方式。不能撤销。',
    okText: '确认退还',
    done: '球拍已退还',
  },
}

/** Returns a racket, strung or not: whoever collects it gives a code, a courier has a tracking number. */
export function HandOverModal({ job, action, onClose }: ActionFormProps & { action: keyof typeof WORDS }) {
  const { title, effect, okText, done } = WORDS[action]
  const handOver = useShopAction(action, done)
  const isCourier = job.handIn === 'COURIER'
  return (
    <FormModal<Values>
      title={titleOfAction(title, job)}
      effect={effect}
      okText={okText}
      initialValues={{ way: isCourier ? 'COURIER' : 'CODE' }}
      onSubmit={async ({ way, pickupCode = '', trackingNo = '', remark }) => {
        const shown = way === 'CODE' ? { pickupCode: pickupCode.trim() } : { trackingNo: trackingNo.trim() }
        return (await handOver(job, { ...shown, ...(remark?.trim() && { remark: remark.trim() }) })) !== 'refused'
      }}
      onClose={onClose}
    >
      <Form.Item name="way" label="交付方式" hidden={!isCourier}>
        <Segmented options={WAYS} />
      </Form.Item>
      <Form.Item noStyle dependencies={['way']}>
        {({ getFieldValue }) =>
          getFieldValue('way') === 'COURIER' ? (
            <Form.Item
              name="trackingNo"
              label="快递单号"
              rules={[{ required: true, whitespace: true, message: '请填写快递单号' }]}
            >
              <Input maxLength={40} autoFocus />
            </Form.Item>
          ) : (
            <Form.Item
              name="pickupCode"
              label="取拍码（请顾客出示）"
              rules={[{ required: true, pattern: /^\s*\d{4}\s*$/, message: '请填写四位取拍码' }]}
            >
              <Input inputMode="numeric" autoComplete="off" maxLength={10} autoFocus />
            </Form.Item>
          )
        }
      </Form.Item>
      <Form.Item name="remark" label="备注（选填）">
        <Input maxLength={200} />
      </Form.Item>
    </FormModal>
  )
}
