import { settlePhoneLogIn } from '@paidang/api/areas/people/auth'
import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { type ReactNode, useState } from 'react'
import { forgotPasswordPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Button } from '../../../ui/button'
import { ClaimSheet } from './claim-sheet'
import { logInFailure } from './log-in-failure'
import { ConsentLine, FormFailure, FormLink, LogInFrame } from './log-in-frame'
import styles from './log-in-view.module.scss'
import { PhoneProofFields, usePhoneProof } from './phone-code'
import { usePhoneLogIn, useSettlePhoneLogIn } from './session-data'

const CLAIM_WORDS = {
  text: (name: string) =>
    `账号${name} 登记了这个手机号，还没有验证过。是你的账号，请输入它的登录密码；不是，就用这个手机号新建账号。`,
  label: '那个账号的密码',
  merge: '登录这个账号',
  question: {
    title: '用这个手机号新建账号？',
    line: '原来的账号不再能用手机号登录，里面的课程和余额不会转过来',
  },
  failed: settlePhoneLogIn.outcome,
}

/** Log-in on the web by phone and code, for new and old accounts alike. `children` stand below the form. */
export function PhoneLogIn({ onPassword, children }: { onPassword: () => void; children: ReactNode }) {
  const proof = usePhoneProof()
  const logIn = usePhoneLogIn()
  const settle = useSettlePhoneLogIn()
  const [agreed, setAgreed] = useState(false)
  const [shakes, setShakes] = useState(0)
  const [failure, setFailure] = useState<string>()
  const claimed = logIn.answer?.claimed ?? undefined
  const submit = () => {
    const proved = proof.check()
    if (!agreed) setShakes(shakes + 1)
    if (!agreed || !proved || logIn.isPending) return
    setFailure(undefined)
    void logIn.act(proved, {
      onRefused(error) {
        const isOfAccount = error instanceof ApiError && error.code === 'account_suspended'
        if (isOfAccount) setFailure(logInFailure(outcomes.logIn, error).text)
        else proof.refuse(error, outcomes.logIn)
      },
    })
  }
  return (
    <LogInFrame title="登录">
      <PhoneProofFields proof={proof} onConfirm={submit} />
      <ConsentLine agreed={agreed} onChange={setAgreed} shakes={shakes} missing={shakes > 0 && !agreed} />
      {failure && <FormFailure>{failure}</FormFailure>}
      <Button full busy={logIn.isPending} onPress={submit}>
        登录
      </Button>
      <View className="mt-8 t-caption muted">没有账号的手机号，验证后自动注册</View>
      <View className={styles.links}>
        <FormLink text="用户名密码登录" onPress={onPassword} />
        <FormLink text="忘记密码" onPress={() => goTo(forgotPasswordPath())} />
      </View>
      {children}
      <ClaimSheet
        claim={claimed}
        words={CLAIM_WORDS}
        busy={settle.isPending}
        onSettle={settle.act}
        onClose={logIn.forget}
        onDone={() => undefined}
      />
    </LogInFrame>
  )
}
