import { Form, Input } from 'antd'
import { FormModal } from './form-modal'

type ReasonModalProps = {
  title: string
  /** The effect, and who can read the reason. */
  effect: string
  okText: string
  isDangerous?: boolean
  /** Whether the reason is optional. */
  isOptional?: boolean
  maxLength?: number
  /** Resolves after the server's answer to whether the question is done. */
  onOk: (reason: string) => Promise<boolean>
  onClose: () => void
}

/** Asks for the reason of an action, and names its effect. The input stays after a refusal. */
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
