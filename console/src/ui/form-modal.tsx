import { Form, Input, Modal } from 'antd'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useGivingUp, useUnsaved } from './unsaved'

type FormModalProps<Values extends object> = {
  title: string
  /** What sending it changes, and who is notified. */
  effect?: ReactNode
  okText: string
  isDangerous?: boolean
  initialValues?: Partial<Values>
  /** Resolves after the server's answer to whether the form is done. The input stays after a refusal. */
  onSubmit: (values: Values) => Promise<boolean>
  onClose: () => void
  /** Only sending it closes the window. */
  isForced?: boolean
  /** Called at the first input. */
  onTyped?: () => void
  width?: number
  /** The fields; without them it is only a question. */
  children?: ReactNode
}

/**
 * A form in a window. Enter sends it, once however often it is pressed; Escape closes it. A press next to the window
 * does nothing, and closing with unsaved input asks first.
 */
export function FormModal<Values extends object>({
  title,
  effect,
  okText,
  isDangerous = false,
  initialValues,
  onSubmit,
  onClose,
  isForced = false,
  onTyped,
  width = 520,
  children,
}: FormModalProps<Values>) {
  const id = useId()
  const askToGiveUp = useGivingUp()
  const [form] = Form.useForm<Values>()
  const [isBusy, setIsBusy] = useState(false)
  const isSending = useRef(false)
  useUnsaved(() => !isSending.current && form.isFieldsTouched())
  const submit = async (values: Values) => {
    // Two presses can arrive before the button is drawn as busy.
    if (isSending.current) return
    isSending.current = true
    setIsBusy(true)
    try {
      if (await onSubmit(values)) onClose()
    } finally {
      isSending.current = false
      setIsBusy(false)
    }
  }
  const leave = () => {
    if (!form.isFieldsTouched()) return onClose()
    askToGiveUp({ onGiveUp: onClose })
  }
  return (
    <Modal
      open
      title={title}
      width={width}
      okText={okText}
      // The button belongs to the form, so that Enter in a field and the button do the same.
      okButtonProps={{
        htmlType: 'submit',
        form: id,
        loading: isBusy,
        danger: isDangerous,
        autoFocus: children === undefined,
      }}
      cancelText="不了"
      mask={{ closable: children === undefined && !isForced }}
      {...(isForced && { closable: false, keyboard: false, cancelButtonProps: { hidden: true } })}
      onCancel={leave}
    >
      {effect && <p>{effect}</p>}
      <Form<Values>
        id={id}
        form={form}
        layout="vertical"
        requiredMark={false}
        scrollToFirstError
        onFinish={submit}
        {...(onTyped && { onValuesChange: onTyped })}
        {...(initialValues && { initialValues: initialValues as Values })}
      >
        {children}
      </Form>
    </Modal>
  )
}

type ReasonFieldProps = {
  /** Who reads the reason besides the staff, as the label says it. */
  readBy?: string
  isOptional?: boolean
  maxLength?: number
  autoFocus?: boolean
}

/** The reason of an action, as a field of a form. */
export function ReasonField({ readBy, isOptional = false, maxLength = 200, autoFocus = false }: ReasonFieldProps) {
  const note = isOptional ? '选填' : readBy && `${readBy}会看到`
  return (
    <Form.Item
      name="reason"
      label={note ? `原因（${note}）` : '原因'}
      rules={isOptional ? [] : [{ required: true, whitespace: true, message: '请填写原因' }]}
    >
      <Input.TextArea rows={3} maxLength={maxLength} showCount autoFocus={autoFocus} />
    </Form.Item>
  )
}

type ReasonModalProps = Omit<ReasonFieldProps, 'autoFocus'> & {
  title: string
  /** The effect, and who can read the reason. */
  effect: string
  okText: string
  isDangerous?: boolean
  /** Resolves after the server's answer to whether the question is done. */
  onOk: (reason: string) => Promise<boolean>
  onClose: () => void
}

/** Asks for the reason of an action, and names its effect. The input stays after a refusal. */
export function ReasonModal({ title, effect, okText, isDangerous = false, onOk, onClose, ...field }: ReasonModalProps) {
  return (
    <FormModal<{ reason?: string }>
      title={title}
      effect={effect}
      okText={okText}
      isDangerous={isDangerous}
      onSubmit={({ reason = '' }) => onOk(reason.trim())}
      onClose={onClose}
    >
      <ReasonField {...field} autoFocus />
    </FormModal>
  )
}
