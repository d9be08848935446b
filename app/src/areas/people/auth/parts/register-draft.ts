import type { ApiError, ErrorCode } from '@paidang/api/catalogue/errors'
import { passwordFault, usernameFault } from '@paidang/domain/areas/people/auth/credentials'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import { nicknameFault } from '../../profile/profile-draft'

/** The input of the registration form. */
export type RegisterDraft = { username: string; password: string; again: string; nickname: string; phone: string }

/** A field that can have a fault. */
export type RegisterField = keyof RegisterDraft

export const EMPTY_REGISTER: RegisterDraft = { username: '', password: '', again: '', nickname: '', phone: '' }

/** The fault of each field by the shared rules. The form itself reports passwords that differ. */
export function registerFaults(draft: RegisterDraft): Partial<Record<Exclude<RegisterField, 'again'>, ErrorCode>> {
  const faults: ReturnType<typeof registerFaults> = {}
  const username = usernameFault(draft.username)
  const password = passwordFault(draft.password)
  const nickname = nicknameFault(draft)
  const phone = plainPhone(draft.phone)
  if (username) faults.username = username
  if (password) faults.password = password
  if (nickname) faults.nickname = nickname
  if (phone !== '' && !isMobile(phone)) faults.phone = 'phone_invalid'
  return faults
}

/** The draft as the server takes it; the phone number only if one was typed. */
export function registerForm({ username, password, nickname, phone }: RegisterDraft) {
  const number = plainPhone(phone)
  return {
    username: username.trim(),
    password,
    nickname: nickname.trim(),
    ...(number !== '' && { phone: number }),
  }
}

const FIELDS_OF_REFUSALS: Partial<Record<ErrorCode, RegisterField>> = {
  username_taken: 'username',
  username_invalid: 'username',
  username_missing: 'username',
  password_weak: 'password',
  nickname_missing: 'nickname',
  nickname_hidden: 'nickname',
  nickname_official: 'nickname',
  phone_taken: 'phone',
  phone_invalid: 'phone',
}

/** The field that the server's refusal belongs to; undefined for a refusal about no field. */
export function fieldOfRefusal({ code }: ApiError): RegisterField | undefined {
  return FIELDS_OF_REFUSALS[code]
}
