/** What can be said about a part of a screen to those who do not see it. */
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

/** A control: what it is, and what a press does. */
export type Press = Semantics & { onPress?: () => void }
