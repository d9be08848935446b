import type { MessageSettings, SubscriptionTemplate } from '@paidang/api/areas/message-settings'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { HAS_SUBSCRIBE } from '../../../../platform/subscribe'
import { OBSTACLE_LABELS } from '../../../../platform/subscribe-types'
import { showFailed, showToast } from '../../../../platform/toast'
import { Button } from '../../../../ui/button'
import { Card, CardHead } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { useRequestConsent } from '../consent'
import styles from './subscriptions-card.module.scss'

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
export function SubscriptionsCard({ templates }: { templates: Templates }) {
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
          <View className={styles.line}>每订阅一次，微信可以提醒你一次。</View>
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
