import type { KeyboardEvent, MouseEvent } from 'react'

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

/** The accessibility attributes of an element. */
export function semantics(words: Semantics): Record<string, unknown> {
  return {
    // Absent without an id, because it would remove an id that the element has.
    ...(words.id === undefined ? {} : { id: words.id }),
    role: words.role,
    'aria-label': words.label,
    'aria-labelledby': words.labelledBy,
    'aria-describedby': words.describedBy,
    'aria-hidden': words.hidden || undefined,
    'aria-checked': words.checked,
    'aria-selected': words.selected,
    'aria-pressed': words.pressed,
    'aria-expanded': words.expanded,
    'aria-disabled': words.disabled || undefined,
    'aria-busy': words.busy || undefined,
    'aria-invalid': words.invalid || undefined,
    'aria-modal': words.modal || undefined,
    'aria-current': words.current,
    'aria-live': words.live,
    'aria-level': words.level,
    'aria-haspopup': words.popup,
    'aria-roledescription': words.roleDescription,
    tabIndex: words.tabIndex,
  }
}

/**
 * Makes any element a control: role, tab order, press by finger, mouse, Enter and Space. A disabled or busy one stays
 * in the tab order so that its reason can be read. A press does nothing then.
 */
export function pressable({ onPress, role = 'button', ...words }: Press): Record<string, unknown> {
  const press = (event: MouseEvent | KeyboardEvent) => {
    event.stopPropagation()
    // A touch does not move the focus. A layer opened by this press must know where to return it.
    if (document.activeElement !== event.currentTarget)
      (event.currentTarget as HTMLElement).focus({ preventScroll: true })
    if (!words.disabled && !words.busy) onPress?.()
  }
  return {
    ...semantics({ role, tabIndex: 0, ...words }),
    onClick: press,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
      event.preventDefault()
      press(event)
    },
  }
}

type RovingGroup = { keys: readonly string[]; value: string; onChange: (key: string) => void; vertical?: boolean }

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Arrow keys, Home and End for a group with one chosen item (tabs, segments, dates). Choice and focus move together,
 * and only the chosen item is in the tab order. Spread it over the element that contains the items; the items need
 * `data-key`.
 */
export function roving({ keys, value, onChange }: RovingGroup): Record<string, unknown> {
  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const at = keys.indexOf(value)
      const to =
        event.key === 'Home' ? 0 : event.key === 'End' ? keys.length - 1 : at + (STEPS[event.key] ?? Number.NaN)
      const key = keys[(to + keys.length) % keys.length]
      if (key === undefined) return
      event.preventDefault()
      onChange(key)
      event.currentTarget.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus()
    },
  }
}
