import { withoutTurns } from '@paidang/domain/kernel/name'
import { Input, Textarea, View } from '@tarojs/components'
import { useContext, useEffect, useId, useRef, useState } from 'react'
import { classNames } from './class-names'
import styles from './field.module.scss'
import { Icon, type IconName } from './icon'
import { IsOverPage } from './overlay-layer'
import { pressable, semantics } from './semantics'

type FieldProps = {
  label: string
  value: string
  onInput: (value: string) => void
  /** Called on blur, the moment of the first check. */
  onBlur?: () => void
  /** Called for Enter, or the keyboard's own button. */
  onConfirm?: () => void
  placeholder?: string
  icon?: IconName
  /** Hides the text behind dots and offers 显示. */
  password?: boolean
  /** `nickname` offers the WeChat nickname in the mini-program. */
  type?: 'text' | 'number' | 'digit' | 'nickname'
  /** The fault of the text, shown below the box. */
  error?: string
  disabled?: boolean
  maxLength?: number
  /** The browser's autofill name, as in username or current-password; web only. */
  autoComplete?: string
  confirmType?: 'done' | 'next' | 'search' | 'send' | 'go'
  /** Several lines. */
  multiline?: boolean
  /** An action on the text, at the end of the box. */
  tail?: { text: string; onPress: () => void; disabled?: boolean }
  /** The rule or the purpose, shown below the box without a fault. */
  hint?: string
}

type InputEvent = { detail: { value: string } }
type ReviewEvent = { detail: { pass: boolean; timeout: boolean } }

/** Space between the keyboard and the focused line, for the note below it. */
const CURSOR_SPACING_PX = 40

/**
 * How a phone makes room for its keyboard: the page moves up. A layer over the page ends above the keyboard by itself.
 */
function useKeyboardRoom() {
  return { cursorSpacing: CURSOR_SPACING_PX, adjustPosition: !useContext(IsOverPage) }
}

/** A name that WeChat could not check in time is accepted. */
const passes = ({ pass, timeout }: ReviewEvent['detail']) => pass || timeout

/**
 * A labelled field of a form. The caller checks on blur, and then on each change, and passes the message as `error`.
 */
export function Field(props: FieldProps) {
  const { label, value, onInput, onBlur, onConfirm, placeholder, icon, password, type = 'text', error } = props
  const { disabled, maxLength = -1, autoComplete, confirmType = 'done', multiline, hint, tail } = props
  const [focused, setFocused] = useState(false)
  const [shown, setShown] = useState(false)
  const noteId = useId()
  const labelId = useId()
  const room = useKeyboardRoom()
  const shared = {
    className: multiline ? styles.area : styles.input,
    placeholderClass: styles.placeholder,
    value,
    placeholder,
    disabled,
    ...room,
    maxlength: maxLength,
    onInput: ({ detail }: InputEvent) => onInput(password ? detail.value : withoutTurns(detail.value)),
    onFocus: () => setFocused(true),
    onBlur: (event: InputEvent) => {
      setFocused(false)
      // A nickname taken from WeChat triggers no input event.
      if (type === 'nickname' && event.detail.value !== value) onInput(event.detail.value)
      onBlur?.()
    },
    ...semantics({
      label,
      labelledBy: labelId,
      invalid: Boolean(error),
      describedBy: error || hint ? noteId : undefined,
    }),
  }
  return (
    <View className={styles.field}>
      <View className={styles.label} id={labelId}>
        {label}
      </View>
      <View
        className={classNames(
          styles.box,
          multiline && styles.tall,
          focused && styles.focused,
          error && styles.wrong,
          disabled && styles.disabled,
          tail && styles.tailed,
        )}
      >
        {icon && <Icon name={icon} className={styles.icon} />}
        {multiline ? (
          <Textarea {...shared} />
        ) : (
          <Input
            {...shared}
            {...{ autoComplete }}
            type={type}
            password={password && !shown}
            confirmType={confirmType}
            onConfirm={onConfirm}
            // WeChat empties a rejected name without an input event.
            {...(type === 'nickname' && {
              onNickNameReview: ({ detail }: ReviewEvent) => !passes(detail) && onInput(''),
            })}
          />
        )}
        {password && (
          <View
            className={styles.toggle}
            {...pressable({ onPress: () => setShown(!shown), label: shown ? '隐藏密码' : '显示密码', pressed: shown })}
          >
            {shown ? '隐藏' : '显示'}
          </View>
        )}
        {tail && (
          <View
            className={classNames(styles.tail, tail.disabled && styles.resting)}
            {...pressable({ onPress: tail.onPress, disabled: tail.disabled })}
          >
            {tail.text}
          </View>
        )}
      </View>
      {error ? (
        <View className={styles.error} id={noteId} {...semantics({ role: 'alert' })}>
          <Icon name="warning" size={14} />
          {error}
        </View>
      ) : (
        hint && (
          <View className={styles.hint} id={noteId}>
            {hint}
          </View>
        )
      )}
    </View>
  )
}

type SearchFieldProps = {
  value: string
  onInput: (value: string) => void
  onConfirm?: () => void
  /** Called with the text to search for: after a pause in typing, the end of a Chinese composition, or Enter. */
  onSettled?: (value: string) => void
  placeholder: string
  /** On a white card instead of the page's ground. */
  onCard?: boolean
  /** For a page with the search as its purpose: the field has the focus at once. */
  autoFocus?: boolean
}

/** A search field, 44 px high; the cross clears it. */
export function SearchField({
  value,
  onInput,
  onConfirm,
  onSettled,
  placeholder,
  onCard,
  autoFocus,
}: SearchFieldProps) {
  const { typed, settleNow, composition } = useSettling(onSettled)
  const change = (text: string) => {
    typed(text)
    onInput(text)
  }
  const room = useKeyboardRoom()
  return (
    <View className={classNames(styles.box, styles.search, !onCard && styles.onPage)}>
      <Icon name="search" size={18} className={styles.icon} />
      <Input
        className={styles.input}
        placeholderClass={styles.placeholder}
        value={value}
        placeholder={placeholder}
        confirmType="search"
        maxlength={50}
        focus={autoFocus}
        {...room}
        onInput={(event: InputEvent) => change(withoutTurns(event.detail.value))}
        onConfirm={() => {
          settleNow()
          onConfirm?.()
        }}
        {...composition}
        {...semantics({ role: 'searchbox', label: placeholder })}
      />
      {value !== '' && (
        <View
          className={styles.clear}
          {...pressable({
            label: '清空',
            onPress: () => {
              change('')
              settleNow()
            },
          })}
        >
          <Icon name="close" size={16} />
        </View>
      )}
    </View>
  )
}

/** How long (ms) typing must pause before the text counts. */
const TYPING_MS = 300

/** Passes a typed text on after a pause in typing, and never during a Chinese composition. */
function useSettling(onSettled: ((text: string) => void) | undefined) {
  const latest = useRef({ onSettled, text: '', isComposing: false })
  latest.current.onSettled = onSettled
  const timer = useRef<ReturnType<typeof setTimeout>>()
  useEffect(() => () => clearTimeout(timer.current), [])

  const settle = (afterMs: number) => {
    clearTimeout(timer.current)
    if (latest.current.isComposing) return
    timer.current = setTimeout(() => latest.current.onSettled?.(latest.current.text), afterMs)
  }
  return {
    /** To be called at each change of the text. */
    typed: (text: string) => {
      latest.current.text = text
      settle(TYPING_MS)
    },
    /** For Enter, or the clear button: without the pause. */
    settleNow: () => settle(0),
    /** Props for the element: the web reports compositions, the mini-program passes finished text. */
    composition: {
      onCompositionStart: () => {
        latest.current.isComposing = true
        clearTimeout(timer.current)
      },
      onCompositionEnd: () => {
        latest.current.isComposing = false
        settle(TYPING_MS)
      },
    },
  }
}
