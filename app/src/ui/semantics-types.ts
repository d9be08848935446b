/** The accessibility properties of an element. */
export type Semantics = {
  id?: string
  role?: string
  label?: string
  labelledBy?: string
  describedBy?: string
  hidden?: boolean
  checked?: boolean
  selected?: boolean
  pressed?: boolean
  expanded?: boolean
  disabled?: boolean
  busy?: boolean
  invalid?: boolean
  modal?: boolean
  current?: 'page' | 'step' | 'date'
  live?: 'polite' | 'assertive'
  level?: number
  popup?: 'dialog' | 'menu' | 'listbox'
  roleDescription?: string
  tabIndex?: 0 | -1
}

/** A control: its role, and the action of a press. */
export type Press = Semantics & { onPress?: () => void }
