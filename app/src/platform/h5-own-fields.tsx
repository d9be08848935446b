import { pressedKey } from '@paidang/domain/kernel/pressed-key'
import { createElement, type ForwardedRef, forwardRef } from 'react'

type Props = Record<string, unknown>
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
function fieldProps(props: Props) {
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

function PlainInput(props: Props, ref: ForwardedRef<HTMLInputElement>) {
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

function PlainTextarea(props: Props, ref: ForwardedRef<HTMLTextAreaElement>) {
  const { autoHeight: _auto, showConfirmBar: _bar, disableDefaultPadding: _padding, ...rest } = props
  return createElement('textarea', { ...fieldProps(rest), ref })
}

export const Input = forwardRef(PlainInput)
export const Textarea = forwardRef(PlainTextarea)
