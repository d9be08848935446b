import { setPassword } from '@paidang/api/areas/desks/accounts'
import { ApiError, type ErrorCode, errors } from '@paidang/api/catalogue/errors'
import { passwordFault, usernameFault } from '@paidang/domain/areas/people/auth/credentials'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { forgotPasswordPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { useFieldChecks } from '../../../../platform/use-field-checks'
import { Button } from '../../../../ui/button'
import { Field } from '../../../../ui/field'
import { Notice } from '../../../../ui/notice'
import { pressable } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { PASSWORD_HINT, PASSWORDS_DIFFER, USERNAME_HINT } from '../../auth/credential-labels'
import { passwordFailure } from '../../auth/log-in-failure'
import { type PasswordForm, useSetPassword } from '../account-data'
import styles from './sheet.module.scss'

/** The typed input for a first or another password. */
type PasswordDraft = { username: string; old: string; password: string; again: string }

/** A field that can have a fault. */
type PasswordField = keyof PasswordDraft

const EMPTY_PASSWORD: PasswordDraft = { username: '', old: '', password: '', again: '' }

/**
 * Which password is set.
 * - FIRST: the first one, which needs a user name.
 * - OWN: the user's own after a one-time password.
 * - OTHER: another one, confirmed by the old one.
 * - WECHAT: another one, confirmed by WeChat because the old one is forgotten.
 */
export type PasswordKind = 'FIRST' | 'OWN' | 'OTHER' | 'WECHAT'

/** The fault of each field. */
function passwordFaults(draft: PasswordDraft, kind: PasswordKind): Partial<Record<PasswordField, string>> {
  const faults: Partial<Record<PasswordField, string>> = {}
  const username = usernameFault(draft.username)
  const password = passwordFault(draft.password)
  if (kind === 'FIRST' && username) faults.username = errors[username].message
  if (kind === 'OTHER' && draft.old === '') faults.old = '请输入原密码'
  if (password) faults.password = errors[password].message
  if (draft.again !== draft.password) faults.again = PASSWORDS_DIFFER
  return faults
}

/** The draft as the server takes it. */
function passwordForm(draft: PasswordDraft, kind: PasswordKind): PasswordForm {
  const { username, old, password: newPassword } = draft
  if (kind === 'FIRST') return { username: username.trim(), newPassword }
  if (kind === 'WECHAT') return { byWechat: true, newPassword }
  return kind === 'OTHER' ? { oldPassword: old, newPassword } : { newPassword }
}

const FIELDS_OF_REFUSALS: Partial<Record<ErrorCode, PasswordField>> = {
  username_taken: 'username',
  username_invalid: 'username',
  username_missing: 'username',
  password_wrong: 'old',
  login_too_often: 'old',
  password_weak: 'password',
}

/** The field that a refusal of the server belongs to; undefined for a refusal about no field. */
function fieldOfPasswordRefusal(code: ErrorCode): PasswordField | undefined {
  return FIELDS_OF_REFUSALS[code]
}

type Props = {
  open: boolean
  kind: PasswordKind
  /**
   * Whether the WeChat of this phone may open the account. A forgotten password can then be replaced without the old
   * one.
   */
  canUseWechat: boolean
  onClose: () => void
}

type Refusal = { field: PasswordField | undefined; text: string }

const WORDS: Record<PasswordKind, { title: string; text: string; label: string }> = {
  FIRST: { title: '设置密码', text: '以后可以用用户名和密码在网页上登录同一个账号。', label: '密码' },
  OWN: { title: '设置新密码', text: '一次性密码已经用过，不能再登录。设置后，其他设备会退出登录。', label: '新密码' },
  OTHER: { title: '修改密码', text: '修改后，其他设备会退出登录。', label: '新密码' },
  WECHAT: {
    title: '设置新密码',
    text: '由微信确认是你本人，不需要原密码。设置后，其他设备会退出登录。',
    label: '新密码',
  },
}

/** 设置密码, 设置新密码 and 修改密码. */
export function PasswordSheet({ open, kind: input, canUseWechat, onClose }: Props) {
  const [isForgotten, setIsForgotten] = useState(false)
  const kind = isForgotten ? 'WECHAT' : input
  const [draft, setDraft] = useState(EMPTY_PASSWORD)
  const [refusal, setRefusal] = useState<Refusal>()
  const checks = useFieldChecks<PasswordField>()
  const save = useSetPassword()
  const faults = passwordFaults(draft, kind)
  const send = () => {
    checks.send()
    if (Object.keys(faults).length > 0) return
    setRefusal(undefined)
    save.act(passwordForm(draft, kind), { onDone: onClose, onRefused: (error) => setRefusal(refusalOf(error)) })
  }
  const field = (name: PasswordField) => ({
    value: draft[name],
    onInput: (text: string) => {
      setDraft((before) => ({ ...before, [name]: text }))
      if (refusal?.field === name) setRefusal(undefined)
    },
    onBlur: () => checks.leave(name),
    error: refusal?.field === name ? refusal.text : checks.shownFault(name, faults[name]),
  })
  const forget = () => {
    setRefusal(undefined)
    if (canUseWechat) setIsForgotten(true)
    else goTo(forgotPasswordPath())
  }
  const { title, text, label } = WORDS[kind]
  const secret = { icon: 'lock', password: true, maxLength: 128 } as const
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      foot={
        <>
          {refusal && refusal.field === undefined && (
            <Notice tone="bad" icon="warning">
              {refusal.text}
            </Notice>
          )}
          <Button full busy={save.isPending} onPress={send}>
            {title}
          </Button>
        </>
      }
    >
      <View className={styles.body}>
        <View className="mb-16 t-body muted">{text}</View>
        {kind === 'FIRST' && (
          <Field
            {...field('username')}
            label="用户名"
            icon="person"
            maxLength={32}
            autoComplete="username"
            hint={USERNAME_HINT}
          />
        )}
        {kind === 'OTHER' && (
          <>
            <Field {...field('old')} {...secret} label="原密码" autoComplete="current-password" />
            <View className={styles.forgot} {...pressable({ role: 'link', onPress: forget })}>
              忘记原密码
            </View>
          </>
        )}
        <Field {...field('password')} {...secret} label={label} autoComplete="new-password" hint={PASSWORD_HINT} />
        <Field {...field('again')} {...secret} label="再输一次" autoComplete="new-password" onConfirm={send} />
      </View>
    </Sheet>
  )
}

function refusalOf(error: Error): Refusal {
  const field = error instanceof ApiError ? fieldOfPasswordRefusal(error.code) : undefined
  return { field, text: passwordFailure(setPassword.outcome, error) }
}
