import { registerAccount } from '@paidang/api/areas/desks/accounts'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MAX_TYPED_PHONE } from '@paidang/domain/kernel/phone'
import { useState } from 'react'
import { registPath } from '../../../paths'
import { loginPath } from '../../../platform/environment'
import { replaceWith } from '../../../platform/navigate'
import { failureText } from '../../../platform/toast'
import { useUnsaved } from '../../../platform/unsaved'
import { useFieldChecks } from '../../../platform/use-field-checks'
import { Button } from '../../../ui/button'
import { confirmLeave } from '../../../ui/confirm'
import { Field } from '../../../ui/field'
import { MAX_NICKNAME } from '../profile/profile-draft'
import { PASSWORD_HINT, PASSWORDS_DIFFER, USERNAME_HINT } from './credential-labels'
import { ConsentLine, FormFailure, FormLink, LogInFrame } from './log-in-frame'
import {
  EMPTY_REGISTER,
  fieldOfRefusal,
  type RegisterField,
  registerFaults,
  registerForm,
} from './parts/register-draft'
import { useRegisterAccount } from './session-data'

/** The refusal of the server: at a field until it is changed, or for the whole form. */
type Refusal = { field: RegisterField | undefined; text: string }

/** 注册: a new account on the web. Refused input stays, with the message at its field. */
export function RegisterView() {
  const [draft, setDraft] = useState(EMPTY_REGISTER)
  const [refusal, setRefusal] = useState<Refusal>()
  const [agreed, setAgreed] = useState(false)
  const [shakes, setShakes] = useState(0)
  const [isDone, setIsDone] = useState(false)
  const checks = useFieldChecks<RegisterField>()
  const register = useRegisterAccount()
  const isTyped = Object.values(draft).some((text) => text !== '')
  const endQuestion = useUnsaved(isTyped && !isDone, confirmLeave)

  const faults = registerFaults(draft)
  const isDifferent = draft.again !== draft.password
  const send = () => {
    checks.send()
    if (!agreed) setShakes(shakes + 1)
    if (!agreed || isDone || isDifferent || Object.keys(faults).length > 0) return
    setRefusal(undefined)
    register.act(registerForm(draft), {
      onDone() {
        setIsDone(true)
        endQuestion()
        replaceWith(registPath('player'))
      },
      onRefused: (error) => setRefusal(refusalOf(error)),
    })
  }
  const field = (name: RegisterField) => ({
    value: draft[name],
    onInput: (text: string) => {
      setDraft((before) => ({ ...before, [name]: text }))
      if (refusal?.field === name) setRefusal(undefined)
    },
    onBlur: () => checks.leave(name),
    error: refusal?.field === name ? refusal.text : name === 'again' ? undefined : checks.told(name, faults[name]),
  })
  const again = field('again')

  return (
    <LogInFrame title="注册">
      <Field
        {...field('username')}
        label="用户名"
        icon="person"
        maxLength={32}
        autoComplete="username"
        hint={USERNAME_HINT}
      />
      <Field
        {...field('password')}
        label="密码"
        icon="lock"
        password
        maxLength={128}
        autoComplete="new-password"
        hint={PASSWORD_HINT}
      />
      <Field
        {...again}
        label="确认密码"
        icon="lock"
        password
        maxLength={128}
        autoComplete="new-password"
        error={isDifferent ? checks.shownFault('again', PASSWORDS_DIFFER) : undefined}
      />
      <Field
        {...field('nickname')}
        label="昵称"
        maxLength={MAX_NICKNAME}
        autoComplete="nickname"
        placeholder="球友怎么称呼你"
      />
      <Field
        {...field('phone')}
        label="手机号（选填）"
        icon="phone"
        type="number"
        maxLength={MAX_TYPED_PHONE}
        autoComplete="tel"
        hint="教练凭手机号添加学员，也可以用它登录"
      />
      <ConsentLine agreed={agreed} onChange={setAgreed} shakes={shakes} missing={shakes > 0 && !agreed} />
      {refusal && refusal.field === undefined && <FormFailure>{refusal.text}</FormFailure>}
      <Button full busy={register.isPending || isDone} onPress={send}>
        注册
      </Button>
      <FormLink text="已有账号，去登录" onPress={() => replaceWith(loginPath())} />
    </LogInFrame>
  )
}

function refusalOf(error: unknown): Refusal {
  const text = failureText(registerAccount.outcome, error)
  return { field: error instanceof ApiError ? fieldOfRefusal(error) : undefined, text }
}
