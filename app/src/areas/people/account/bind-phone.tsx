import { myClaims } from '@paidang/api/areas/activities/roster'
import { type Account, settlePhone, verifyPhone } from '@paidang/api/areas/desks/accounts'
import type { Claim } from '@paidang/api/areas/people/auth'
import { ApiError } from '@paidang/api/catalogue/errors'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { claimPath } from '../../../paths'
import { call } from '../../../platform/call'
import { fromHere, goTo } from '../../../platform/navigate'
import { HAS_WECHAT } from '../../../platform/wechat-code'
import { Button } from '../../../ui/button'
import { Field } from '../../../ui/field'
import { Sheet } from '../../../ui/sheet'
import { WechatCover } from '../../../ui/wechat-cover'
import type { WechatAnswer } from '../../../ui/wechat-cover-types'
import { useFeature } from '../../ground/features/features-data'
import { ClaimSheet } from '../auth/claim-sheet'
import { passwordFailure } from '../auth/log-in-failure'
import { PhoneProofFields, usePhoneProof } from '../auth/phone-code'
import { useAccount, useSettlePhone, useTakePhone, useVerifyPhone } from './account-data'
import styles from './parts/sheet.module.scss'

type Props = {
  /** The number is assigned, or a claim on it was postponed. */
  onDone?: () => void | Promise<void>
  full?: boolean
}

/** Opens 认领课时 if a club registered a student under the number. A failed read is no reason to stop: 我的 asks again. */
async function openWaitingClaims() {
  const goOn = fromHere()
  const groups = await call(myClaims, {}).catch(() => [])
  if (groups.some(({ students }) => students.some(({ state }) => state === 'WAITING')))
    await goOn(() => goTo(claimPath()))
}

const CLAIM_WORDS = {
  text: (name: string) => `该手机号已注册为网页账号${name}，请输入它的登录密码合并。合并后两边是同一个账号。`,
  label: '网页账号的密码',
  merge: '合并',
  question: {
    title: '手机号归这个微信账号？',
    line: '那个网页账号不再能用手机号登录，里面的课程和余额不会转过来',
  },
  failed: settlePhone.outcome,
}
const CLAIM_WORDS_ON_WEB = {
  ...CLAIM_WORDS,
  text: (name: string) =>
    `另一个账号${name} 登记了这个手机号，还没有验证过。是你的账号，请输入它的登录密码，改用它登录。现在的账号不变，里面的课程和余额不会转过去。`,
  label: '那个账号的密码',
  merge: '改用那个账号登录',
  question: {
    title: '手机号归这个账号？',
    line: '另一个账号不再能用手机号登录，里面的课程和余额不会转过来',
  },
}

/** Whether this screen can prove a number: by WeChat in the mini-program, by a code on the web. */
export function useCanProvePhone(): boolean {
  return useFeature(HAS_WECHAT ? 'wechat' : 'sms') === true
}

/**
 * 绑定手机号: in the mini-program WeChat reports the number, on the web a code proves it. If another account claims it,
 * its password is asked for. A number under which a club registered a student leads on to 认领课时.
 */
export function BindPhone({ onDone, full }: Props) {
  const [claim, setClaim] = useState<Claim>()
  const settle = useSettlePhone()
  const end = async () => {
    if (onDone) await onDone()
    await openWaitingClaims()
  }
  const Proof = HAS_WECHAT ? ByWechat : ByCode
  return (
    <>
      <Proof full={full} onClaimed={setClaim} onDone={end} />
      <ClaimSheet
        claim={claim}
        words={HAS_WECHAT ? CLAIM_WORDS : CLAIM_WORDS_ON_WEB}
        busy={settle.isPending}
        onSettle={settle.act}
        onClose={() => setClaim(undefined)}
        onDone={end}
      />
    </>
  )
}

type WayProps = { full: boolean | undefined; onClaimed: (claim: Claim) => void; onDone: () => void }

function ByWechat({ full, onClaimed, onDone }: WayProps) {
  const take = useTakePhone()
  const hear = (answer: WechatAnswer) => {
    // A user who refuses returns neither.
    if (!answer.code && !answer.encryptedData) return
    take.act(answer, { onDone: (claimed) => (claimed ? onClaimed(claimed) : onDone()) })
  }
  return (
    <Button
      full={full}
      size={full ? 'l' : 'm'}
      busy={take.isPending}
      cover={<WechatCover ask="getPhoneNumber" onAnswer={hear} />}
    >
      绑定手机号
    </Button>
  )
}

function ByCode({ full, onClaimed, onDone }: WayProps) {
  const { data: account } = useAccount()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        full={full}
        size={full ? 'l' : 'm'}
        kind={full ? 'filled' : 'ghost'}
        disabled={!account}
        onPress={() => setOpen(true)}
      >
        {account?.phone === null ? '绑定手机号' : '验证手机号'}
      </Button>
      {account && (
        <ProofSheet
          account={account}
          open={open}
          onClose={() => setOpen(false)}
          onClaimed={onClaimed}
          onDone={onDone}
        />
      )}
    </>
  )
}

type ProofProps = {
  account: Account
  /** undefined closes the sheet. */
  open: boolean
  onClose: () => void
  onClaimed: (claim: Claim) => void
  onDone: () => void
}

/**
 * A code that is sent to the number proves it. A number other than the one of the account needs its password, since it
 * opens the account from then on.
 */
function ProofSheet({ account, open, onClose, onClaimed, onDone }: ProofProps) {
  const proof = usePhoneProof()
  const verify = useVerifyPhone()
  const [password, setPassword] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const isOther = proof.number !== '' && maskedNumber(proof.number) !== account.phone
  const needsPassword = account.username !== null && isOther
  const send = () => {
    const proved = proof.check()
    if (!proved || verify.isPending) return
    if (needsPassword && password === '') return setRefusal('请输入密码')
    verify.act(
      { ...proved, ...(password !== '' && { password }) },
      {
        onDone({ claimed }) {
          onClose()
          if (claimed) onClaimed(claimed)
          else onDone()
        },
        onRefused(error) {
          const isOfPassword =
            error instanceof ApiError && ['password_incorrect', 'login_too_often'].includes(error.code)
          if (isOfPassword) setRefusal(passwordFailure(verifyPhone.outcome, error))
          else proof.refuse(error, verifyPhone.outcome, 'phone')
        },
      },
    )
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={account.phone === null ? '绑定手机号' : '验证手机号'}
      foot={
        <Button full busy={verify.isPending} onPress={send}>
          确定
        </Button>
      }
    >
      <View className={styles.body}>
        <View className="mb-16 t-body muted">
          {account.phone === null
            ? '教练凭手机号找到你；以后也可以用它登录和找回密码。'
            : `账号里登记的是 ${account.phone}。验证后可以认领课时、接受教练的邀请，也可以用它登录。`}
        </View>
        <PhoneProofFields proof={proof} onConfirm={send} />
        {needsPassword && (
          <Field
            label="登录密码"
            icon="lock"
            password
            value={password}
            maxLength={128}
            autoComplete="current-password"
            hint="换成这个手机号，需要确认是你本人"
            error={refusal}
            onInput={(text) => {
              setPassword(text)
              setRefusal(undefined)
            }}
            onConfirm={send}
          />
        )}
      </View>
    </Sheet>
  )
}

/** A number as the account shows it. */
const maskedNumber = (phone: string) => `${phone.slice(0, 3)}****${phone.slice(-4)}`
