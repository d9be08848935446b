import { Form, Modal } from 'antd'
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
      mask={{ closable: children === undefined }}
      onCancel={leave}
    >
      {effect && <p>{effect}</p>}
      <Form<Values>
        id={id}
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={submit}
        {...(onTyped && { onValuesChange: onTyped })}
        {...(initialValues && { initialValues: initialValues as Values })}
      >
        {children}
      </Form>
    </Modal>
  )
}
