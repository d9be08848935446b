import { adjustCard, getManagedCard, listCardAdjustments, type ManagedCard } from '@paidang/api/areas/money/admin-cards'
import { whyNotAdjust } from '@paidang/domain/areas/money/cards/adjustment'
import { Form, Input } from 'antd'
import { useWrite } from '../../../platform/queries'
import { FormModal, YuanInput } from '../../../ui/form-modal'
import { money } from '../../../ui/format'
import { useAction } from '../../../ui/use-action'

type Values = { principalChange: number | null; giftChange: number | null; reason: string }

const REFUSALS = { card_balance_too_low: '本金和赠送都不能调整到零以下', card_too_full: '储值卡余额最多 5,000 元' }

/** Requests a change of a card; no money moves before a senior approves. */
export function AdjustCardModal({
  managed: { card, revision },
  onClose,
}: {
  managed: ManagedCard
  onClose: () => void
}) {
  const adjust = useWrite(adjustCard, { changes: [listCardAdjustments, getManagedCard] })
  const { doIt } = useAction()
  const submit = async ({ principalChange, giftChange, reason }: Values) => {
    const body = { principalChange: principalChange ?? 0, giftChange: giftChange ?? 0, reason: reason.trim(), revision }
    const run = () => adjust.mutateAsync({ params: { id: card.id }, body })
    return (await doIt({ run, done: '已提交，等待运营主管审批' })) !== undefined
  }
  return (
    <FormModal<Values>
      title={`申请调整 ${card.cardNo}`}
      effect={`现有本金 ${money(card.principalFen)}，赠送 ${money(card.giftFen)}。另一位运营主管通过后才会变动，持卡人会收到通知。`}
      okText="提交审批"
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="principalChange" label="本金变动（元，扣减填负数）">
        <YuanInput isSigned placeholder="0" />
      </Form.Item>
      <Form.Item
        name="giftChange"
        label="赠送变动（元，扣减填负数）"
        dependencies={['principalChange']}
        rules={[
          ({ getFieldValue }) => ({
            validator: async (_rule, giftChange: number | null | undefined) => {
              const principalChange = (getFieldValue('principalChange') as number | null | undefined) ?? 0
              if (principalChange === 0 && !giftChange) throw new Error('请填写调整金额')
              const refusal = whyNotAdjust(card, { principalChange, giftChange: giftChange ?? 0 })
              if (refusal) throw new Error(REFUSALS[refusal])
            },
          }),
        ]}
      >
        <YuanInput isSigned placeholder="0" />
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
    </FormModal>
  )
}
