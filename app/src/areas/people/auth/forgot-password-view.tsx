import { requestPassword, resetPassword } from '@paidang/api/areas/desks/accounts'
import { ApiError, type ErrorCode, errors } from '@paidang/api/catalogue/errors'
import { passwordFault } from '@paidang/domain/areas/people/auth/credentials'
import { PASSWORD_REQUEST_DAYS, passwordRequestFaults } from '@paidang/domain/areas/people/auth/password-request'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { loginPath } from '../../../platform/environment'
import { replaceWith } from '../../../platform/navigate'
import { failureText } from '../../../platform/toast'
import { useUnsaved } from '../../../platform/unsaved'
import { useFieldChecks } from '../../../platform/use-field-checks'
import { HAS_WECHAT } from '../../../platform/wechat-code'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { confirmLeave } from '../../../ui/confirm'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { semantics } from '../../../ui/semantics'
import { useFeature } from '../../ground/features/features-data'
import { PASSWORD_HINT } from './credential-labels'
import { FormFailure } from './log-in-frame'
import { PhoneProofFields, usePhoneProof } from './phone-code'
import { useRequestPassword, useResetPassword } from './session-data'

const EMPTY = { account: '', contact: '', proof: '' }
type RequestField = keyof typeof EMPTY

const FIELDS_OF_REFUSALS: Partial<Record<ErrorCode, RequestField>> = {
  request_account_missing: 'account',
  request_contact_missing: 'contact',
  request_proof_missing: 'proof',
}

const STEPS = [
  ...(HAS_WECHAT ? ['返回登录，选择微信一键登录'] : ['在微信里打开「拍档」小程序，用微信登录']),
  '进入「我的」-「账号与安全」-「修改密码」',
  '选择「忘记原密码」，直接设置新密码',
]

/** 忘记密码: by WeChat if it is linked to the account, else by a request to the operators. */
export function ForgotPasswordView() {
  const [isSent, setIsSent] = useState(false)
  const hasWechat = useFeature('wechat')
  const sendsCodes = useFeature('sms') === true && !HAS_WECHAT
  return (
    <Page title="忘记密码">
      <CardStack>
        {sendsCodes && (
          <Card>
            <CardHead title="用验证过的手机号重设" />
            <ResetForm />
          </Card>
        )}
        {hasWechat && (
          <Card>
            <CardHead title="微信登录过，或手机号在微信里验证过" />
            <View className="col-8" {...semantics({ role: 'list' })}>
              {STEPS.map((step, index) => (
                <View key={step} {...semantics({ role: 'listitem' })}>
                  {`${index + 1}. ${step}`}
                </View>
              ))}
            </View>
            <View className="mt-12 t-caption muted">不需要原密码；设置后，其他设备会退出登录。</View>
          </Card>
        )}
        <Card>
          <CardHead title={hasWechat || sendsCodes ? '其他情况，请客服核实' : '请客服核实'} />
          {isSent ? <Sent /> : <RequestForm onSent={() => setIsSent(true)} />}
        </Card>
        <Button kind="ghost" full onPress={() => replaceWith(loginPath())}>
          返回登录
        </Button>
      </CardStack>
    </Page>
  )
}

/** Sets another password by the code that was sent to the number of the account. */
function ResetForm() {
  const proof = usePhoneProof()
  const reset = useResetPassword()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string>()
  const send = () => {
    const proved = proof.check()
    const weak = passwordFault(password)
    if (weak) setFault(errors[weak].message)
    if (!proved || weak || reset.isPending) return
    void reset.act(
      { ...proved, newPassword: password },
      { onRefused: (error) => proof.refuse(error, resetPassword.outcome, 'phone') },
    )
  }
  return (
    <View>
      <PhoneProofFields proof={proof} onConfirm={send} />
      <Field
        label="新密码"
        icon="lock"
        password
        value={password}
        maxLength={128}
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        error={fault}
        onInput={(text) => {
          setPassword(text)
          setFault(undefined)
        }}
        onConfirm={send}
      />
      <Button full busy={reset.isPending} onPress={send}>
        设置新密码
      </Button>
      <View className="mt-8 t-caption muted">设置后直接登录，其他设备会退出登录</View>
    </View>
  )
}

function Sent() {
  return (
    <View {...semantics({ role: 'status' })}>
      <Notice tone="ok" icon="check">
        申请已提交。如果账号存在，客服会按你留的联系方式与你核实。
      </Notice>
      <View className="mt-12 t-caption muted">{`核实通过后，你会收到只能登录一次的密码，登录后请设置新密码。${PASSWORD_REQUEST_DAYS} 天内没有处理的申请会自动关闭，可以重新提交。`}</View>
    </View>
  )
}

/** The form of the request. Refused input stays, with the message at its field. */
function RequestForm({ onSent }: { onSent: () => void }) {
  const [draft, setDraft] = useState(EMPTY)
  const [refusal, setRefusal] = useState<{ field: RequestField | undefined; text: string }>()
  const checks = useFieldChecks<RequestField>()
  const ask = useRequestPassword()
  const endQuestion = useUnsaved(
    Object.values(draft).some((text) => text !== ''),
    confirmLeave,
  )
  const faults = passwordRequestFaults(draft)
  const send = () => {
    checks.send()
    if (Object.keys(faults).length > 0) return
    setRefusal(undefined)
    ask.act(draft, {
      onDone() {
        endQuestion()
        onSent()
      },
      onRefused: (error) => setRefusal(refusalOf(error)),
    })
  }
  const field = (name: RequestField) => ({
    value: draft[name],
    onInput: (text: string) => {
      setDraft((before) => ({ ...before, [name]: text }))
      if (refusal?.field === name) setRefusal(undefined)
    },
    onBlur: () => checks.leave(name),
    error: refusal?.field === name ? refusal.text : checks.told(name, faults[name]),
  })
  return (
    <View>
      <Field
        {...field('account')}
        label="账号"
        icon="person"
        placeholder="用户名或手机号"
        maxLength={64}
        autoComplete="username"
      />
      <Field
        {...field('contact')}
        label="联系方式"
        icon="phone"
        placeholder="手机号、微信号或邮箱"
        maxLength={100}
        hint="客服用它与你核实"
      />
      <Field
        {...field('proof')}
        label="怎样证明是你的账号"
        multiline
        placeholder="例如最近约过的教练和时间、储值卡余额、注册时间。不要填写密码"
        maxLength={500}
      />
      {refusal && refusal.field === undefined && <FormFailure>{refusal.text}</FormFailure>}
      <Button full busy={ask.isPending} onPress={send}>
        提交申请
      </Button>
    </View>
  )
}

function refusalOf(error: unknown) {
  const field = error instanceof ApiError ? FIELDS_OF_REFUSALS[error.code] : undefined
  return { field, text: failureText(requestPassword.outcome, error) }
}
