import { pressedKey } from '@paidang/domain/kernel/pressed-key'
import { View } from '@tarojs/components'
import {
  type CSSProperties,
  type KeyboardEvent,
  type TouchEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { guardBack } from '../platform/back-guard'
import { prefersReducedMotion } from '../platform/environment'
import { classNames } from './class-names'
import styles from './overlay.module.scss'
import { DRAG_ENOUGH_PX, LEAVE_MS, type OverlayProps, usePresence } from './overlay-layer'
import { semantics } from './semantics'

const FOCUSABLE = '[tabindex="0"], button, a[href], input, textarea'
const DESKTOP = '(min-width: 1024px)'
const MENU_WIDTH = 280
const GAP = 8

/**
 * A layer over the page with a scrim. Focus moves in and returns, Tab stays inside, Esc and the back button close it.
 */
export function Overlay({ open, onClose, kind, label, alert, children }: OverlayProps) {
  const presence = usePresence(open, prefersReducedMotion() ? 0 : LEAVE_MS)
  const box = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  close.current = onClose
  const [place, setPlace] = useState<CSSProperties>()

  useLayoutEffect(() => {
    if (open && kind === 'menu') setPlace(placeAt(document.activeElement, box.current))
  }, [open, kind])

  // After the commit: React itself restores the focus to the place before the commit.
  useEffect(() => {
    if (!open) return
    const opener = document.activeElement as HTMLElement | null
    // Focus starts at the first button of a dialog, which is the safe one. In a sheet it starts at the head.
    const first = kind === 'dialog' ? box.current?.querySelector<HTMLElement>(FOCUSABLE) : undefined
    const target = first ?? box.current
    target?.focus({ preventScroll: true })
    const unguard = guardBack(() => close.current())
    return () => {
      unguard()
      opener?.focus({ preventScroll: true })
    }
  }, [open, kind])

  if (!presence) return null
  return createPortal(
    <View className={classNames(styles.layer, styles[presence])} onClick={stay}>
      <View className={styles.scrim} onClick={onClose} />
      <View
        ref={box}
        className={classNames(styles.box, styles[kind])}
        style={place}
        {...semantics({ role: alert ? 'alertdialog' : 'dialog', modal: true, label, tabIndex: -1 })}
        {...dragDown(onClose)}
        {...{ onKeyDown: (event: KeyboardEvent<HTMLDivElement>) => onKey(event, onClose) }}
      >
        {children}
      </View>
    </View>,
    document.body,
  )
}

/** Props for the part of a sheet that can be dragged. */
export function useDragHandle(_onClose: () => void): Record<string, unknown> {
  return { 'data-drag': 'true' }
}

/** In React's tree the layer is inside the part that opened it. Presses here must not reach that part. */
function stay(event: { stopPropagation: () => void }) {
  event.stopPropagation()
}

function onKey(event: KeyboardEvent<HTMLDivElement>, onClose: () => void) {
  // Layers are nested in React's tree: a key belongs to the innermost one.
  event.stopPropagation()
  if (pressedKey(event.nativeEvent) === 'Escape') onClose()
  if (event.key !== 'Tab') return
  const inside = [...event.currentTarget.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const edge = event.shiftKey ? inside[0] : inside[inside.length - 1]
  const other = event.shiftKey ? inside[inside.length - 1] : inside[0]
  if (edge && document.activeElement !== edge && document.activeElement !== event.currentTarget) return
  event.preventDefault()
  other?.focus()
}

/** The sheet follows a finger that drags its head; released far enough down, it closes. */
function dragDown(onClose: () => void): Record<string, unknown> {
  let startY: number | undefined
  const distance = (event: TouchEvent) => Math.max(0, (event.changedTouches[0]?.clientY ?? 0) - (startY ?? 0))
  return {
    onTouchStart: (event: TouchEvent<HTMLElement>) => {
      const held = (event.target as HTMLElement).closest('[data-drag]')
      startY = held ? event.touches[0]?.clientY : undefined
    },
    onTouchMove: (event: TouchEvent<HTMLElement>) => {
      if (startY === undefined) return
      event.currentTarget.style.transform = `translateY(${distance(event)}px)`
    },
    onTouchEnd: (event: TouchEvent<HTMLElement>) => {
      if (startY === undefined) return
      event.currentTarget.style.transform = ''
      if (distance(event) > DRAG_ENOUGH_PX) onClose()
      startY = undefined
    },
  }
}

/** On a desktop a menu is placed at the button that opened it, inside the window. */
function placeAt(opener: Element | null, box: HTMLElement | null): CSSProperties | undefined {
  if (!opener || !box || opener === document.body || !matchMedia(DESKTOP).matches) return undefined
  const button = opener.getBoundingClientRect()
  const below = button.bottom + GAP
  const fits = below + box.offsetHeight <= window.innerHeight - GAP
  const left = button.left + MENU_WIDTH <= window.innerWidth - GAP ? button.left : button.right - MENU_WIDTH
  return {
    position: 'fixed',
    left: Math.max(GAP, left),
    top: fits ? below : Math.max(GAP, button.top - GAP - box.offsetHeight),
  }
}
