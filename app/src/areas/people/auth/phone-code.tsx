import * as auth from '@paidang/api/areas/people/auth'
import { ApiError } from '@paidang/api/catalogue/errors'
import { plainCode } from '@paidang/domain/areas/people/auth/phone-code'
import { isMobile, MAX_TYPED_PHONE, plainPhone } from '@paidang/domain/kernel/phone'
import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { call } from '../../../platform/call'
import { failureText } from '../../../platform/toast'
import { useSecond } from '../../../platform/use-minute'
import { useWrite } from '../../../platform/write'
import { Button } from '../../../ui/button'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { pressable, semantics } from '../../../ui/semantics'
import { pauseMinutes } from './log-in-failure'
import styles from './phone-code.module.scss'

type Place = 'phone' | 'code' | 'picture'
type Fault = { at: Place; text: string }
type Picture = { ticket: string; picture: string }
type Asked = { number: string; nextAt: number; wasSent: boolean; shownCode: string | null }

const PLACES: Partial<Record<string, Place>> = {
  phone_code_wrong: 'code',
  phone_code_locked: 'code',
  picture_needed: 'picture',
  picture_wrong: 'picture',
}

/** What a person types to prove a number, and the code that is sent to it. */
export type PhoneProof = ReturnType<typeof usePhoneProof>

/** The number, its code and what hinders them. `check` reports what is missing, and answers what to send. */
export function usePhoneProof() {
  const [phone, setPhone] = useState('')
  const [code, setCode] = useState('')
  const [read, setRead] = useState('')
  const [picture, setPicture] = useState<Picture>()
  const [fault, setFault] = useState<Fault>()
  /** What is known of the number that a code was asked for. */
  const [asked, setAsked] = useState<Asked>()
  const sending = useWrite(auth.sendPhoneCode, {
    stale: [],
    isSilent: true,
    refused: () => undefined,
    input: (body: { phone: string; picture?: { ticket: string; text: string } }) => ({ body }),
  })
  const number = plainPhone(phone)
  // Another number has another code.
  const ofNumber = asked?.number === number ? asked : undefined

  const wait = (seconds: number) =>
    setAsked({ wasSent: false, shownCode: null, ...ofNumber, number, nextAt: Date.now() + seconds * 1000 })
  const showPicture = async () => {
    setRead('')
    setPicture(await call(auth.phoneCodePicture, {}).catch(() => undefined))
  }
  /** Shows a refusal where it belongs; `at` is the place of one that belongs nowhere. */
  const refuse = (error: unknown, outcome: { failed: string }, at: Place = 'code') => {
    const known = error instanceof ApiError ? error : undefined
    const text = failureText(outcome, error)
    const { seconds, triesLeft } = (known?.data ?? {}) as { seconds?: number; triesLeft?: number }
    if (seconds !== undefined) wait(seconds)
    const place = PLACES[known?.code ?? ''] ?? at
    if (place === 'picture') void showPicture()
    if (known?.code === 'phone_code_locked')
      setFault({ at: 'code', text: `验证码输错次数过多，请 ${pauseMinutes(known)} 分钟后再试` })
    else if (triesLeft !== undefined && triesLeft > 0)
      setFault({ at: place, text: `${text}，还可尝试 ${triesLeft} 次` })
    else setFault({ at: place, text })
  }
  const send = () => {
    if (sending.isPending) return
    if (!isMobile(number)) return setFault({ at: 'phone', text: '请输入正确的手机号' })
    if (picture && read.trim() === '') return setFault({ at: 'picture', text: '请先输入图中的字符' })
    setFault(undefined)
    const body = { phone: number, ...(picture && { picture: { ticket: picture.ticket, text: read.trim() } }) }
    void sending.act(body, {
      onDone({ seconds, shownCode: shown }) {
        setAsked({ number, nextAt: Date.now() + seconds * 1000, wasSent: true, shownCode: shown })
        setPicture(undefined)
        setRead('')
      },
      onRefused: (error) => refuse(error, auth.sendPhoneCode.outcome, 'phone'),
    })
  }
  const check = () => {
    if (!isMobile(number)) setFault({ at: 'phone', text: '请输入正确的手机号' })
    else if (plainCode(code) === undefined) setFault({ at: 'code', text: '请输入 6 位验证码' })
    else {
      setFault(undefined)
      return { phone: number, code: plainCode(code) ?? '' }
    }
    return undefined
  }
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text)
    setFault(undefined)
  }
  return {
    number,
    phone: {
      value: phone,
      onInput: typed((text) => {
        setPhone(text)
        if (ofNumber?.wasSent && plainPhone(text) !== number) setCode('')
      }),
      error: fault?.at === 'phone' ? fault.text : undefined,
    },
    code: { value: code, onInput: typed(setCode), error: fault?.at === 'code' ? fault.text : undefined },
    read: { value: read, onInput: typed(setRead), error: fault?.at === 'picture' ? fault.text : undefined },
    picture: picture?.picture,
    showPicture,
    nextAt: ofNumber?.nextAt ?? 0,
    isSending: sending.isPending,
    wasSent: ofNumber?.wasSent ?? false,
    shownCode: ofNumber?.shownCode ?? null,
    isTyped: phone !== '' || code !== '',
    send,
    check,
    refuse,
  }
}

/** The fields of a proof: the number, its code with 获取验证码, and a picture to read when the server asks for one. */
export function PhoneProofFields({ proof, onConfirm }: { proof: PhoneProof; onConfirm: () => void }) {
  const { phone, code, read, picture, shownCode } = proof
  return (
    <>
      <Field
        {...phone}
        label="手机号"
        icon="phone"
        type="number"
        placeholder="11 位数字"
        maxLength={MAX_TYPED_PHONE}
        autoComplete="tel"
        confirmType="next"
        onConfirm={proof.send}
      />
      {picture && (
        <View className={styles.picture}>
          <View className="grow">
            <Field
              {...read}
              label="图中的 4 个字符"
              maxLength={8}
              autoComplete="off"
              confirmType="send"
              hint="不分大小写"
              onConfirm={proof.send}
            />
          </View>
          <View {...pressable({ label: '看不清，换一张图片', onPress: () => void proof.showPicture() })}>
            <Image className={styles.image} src={picture} mode="aspectFit" />
          </View>
        </View>
      )}
      <CodeField proof={proof} code={code} onConfirm={onConfirm} />
      {shownCode !== null && (
        <View className="mb-12" {...semantics({ role: 'status' })}>
          <Notice
            tone="wait"
            icon="message"
            tail={
              <Button kind="plain" size="s" label="填入验证码" onPress={() => code.onInput(shownCode)}>
                填入
              </Button>
            }
          >
            {`演示环境不发短信，验证码是 ${shownCode}`}
          </Notice>
        </View>
      )}
    </>
  )
}

/** The field of the code counts the seconds until the next one. */
function CodeField({ proof, code, onConfirm }: { proof: PhoneProof; code: PhoneProof['code']; onConfirm: () => void }) {
  const now = useSecond()
  const seconds = Math.ceil((proof.nextAt - now.getTime()) / 1000)
  const waits = seconds > 0
  const text = proof.isSending
    ? '正在发送'
    : waits
      ? `${Math.min(seconds, 60)} 秒后重发`
      : proof.wasSent
        ? '重新获取'
        : '获取验证码'
  return (
    <Field
      {...code}
      label="验证码"
      icon="lock"
      type="number"
      placeholder="6 位数字"
      maxLength={12}
      autoComplete="one-time-code"
      confirmType="go"
      tail={{ text, onPress: proof.send, disabled: waits || proof.isSending }}
      onConfirm={onConfirm}
    />
  )
}
