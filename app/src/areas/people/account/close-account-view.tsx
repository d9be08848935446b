import type { Closing, ClosingBlocker } from '@paidang/api/areas/desks/accounts'
import { View } from '@tarojs/components'
import Taro from '@tarojs/taro'
import { useState } from 'react'
import {
  companyPath,
  contractPath,
  myBallPath,
  myBookingPath,
  myThreadingPath,
  schedulePath,
  shopOrdersPath,
  storeCardPath,
  trialLessonPath,
} from '../../../paths'
import { CLOSING_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { Checkbox } from '../../../ui/checkbox'
import { classNames } from '../../../ui/class-names'
import { confirm } from '../../../ui/confirm'
import { ErrorBlock } from '../../../ui/error-block'
import { Field } from '../../../ui/field'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { useFeature } from '../../ground/features/features-data'
import { useCloseAccount, useClosing } from './account-data'
import styles from './close-account-view.module.scss'

const TO_SETTLE = '处理完上面的事项后可以注销'

/**
 * 注销账号: what is deleted, what is kept, and what blocks the closing. Then a tick, the password and a last question.
 */
export function CloseAccountView() {
  const isLoggedIn = useUserId() !== null
  return <Page title="注销账号">{isLoggedIn ? <Loaded /> : <SignedOut />}</Page>
}

/** A user who settles a blocker elsewhere returns to fresh data. */
const KEYS = [CLOSING_KEY]

function Loaded() {
  const { data, cause, isPending, isFetching, refetch } = useClosing()
  const showsSkeleton = useSkeleton(isPending)
  useFreshOnShow(KEYS)
  if (showsSkeleton) return <ClosingSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="注销须知没有取到" cause={cause} onRetry={refetch} busy={isFetching} /> : null
  }
  return (
    <>
      <RefreshBar on={isFetching} />
      <CloseForm closing={data} />
    </>
  )
}

function CloseForm({ closing }: { closing: Closing }) {
  const { blockers, deletes, keeps, needsPassword } = closing
  const [agreed, setAgreed] = useState(false)
  const [shakes, setShakes] = useState(0)
  const [password, setPassword] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const hasWechat = useFeature('wechat')
  const { close, isPending, refusal, forget } = useCloseAccount()
  const isBlocked = blockers.length > 0
  const ask = async () => {
    setWasSent(true)
    if (!agreed) setShakes(shakes + 1)
    if (!agreed || (needsPassword && password === '')) return
    const isSure = await confirm({
      title: '注销这个账号？',
      line: `注销后不能恢复，同一个手机号${hasWechat ? '或微信' : ''}可以重新注册，但看不到以前的内容`,
      confirmText: '注销账号',
      danger: true,
    })
    if (isSure) close(needsPassword ? password : undefined)
  }
  return (
    <>
      <CardStack className="grow">
        {isBlocked && (
          <Card flush>
            <CardHead title="还不能注销" inset />
            <View className={classNames(styles.line, 't-sub muted')}>先处理完下面的事项</View>
            {blockers.map(({ kind, text, objectId }) => {
              const path = settlingPath(kind, objectId)
              return <Cell key={kind} icon="warning" title={text} onPress={path ? () => goTo(path) : undefined} />
            })}
          </Card>
        )}
        <Sentences title="会删除" sentences={deletes} />
        <Sentences title="为了记账和对方的权益，会保留" sentences={keeps} />
        {!isBlocked && (
          <Card>
            {needsPassword && (
              <Field
                label="登录密码"
                icon="lock"
                password
                value={password}
                maxLength={128}
                autoComplete="current-password"
                error={refusal ?? (wasSent && password === '' ? '请输入密码' : undefined)}
                onInput={(text) => {
                  setPassword(text)
                  forget()
                }}
              />
            )}
            <Checkbox checked={agreed} onChange={setAgreed} shakes={shakes}>
              我已了解，注销后不能恢复
            </Checkbox>
            {shakes > 0 && !agreed && (
              <View className="t-caption bad" {...semantics({ role: 'alert' })}>
                请先勾选
              </View>
            )}
            {refusal && !needsPassword && (
              <Notice tone="bad" icon="warning">
                {refusal}
              </Notice>
            )}
          </Card>
        )}
      </CardStack>
      <ActionBar
        actions={
          <Button
            full
            kind="danger"
            busy={isPending}
            lacks={isBlocked ? TO_SETTLE : undefined}
            onLacking={() => Taro.pageScrollTo({ scrollTop: 0 })}
            reason={TO_SETTLE}
            onPress={ask}
          >
            注销账号
          </Button>
        }
      />
    </>
  )
}

function Sentences({ title, sentences }: { title: string; sentences: readonly string[] }) {
  if (sentences.length === 0) return null
  return (
    <Card>
      <CardHead title={title} />
      <View {...semantics({ role: 'list' })}>
        {sentences.map((sentence) => (
          <View
            key={sentence}
            className={classNames(styles.sentence, 't-body muted')}
            {...semantics({ role: 'listitem' })}
          >
            <View className={styles.dot} />
            <View className="grow">{sentence}</View>
          </View>
        ))}
      </View>
    </Card>
  )
}

function ClosingSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={160} radius={16} />
        <Skeleton height={120} radius={16} />
        <Skeleton height={120} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}

const PATHS: Partial<Record<ClosingBlocker, string>> = {
  CARD_BALANCE: storeCardPath(),
  LESSON_HOURS: contractPath(),
  CLASSES: myBookingPath(),
  STUDENTS_CLASSES: schedulePath(),
  BALLS: myBallPath(),
  ORDERS: shopOrdersPath('unpaid'),
  STRINGING: myThreadingPath(),
  SHOP: shopOrdersPath(),
  COMPANY: companyPath(),
}

/** The page that settles a blocker of closing the account; undefined where only time does. */
export function settlingPath(blocker: ClosingBlocker, objectId: string | null): string | undefined {
  if (blocker === 'TRIALS' && objectId !== null) return trialLessonPath(objectId)
  return PATHS[blocker]
}
