import { Form, Input } from 'antd'
import { FormModal } from './form-modal'

type ReasonModalProps = {
  title: string
  /** What happens, and to whom the reason is told. */
  effect: string
  okText: string
  isDangerous?: boolean
  /** Whether it goes without a reason. */
  isOptional?: boolean
  maxLength?: number
  /** Resolves once the server answered: whether the question is settled. */
  onOk: (reason: string) => Promise<boolean>
  onClose: () => void
}

/** Asks for the reason of a deed, and names its effect; what was typed stays after a refusal. */
export function ReasonModal({ isOptional = false, maxLength = 200, onOk, ...question }: ReasonModalProps) {
  return (
    <FormModal<{ reason?: string }> {...question} onSubmit={({ reason = '' }) => onOk(reason.trim())}>
      <Form.Item
        name="reason"
        label={isOptional ? '原因（选填）' : '原因'}
        rules={isOptional ? [] : [{ required: true, whitespace: true, message: '请填写原因' }]}
      >
        <Input.TextArea rows={3} maxLength={maxLength} showCount autoFocus />
      </Form.Item>
    </FormModal>
  )
}
