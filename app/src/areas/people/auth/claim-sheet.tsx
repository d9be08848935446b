import type { Claim } from '@paidang/api/areas/people/auth'
import { View } from '@tarojs/components'
import { useRef, useState } from 'react'
import { Button } from '../../../ui/button'
import { confirm } from '../../../ui/confirm'
import { Field } from '../../../ui/field'
import { Sheet } from '../../../ui/sheet'
import styles from './claim-sheet.module.scss'
import { passwordFailure } from './log-in-failure'

type Ends = { onDone: () => void; onRefused: (error: Error) => void }

type Props = {
  /** The claim to settle; undefined closes the sheet. */
  claim: Claim | undefined
  /** What the two answers lead to. */
  words: {
    text: (username: string) => string
    label: string
    merge: string
    question: { title: string; line: string }
    failed: { failed: string }
  }
  busy: boolean
  onSettle: (answer: { ticket: string; password?: string }, ends: Ends) => void
  onClose: () => void
  onDone: () => void
}

/**
 * Asks about a proven number that an account claims. Its password says that it is the same person. Without it the number
 * is taken from that account.
 */
export function ClaimSheet({ claim, words, busy, onSettle, onClose, onDone }: Props) {
  // The text stays while the sheet closes.
  const last = useRef(claim)
  if (claim) last.current = claim
  const [password, setPassword] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const end = () => {
    onClose()
    onDone()
  }
  const ends = { onDone: end, onRefused: (error: Error) => setRefusal(passwordFailure(words.failed, error)) }
  const merge = () => {
    setWasSent(true)
    if (claim && password !== '') onSettle({ ticket: claim.ticket, password }, ends)
  }
  const take = async () => {
    const isSure = await confirm({ ...words.question, confirmText: '归我使用' })
    if (isSure && claim) onSettle({ ticket: claim.ticket }, ends)
  }
  const name = last.current?.username
  return (
    <Sheet
      open={claim !== undefined}
      onClose={onClose}
      title="这个手机号已有账号"
      foot={
        <>
          <Button full busy={busy} onPress={merge}>
            {words.merge}
          </Button>
          <Button kind="plain" full disabled={busy} onPress={take}>
            不是我的账号
          </Button>
        </>
      }
    >
      <View className={styles.body}>
        <View className="mb-16 t-body muted">{words.text(name ? ` ${name}` : '')}</View>
        <Field
          label={words.label}
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
