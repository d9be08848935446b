import type { setPassword } from '@paidang/api/areas/accounts'
import { type ErrorCode, errors } from '@paidang/api/catalogue/errors'
import type { Input } from '@paidang/api/endpoint'
import { passwordFault, usernameFault } from '@paidang/domain/areas/auth/credentials'
import { PASSWORDS_DIFFER } from '../../auth/credential-labels'

/** The typed input for a first or another password. */
export type PasswordDraft = { username: string; old: string; password: string; again: string }

/** A field that can have a fault. */
export type PasswordField = keyof PasswordDraft

export const EMPTY_PASSWORD: PasswordDraft = { username: '', old: '', password: '', again: '' }

/**
 * The body of a call that sets a password. `byWechat`: the WeChat of this phone confirms the identity of the caller.
 */
export type PasswordForm = Omit<Input<typeof setPassword>['body'], 'wechatCode'> & { byWechat?: boolean }

/**
 * Which password is set.
 * - FIRST: the first one, which needs a user name.
 * - OWN: the user's own after a one-time password.
 * - OTHER: another one, confirmed by the old one.
 * - WECHAT: another one, confirmed by WeChat because the old one is forgotten.
 */
export type PasswordKind = 'FIRST' | 'OWN' | 'OTHER' | 'WECHAT'

/** The fault of each field. */
export function passwordFaults(draft: PasswordDraft, kind: PasswordKind): Partial<Record<PasswordField, string>> {
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
export function passwordForm(draft: PasswordDraft, kind: PasswordKind): PasswordForm {
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
export function fieldOfPasswordRefusal(code: ErrorCode): PasswordField | undefined {
  return FIELDS_OF_REFUSALS[code]
}
