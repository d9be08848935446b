import type { Press, Semantics } from './semantics.h5'

/** The accessibility attributes of an element that WeChat supports. */
export function semantics(words: Semantics): Record<string, unknown> {
  return given({
    id: words.id,
    'aria-role': words.role,
    'aria-label': words.label,
    'aria-hidden': words.hidden,
    'aria-checked': words.checked ?? words.pressed,
    'aria-selected': words.selected,
    'aria-disabled': words.disabled,
  })
}

/** Makes any element a control. A disabled or busy one does nothing. */
export function pressable({ onPress, role = 'button', ...words }: Press): Record<string, unknown> {
  return {
    ...semantics({ role, ...words }),
    onClick: (event: { stopPropagation: () => void }) => {
      event.stopPropagation()
      if (!words.disabled && !words.busy) onPress?.()
    },
  }
}

type RovingGroup = { keys: readonly string[]; value: string; onChange: (key: string) => void; vertical?: boolean }

/** Nothing: the mini-program has no keyboard. */
export function roving(_group: RovingGroup): Record<string, unknown> {
  return {}
}

/** Absent attributes must not cross the bridge as undefined. */
function given(attributes: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined))
}
