import { Form, Modal } from 'antd'
import { type ReactNode, useId, useState } from 'react'

type FormModalProps<Values extends object> = {
  title: string
  /** What sending it changes, and who hears of it. */
  effect?: ReactNode
  okText: string
  isDangerous?: boolean
  initialValues?: Partial<Values>
  /** Resolves once the server answered: whether there is nothing left to do. What was typed stays after a refusal. */
  onSubmit: (values: Values) => Promise<boolean>
  onClose: () => void
  width?: number
  /** The fields; without them it is only a question. */
  children?: ReactNode
}

/** A form in a window: Enter sends it, Escape leaves it. */
export function FormModal<Values extends object>({
  title,
  effect,
  okText,
  isDangerous = false,
  initialValues,
  onSubmit,
  onClose,
  width = 520,
  children,
}: FormModalProps<Values>) {
  const id = useId()
  const [isBusy, setIsBusy] = useState(false)
  const submit = async (values: Values) => {
    setIsBusy(true)
    try {
      if (await onSubmit(values)) onClose()
    } finally {
      setIsBusy(false)
    }
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
      onCancel={onClose}
    >
      {effect && <p>{effect}</p>}
      <Form<Values>
        id={id}
        layout="vertical"
        requiredMark={false}
        onFinish={submit}
        {...(initialValues && { initialValues: initialValues as Values })}
      >
        {children}
      </Form>
    </Modal>
  )
}
