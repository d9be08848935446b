import type { DemoAccount } from '@paidang/api/areas/people/auth'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { forgotPasswordPath, registerPath } from '../../../paths'
import { goTo, replaceWith } from '../../../platform/navigate'
import { HAS_WECHAT } from '../../../platform/wechat-code'
import { Button } from '../../../ui/button'
import { classNames } from '../../../ui/class-names'
import { Field } from '../../../ui/field'
import { Segmented } from '../../../ui/segmented'
import { pressable, semantics } from '../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton'
import { useFeatures } from '../../ground/features/features-data'
import type { Identity } from './identity'
import { logInFailure } from './log-in-failure'
import { ConsentLine, FormFailure, FormLink, LogInFrame } from './log-in-frame'
import styles from './log-in-view.module.scss'
import { PhoneLogIn } from './phone-log-in'
import { useDemoAccounts, useLogIn, useWechatLogIn } from './session-data'

const IDENTITIES = [
  { key: 'player', text: '我是球员' },
  { key: 'coach', text: '我是教练' },
] as const

/**
 * Log-in: on the web by phone and code where codes are sent, else with account and password. With `wechat` WeChat comes
 * first, and the account form opens with one press.
 */
export function LogInView({ wechat = false }: { wechat?: boolean }) {
  const features = useFeatures()
  const canWechat = wechat && HAS_WECHAT && features.data?.wechat !== false
  const [wantsWechat, setByWechat] = useState<boolean>(canWechat)
  const byWechat = wantsWechat && canWechat
  const sendsCodes = features.data?.sms === true && !HAS_WECHAT
  /** The user chose the account form. */
  const [wantsPassword, setByPassword] = useState(false)
  const [identity, setIdentity] = useState<Identity>('player')
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  /** 登录 was pressed. From then on empty fields are reported. */
  const [tried, setTried] = useState(false)
  const [agreed, setAgreed] = useState(false)
  const [shakes, setShakes] = useState(0)
  const logIn = useLogIn()
  const wechatLogIn = useWechatLogIn()

  const error = logIn.error ?? wechatLogIn.error
  const failure = error ? logInFailure(outcomes.logIn, error) : undefined
  const busy = logIn.isPending || wechatLogIn.isPending

  const forgetFailure = () => {
    logIn.forget()
    wechatLogIn.forget()
  }
  const hasConsent = () => {
    if (!agreed) setShakes(shakes + 1)
    return agreed
  }
  const submit = () => {
    if (busy) return
    setTried(true)
    const filled = username.trim() !== '' && password !== ''
    if (!hasConsent() || !filled) return
    forgetFailure()
    logIn.act({ username: username.trim(), password, identity })
  }
  const submitWechat = () => {
    if (busy || !hasConsent()) return
    forgetFailure()
    wechatLogIn.act(identity)
  }

  const demo = !IS_RELEASE && !byWechat && (
    <DemoAccounts
      chosen={username}
      onChoose={(account) => {
        setByPassword(true)
        setUsername(account.username)
        setPassword(account.password)
        forgetFailure()
      }}
    />
  )
  // One form does not take the place of another under the fingers of who types.
  if (!HAS_WECHAT && features.isPending)
    return (
      <LogInFrame title="登录">
        <SkeletonGroup>
          {['number', 'code', 'press'].map((name) => (
            <View key={name} className="mb-16">
              <Skeleton height={56} radius={12} />
            </View>
          ))}
        </SkeletonGroup>
      </LogInFrame>
    )
  if (sendsCodes && !wantsPassword) return <PhoneLogIn onPassword={() => setByPassword(true)}>{demo}</PhoneLogIn>
  return (
    <LogInFrame title="登录">
      <View className="mb-16">
        <Segmented items={IDENTITIES} value={identity} onChange={setIdentity} label="身份" />
      </View>
      {!byWechat && (
        <>
          <Field
            label="账号"
            icon="person"
            value={username}
            placeholder="用户名或手机号"
            maxLength={64}
            autoComplete="username"
            confirmType="next"
            error={tried && username.trim() === '' ? '请输入账号' : undefined}
            onInput={(value) => {
              setUsername(value)
              forgetFailure()
            }}
            onConfirm={submit}
          />
          <Field
            label="密码"
            icon="lock"
            password
            value={password}
            maxLength={128}
            autoComplete="current-password"
            confirmType="go"
            error={failure?.at === 'password' ? failure.text : tried && password === '' ? '请输入密码' : undefined}
            onInput={(value) => {
              setPassword(value)
              forgetFailure()
            }}
            onConfirm={submit}
          />
        </>
      )}
      <ConsentLine agreed={agreed} onChange={setAgreed} shakes={shakes} missing={shakes > 0 && !agreed} />
      {failure?.at === 'form' && <FormFailure>{failure.text}</FormFailure>}
      <View className="col-12">
        {byWechat ? (
          <Button full busy={wechatLogIn.isPending} onPress={submitWechat}>
            微信一键登录
          </Button>
        ) : (
          <Button full busy={logIn.isPending} onPress={submit}>
            登录
          </Button>
        )}
        {canWechat && (
          <Button
            kind="plain"
            full
            disabled={busy}
            onPress={() => {
              setByWechat(!byWechat)
              forgetFailure()
            }}
          >
            {byWechat ? '用账号登录' : '用微信登录'}
          </Button>
        )}
      </View>
      <View className={styles.links}>
        {!canWechat && <FormLink text="注册新账号" onPress={() => replaceWith(registerPath())} />}
        {!byWechat && <FormLink text="忘记密码" onPress={() => goTo(forgotPasswordPath())} />}
      </View>
      {sendsCodes && <FormLink text="手机号验证码登录" onPress={() => setByPassword(false)} />}
      {demo}
    </LogInFrame>
  )
}

type DemoProps = {
  /** Name of the account in the form. */
  chosen: string
  onChoose: (account: DemoAccount) => void
}

/**
 * The accounts of the demo world. One tap fills the form and leaves the consent unticked. Absent without a demo world.
 */
function DemoAccounts({ chosen, onChoose }: DemoProps) {
  // The log-in works without these: when they cannot be fetched, only the form is shown.
  const { data: accounts = [] } = useDemoAccounts()
  if (accounts.length === 0) return null
  return (
    <View className={styles.demo}>
      <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
        演示账号
      </View>
      <View className="t-caption muted">点一个填好账号和密码，勾选同意后再点登录</View>
      <View className={classNames(styles.accounts, 'mt-8')}>
        {accounts.map((account) => (
          <View
            key={account.username}
            className={classNames(styles.account, account.username === chosen && styles.chosen)}
            {...pressable({ onPress: () => onChoose(account), pressed: account.username === chosen })}
          >
            <View className={styles.username}>{account.username}</View>
            <View className={classNames(styles.who, 'muted')}>{account.who}</View>
          </View>
        ))}
      </View>
    </View>
  )
}
