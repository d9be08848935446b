import type { MessageSettings, SubscriptionTemplate } from '@paidang/api/areas/ground/message-settings'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { HALF_HOURS_PER_DAY, type HalfHour, timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useUserId } from '../../../platform/session'
import { HAS_SUBSCRIBE } from '../../../platform/subscribe'
import { showFailed, showToast } from '../../../platform/toast'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { PickField } from '../../../ui/pick-field'
import { pressable, semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Switch } from '../../../ui/switch'
import { useFeature } from '../features/features-data'
import { OBSTACLE_LABELS, useRequestConsent } from './consent'
import { useMessageSettings, useSaveQuiet } from './message-settings-data'
import styles from './message-settings-view.module.scss'

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
  const isOff = useFeature('wechat') === false
  if (isOff) return <Empty title="没有需要设置的" line="消息都在消息列表里" />
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
      <View className="t-sub muted">免打扰时微信不提醒，结束后再发；消息列表里照常收到。</View>
      {quiet && (
        <View className={classNames(styles.times, 'beside-12')}>
          <View className="grow">
            <PickField
              label="开始"
              value={timeOf(quiet.quietFrom)}
              placeholder="请选择"
              onPress={() => setChoosing('quietFrom')}
            />
          </View>
          <View className="grow">
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

/** What each template notifies of. */
const NOTES: Record<SubscriptionTemplate, string> = {
  class: '约课的申请、确认、修改和取消',
  ball: '报名、候补、修改和取消',
  reminder: '上课和球局前一天、前两小时',
  stringing: '收拍、穿好、取拍',
  order: '发货、退款、储值卡',
}

type Templates = MessageSettings['templates']

/**
 * 微信提醒: how many messages of each kind WeChat may still send, and how to allow more. Each consent allows one
 * message.
 */
function SubscriptionsCard({ templates }: { templates: Templates }) {
  const [asking, setAsking] = useState<SubscriptionTemplate>()
  const ask = useRequestConsent(templates)
  const subscribe = async (key: SubscriptionTemplate) => {
    setAsking(key)
    try {
      const { acceptedIds, obstacle } = await ask([key])
      if (obstacle) showToast(OBSTACLE_LABELS[obstacle], { tone: 'failed' })
      else if (acceptedIds.length > 0) showToast('已订阅一次提醒', { tone: 'done' })
    } catch (error) {
      showFailed(outcomes.saveSettings, error)
    } finally {
      setAsking(undefined)
    }
  }
  return (
    <Card flush>
      <View className={styles.head}>
        <CardHead title="微信提醒" />
        {HAS_SUBSCRIBE ? (
          <View className="t-sub muted">每订阅一次，微信可以提醒你一次。</View>
        ) : (
          <Notice tone="info">微信提醒在小程序里开启</Notice>
        )}
      </View>
      <View {...semantics({ role: 'list', label: '微信提醒' })}>
        {templates.map(({ key, title, templateId, quota }) => (
          <View key={key} className={styles.row} {...semantics({ role: 'listitem' })}>
            <Cell
              title={title}
              note={NOTES[key]}
              value={quota > 0 ? `还可提醒 ${quota} 次` : '未订阅'}
              tail={
                HAS_SUBSCRIBE &&
                templateId !== null && (
                  <Button
                    kind="ghost"
                    size="s"
                    label={`订阅${title}`}
                    busy={asking === key}
                    disabled={asking !== undefined && asking !== key}
                    onPress={() => subscribe(key)}
                  >
                    订阅
                  </Button>
                )
              }
            />
          </View>
        ))}
      </View>
    </Card>
  )
}

type Props = {
  title: string
  open: boolean
  value: HalfHour
  /** The other end of the span, which cannot be chosen here. */
  other: HalfHour
  onChoose: (halfHour: HalfHour) => void
  onClose: () => void
}

const HALF_HOURS = Array.from({ length: HALF_HOURS_PER_DAY }, (_, halfHour) => halfHour)

/** Chooses a half-hour of the day by one press. */
function TimeSheet({ title, open, value, other, onChoose, onClose }: Props) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <View className={styles.sheetTimes} {...semantics({ role: 'radiogroup', label: title })}>
        {HALF_HOURS.map((halfHour) => (
          <View
            key={halfHour}
            className={classNames(
              styles.sheetTime,
              'centre',
              halfHour === value && styles.on,
              halfHour === other && styles.disabled,
            )}
            {...pressable({
              role: 'radio',
              checked: halfHour === value,
              disabled: halfHour === other,
              onPress: () => onChoose(halfHour),
            })}
          >
            {timeOf(halfHour)}
          </View>
        ))}
      </View>
    </Sheet>
  )
}
