import { Checkbox, Flex } from 'antd'

type CheckBoxesProps<T> = {
  options: readonly { value: T; label: string }[]
  /** The ticked ones. In a form, its field gives this and `onChange`. */
  value?: readonly T[]
  onChange?: (ticked: T[]) => void
  id?: string
  'aria-label'?: string
}

/**
 * Boxes of which several may be ticked; `onChange` gets them in the order of `options`. The library's own group does not
 * know its boxes in its first frames, and loses a click in them.
 */
export function CheckBoxes<T extends string | number>({ options, value = [], onChange, ...group }: CheckBoxesProps<T>) {
  return (
    <Flex gap={8} wrap role="group" {...group}>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          checked={value.includes(option.value)}
          onChange={({ target }) => {
            const isTicked = (one: T) => (one === option.value ? target.checked : value.includes(one))
            onChange?.(options.map((one) => one.value).filter(isTicked))
          }}
        >
          {option.label}
        </Checkbox>
      ))}
    </Flex>
  )
}
