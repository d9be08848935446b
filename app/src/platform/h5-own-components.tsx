import { pressedKey } from '@paidang/domain/kernel/pressed-key'
import { createElement, type ForwardedRef, Fragment, forwardRef, type ReactNode, useEffect, useRef } from 'react'

type Props = Record<string, unknown> & { children?: ReactNode }
type Handler = (event: unknown) => void

const LONG_PRESS_MS = 350
const HOVER_STAY_MS = 90
/** The browser makes a click of a touch within this time, if at all. */
const CLICK_WITHIN_MS = 100

/**
 * The mini-program's view as a div. `hoverClass` is set on the element while a finger or the mouse button is down,
 * without a render. A long press fires after 350 ms without movement.
 */
function PlainView(props: Props, ref: ForwardedRef<HTMLDivElement>) {
  const { hoverClass, hoverStartTime: _start, hoverStayTime: _stay, hoverStopPropagation: _stop, ...rest } = props
  const { catchMove: _catch, onLongPress, ...div } = rest
  const timer = useRef<ReturnType<typeof setTimeout>>()
  const hover = typeof hoverClass === 'string' && hoverClass !== 'none' ? hoverClass : undefined
  if (!hover && typeof onLongPress !== 'function') return createElement('div', { ...div, ref })

  const pressed = (element: HTMLElement, on: boolean) => hover && element.classList.toggle(hover, on)
  const release = ({ currentTarget: element }: { currentTarget: HTMLElement }) => {
    clearTimeout(timer.current)
    setTimeout(() => pressed(element, false), HOVER_STAY_MS)
  }
  return createElement('div', {
    ...div,
    ref,
    onPointerDown: (event: { currentTarget: HTMLElement }) => {
      pressed(event.currentTarget, true)
      if (typeof onLongPress !== 'function') return
      timer.current = setTimeout(() => {
        swallowClick()
        ;(onLongPress as Handler)(event)
      }, LONG_PRESS_MS)
    },
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: release,
  })
}

/** As in the mini-program, no tap follows a long press, whatever is under the finger at its end. */
function swallowClick() {
  const stop = (event: Event) => event.stopPropagation()
  window.addEventListener('click', stop, { capture: true })
  const lifted = () => setTimeout(() => window.removeEventListener('click', stop, { capture: true }), CLICK_WITHIN_MS)
  window.addEventListener('pointerup', lifted, { capture: true, once: true })
  window.addEventListener('pointercancel', lifted, { capture: true, once: true })
}

function PlainText(props: Props, ref: ForwardedRef<HTMLSpanElement>) {
  const { selectable: _selectable, userSelect: _userSelect, space: _space, decode: _decode, ...span } = props
  return createElement('span', { ...span, ref })
}

/** The CSS `object-fit` for each mode of the mini-program. */
const FITS: Record<string, string> = { aspectFill: 'cover', aspectFit: 'contain', scaleToFill: 'fill' }

function PlainImage(props: Props, ref: ForwardedRef<HTMLImageElement>) {
  const { mode, lazyLoad, style, showMenuByLongpress: _menu, webp: _webp, fadeIn: _fade, ...image } = props
  const fit = FITS[String(mode ?? 'scaleToFill')]
  return createElement('img', {
    alt: '',
    draggable: false,
    ...image,
    ref,
    loading: lazyLoad ? 'lazy' : undefined,
    style: { ...(fit ? { objectFit: fit } : { height: 'auto' }), ...(style as object | undefined) },
  })
}

/** Uses the browser's own scrolling: no listener runs during it unless one is given. */
function PlainScrollView(props: Props, ref: ForwardedRef<HTMLDivElement>) {
  const { scrollX, scrollY, scrollIntoView, scrollWithAnimation, scrollTop, scrollLeft, style, ...rest } = props
  const { enhanced: _enhanced, bounces: _bounces, showScrollbar, enableFlex: _flex, ...div } = rest
  const own = useRef<HTMLDivElement | null>(null)
  const behavior: ScrollBehavior = scrollWithAnimation ? 'smooth' : 'auto'

  useEffect(() => {
    if (typeof scrollIntoView !== 'string' || !scrollIntoView) return
    const target = own.current?.querySelector<HTMLElement>(`[id="${scrollIntoView}"]`)
    const box = own.current
    if (!target || !box) return
    // The element's own scrollIntoView would also move the page.
    const [from, to] = [box.getBoundingClientRect(), target.getBoundingClientRect()]
    box.scrollTo({
      behavior,
      left: scrollX ? box.scrollLeft + to.left - from.left - (from.width - to.width) / 2 : undefined,
      top: scrollY ? box.scrollTop + to.top - from.top : undefined,
    })
  }, [scrollIntoView, scrollX, scrollY, behavior])

  useEffect(() => {
    if (typeof scrollTop === 'number') own.current?.scrollTo({ top: scrollTop, behavior })
  }, [scrollTop, behavior])
  useEffect(() => {
    if (typeof scrollLeft === 'number') own.current?.scrollTo({ left: scrollLeft, behavior })
  }, [scrollLeft, behavior])

  return createElement('div', {
    ...div,
    ref: (element: HTMLDivElement | null) => {
      own.current = element
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    },
    style: {
      overflowX: scrollX ? 'auto' : 'hidden',
      overflowY: scrollY ? 'auto' : 'hidden',
      scrollbarWidth: showScrollbar === false ? 'none' : undefined,
      ...(style as object | undefined),
    },
  })
}

/** Marks a part that the mini-program updates separately; on the web it has no effect. */
export function CustomWrapper({ children }: Props) {
  return createElement(Fragment, null, children)
}

export const View = forwardRef(PlainView)
export const Text = forwardRef(PlainText)
export const Image = forwardRef(PlainImage)
export const ScrollView = forwardRef(PlainScrollView)

type FieldProps = Record<string, unknown>
type Field = HTMLInputElement | HTMLTextAreaElement
type FieldEvent = { currentTarget: Field; nativeEvent: KeyboardEvent }

/** The web's input type for each type of the mini-program, and the keyboard to show. */
const KINDS: Record<string, { type: string; inputMode?: string }> = {
  text: { type: 'text' },
  nickname: { type: 'text' },
  number: { type: 'text', inputMode: 'numeric' },
  digit: { type: 'text', inputMode: 'decimal' },
  idcard: { type: 'text' },
}

/** The mini-program passes the text as event.detail.value. */
function withDetail(handler: unknown) {
  if (typeof handler !== 'function') return undefined
  return (event: FieldEvent) => {
    const { value } = event.currentTarget
    Object.defineProperty(event, 'detail', { value: { value, cursor: value.length }, configurable: true })
    handler(event)
  }
}

/** Converts Taro's props to those of the element. Props that only the native field knows are dropped. */
function fieldProps(props: FieldProps) {
  const {
    placeholderClass: _class,
    placeholderStyle: _style,
    adjustPosition: _adjust,
    cursorSpacing: _space,
    onNickNameReview: _review,
    ...rest
  } = props
  const { onInput, onFocus, onBlur, focus, maxlength, confirmHold: _hold, cursor: _cursor, ...field } = rest
  return {
    ...field,
    autoFocus: Boolean(focus),
    maxLength: typeof maxlength === 'number' && maxlength >= 0 ? maxlength : undefined,
    // Without a handler the field would be controlled and ignore input.
    onChange: withDetail(onInput) ?? (() => undefined),
    onFocus: withDetail(onFocus),
    onBlur: withDetail(onBlur),
  }
}

function PlainInput(props: FieldProps, ref: ForwardedRef<HTMLInputElement>) {
  const { type, password, confirmType, onConfirm, alwaysEmbed: _embed, ...rest } = props
  const kind = KINDS[String(type ?? 'text')] ?? { type: 'text' }
  const confirm = withDetail(onConfirm)
  return createElement('input', {
    ...fieldProps(rest),
    ...kind,
    ...(password ? { type: 'password' } : {}),
    enterKeyHint: confirmType as string | undefined,
    ref,
    onKeyDown: (event: FieldEvent) => {
      if (pressedKey(event.nativeEvent) === 'Enter') confirm?.(event)
    },
  })
}

function PlainTextarea(props: FieldProps, ref: ForwardedRef<HTMLTextAreaElement>) {
  const { autoHeight: _auto, showConfirmBar: _bar, disableDefaultPadding: _padding, ...rest } = props
  return createElement('textarea', { ...fieldProps(rest), ref })
}

export const Input = forwardRef(PlainInput)
export const Textarea = forwardRef(PlainTextarea)
