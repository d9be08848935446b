import type { MessageSettings } from '@paidang/api/areas/message-settings'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useUserId } from '../../../platform/session'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { PickField } from '../../../ui/pick-field'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Switch } from '../../../ui/switch'
import { useMessageSettings, useSaveQuiet } from './message-settings-data'
import styles from './message-settings-view.module.scss'
import { SubscriptionsCard } from './parts/subscriptions-card'
import { TimeSheet } from './parts/time-sheet'

/** The initial quiet hours: the night. */
const NIGHT = { quietFrom: 44, quietTo: 14 }

/** 消息设置: the quiet hours of WeChat, and the subjects of its messages. */
export function MessageSettingsView() {
  const isLoggedIn = useUserId() !== null
  return <Page title="消息设置">{isLoggedIn ? <Settings /> : <SignedOut />}</Page>
}

function Settings() {
  const { data, cause, isPending, isFetching, refetch } = useMessageSettings()
  const skeleton = useSkeleton(isPending)
  if (skeleton) {
    return (
      <SkeletonGroup>
        <CardStack>
          <Skeleton height={128} radius={16} />
          <Skeleton height={320} radius={16} />
        </CardStack>
      </SkeletonGroup>
    )
  }
  if (!data) {
    return cause ? <ErrorBlock title="设置没有取到" cause={cause} busy={isFetching} onRetry={refetch} /> : null
  }
  return (
    <>
      <RefreshBar on={isFetching} />
      <CardStack>
        <QuietCard settings={data} />
        <SubscriptionsCard templates={data.templates} />
      </CardStack>
    </>
  )
}

type Quiet = Pick<MessageSettings, 'quietFrom' | 'quietTo'>

function QuietCard({ settings: { quietFrom, quietTo } }: { settings: Quiet }) {
  const save = useSaveQuiet()
  const [choosing, setChoosing] = useState<'quietFrom' | 'quietTo'>()
  const quiet = quietFrom === null || quietTo === null ? undefined : { quietFrom, quietTo }
  const choose = (halfHour: number) => {
    if (quiet && choosing) save.act({ ...quiet, [choosing]: halfHour })
    setChoosing(undefined)
  }
  return (
    <Card>
      <CardHead title="免打扰" />
      <Switch
        checked={quiet !== undefined}
        disabled={save.isPending}
        onChange={(isOn) => save.act(isOn ? NIGHT : { quietFrom: null, quietTo: null })}
      >
        每天定时免打扰
      </Switch>
      <View className={styles.line}>免打扰时微信不提醒，结束后再发；消息列表里照常收到。</View>
      {quiet && (
        <View className={styles.times}>
          <View className={styles.time}>
            <PickField
              label="开始"
              value={timeOf(quiet.quietFrom)}
              placeholder="请选择"
              onPress={() => setChoosing('quietFrom')}
            />
          </View>
          <View className={styles.time}>
            <PickField
              label={quiet.quietTo < quiet.quietFrom ? '结束（次日）' : '结束'}
              value={timeOf(quiet.quietTo)}
              placeholder="请选择"
              onPress={() => setChoosing('quietTo')}
            />
          </View>
        </View>
      )}
      {quiet && (
        <TimeSheet
          title={choosing === 'quietTo' ? '结束时间' : '开始时间'}
          open={choosing !== undefined}
          value={choosing === 'quietTo' ? quiet.quietTo : quiet.quietFrom}
          other={choosing === 'quietTo' ? quiet.quietFrom : quiet.quietTo}
          onChoose={choose}
          onClose={() => setChoosing(undefined)}
        />
      )}
    </Card>
  )
}
