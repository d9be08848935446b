import { View } from '@tarojs/components'
import { useState } from 'react'
import { showToast } from '../../../../platform/toast'
import { Card } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { useOpenAnalytics } from '../company-data'
import styles from './analytics-card.module.scss'

const COPIED = '链接已复制，请在电脑浏览器打开，5分钟内有效'

/** 经营看板: leads the admin of a company to its analytics in the console, by a one-time link. */
export function AnalyticsCard({ companyId }: { companyId: string }) {
  const [link, setLink] = useState<string>()
  const open = useOpenAnalytics()
  const press = () =>
    open.act(companyId, {
      onDone({ kind, address }) {
        setLink(kind === 'opened' ? undefined : address)
        if (kind === 'copied') showToast(COPIED)
      },
    })
  return (
    <Card flush>
      <Cell
        title="经营看板"
        note="课时、收入、利用率和学员，适合在电脑上看"
        disabled={open.isPending}
        onPress={press}
      />
      {link && (
        <View className={styles.link}>
          请在电脑浏览器打开，5分钟内有效，只能打开一次：
          <View className={styles.address}>{link}</View>
        </View>
      )}
    </Card>
  )
}
