import { myClaims } from '@paidang/api/areas/activities/roster'
import { settlePhone } from '@paidang/api/areas/desks/accounts'
import { View } from '@tarojs/components'
import { useRef, useState } from 'react'
import { claimPath } from '../../../paths'
import { call } from '../../../platform/call'
import { goTo } from '../../../platform/navigate'
import { Button } from '../../../ui/button'
import { confirm } from '../../../ui/confirm'
import { Field } from '../../../ui/field'
import { Sheet } from '../../../ui/sheet'
import { WechatCover } from '../../../ui/wechat-cover'
import type { WechatAnswer } from '../../../ui/wechat-cover-types'
import { passwordFailure } from '../auth/log-in-failure'
import { type Claim, useSettlePhone, useTakePhone } from './account-data'
import styles from './parts/sheet.module.scss'

type Props = {
  /** The number is assigned, or a claim on it was postponed. */
  onDone?: () => void | Promise<void>
  full?: boolean
}

/** Opens 认领课时 if a club registered a student under the number. A failed read is no reason to stop: 我的 asks again. */
async function openWaitingClaims() {
  const groups = await call(myClaims, {}).catch(() => [])
  if (groups.some(({ students }) => students.some(({ state }) => state === 'WAITING'))) await goTo(claimPath())
}

/**
 * 绑定手机号 in the mini-program: WeChat reports the number. If another account claims it, its password is asked for.
 * A number under which a club registered a student leads on to 认领课时.
 */
export function BindPhone({ onDone, full }: Props) {
  const take = useTakePhone()
  const [claim, setClaim] = useState<Claim>()
  const end = async () => {
    await onDone?.()
    await openWaitingClaims()
  }
  const hear = (answer: WechatAnswer) => {
    // A user who refuses returns neither.
    if (!answer.code && !answer.encryptedData) return
    take.act(answer, { onDone: (claimed) => (claimed ? setClaim(claimed) : end()) })
  }
  return (
    <>
      <Button
        full={full}
        size={full ? 'l' : 'm'}
        busy={take.isPending}
        cover={<WechatCover ask="getPhoneNumber" onAnswer={hear} />}
      >
        绑定手机号
      </Button>
      <ClaimSheet claim={claim} onClose={() => setClaim(undefined)} onDone={end} />
    </>
  )
}

type ClaimProps = {
  /** The claim to settle; undefined closes the sheet. */
  claim: Claim | undefined
  onClose: () => void
  onDone: () => void
}

/**
 * Asks about a number that another account claims. With its password both accounts are merged. Without it, the caller
 * takes the number.
 */
function ClaimSheet({ claim, onClose, onDone }: ClaimProps) {
  // The text stays while the sheet closes.
  const last = useRef(claim)
  if (claim) last.current = claim
  const [password, setPassword] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const settle = useSettlePhone()
  const end = () => {
    onClose()
    onDone()
  }
  const onRefused = (error: Error) => setRefusal(passwordFailure(settlePhone.outcome, error))
  const merge = () => {
    setWasSent(true)
    if (claim && password !== '') settle.act({ ticket: claim.ticket, password }, { onDone: end, onRefused })
  }
  const take = async () => {
    const isSure = await confirm({
      title: '手机号归这个微信账号？',
      line: '那个网页账号不再能用手机号登录，里面的课程和余额不会转过来',
      confirmText: '归我使用',
    })
    if (isSure && claim) settle.act({ ticket: claim.ticket }, { onDone: end, onRefused })
  }
  const name = last.current?.username
  return (
    <Sheet
      open={claim !== undefined}
      onClose={onClose}
      title="这个手机号已有账号"
      foot={
        <>
          <Button full busy={settle.isPending} onPress={merge}>
            合并
          </Button>
          <Button kind="plain" full disabled={settle.isPending} onPress={take}>
            不是我的账号
          </Button>
        </>
      }
    >
      <View className={styles.body}>
        <View className="mb-16 t-body muted">
          {`该手机号已注册为网页账号${name ? ` ${name}` : ''}，请输入它的登录密码合并。合并后两边是同一个账号。`}
        </View>
        <Field
          label="网页账号的密码"
          icon="lock"
          password
          value={password}
          maxLength={128}
          autoComplete="current-password"
          confirmType="done"
          error={refusal ?? (wasSent && password === '' ? '请输入密码' : undefined)}
          onInput={(text) => {
            setPassword(text)
            setRefusal(undefined)
          }}
          onConfirm={merge}
        />
      </View>
    </Sheet>
  )
}
