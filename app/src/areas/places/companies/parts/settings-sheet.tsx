import type { Company, CompanySettings } from '@paidang/api/areas/companies'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '../../../../ui/button'
import { Notice } from '../../../../ui/notice'
import { Sheet } from '../../../../ui/sheet'
import { Stepper } from '../../../../ui/stepper'
import { useSaveSettings } from '../company-data'
import { freeCancelText } from './company-labels'
import styles from './settings-sheet.module.scss'

/** Two weeks, the longest period a company may set. Source: database constraint `companies_free_cancel_hours`. */
const MAX_FREE_CANCEL_HOURS = 336
const MAX_FORGIVEN = 10
const LAST_HALF_HOUR = 47

type Props = { company: Company; onClose: () => void }

/** 修改规则: cancellation and opening hours of a company. Existing classes keep the rule they were made under. */
export function SettingsSheet({ company, onClose }: Props) {
  const { freeCancelHours, forgivenLateCancels, firstStart, lastStart } = company
  const [settings, setSettings] = useState<CompanySettings>({
    freeCancelHours,
    forgivenLateCancels,
    firstStart,
    lastStart,
  })
  // The typed values stay when others change the rules meanwhile, and so does the revision they began with.
  const [revision] = useState(company.revision)
  const save = useSaveSettings()
  const set = (change: Partial<CompanySettings>) => setSettings({ ...settings, ...change })
  const isChanged = Object.entries(settings).some(([name, value]) => company[name as keyof CompanySettings] !== value)
  const submit = async () => {
    if (await save.act({ params: { id: company.id }, body: { ...settings, revision } })) onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title="修改规则"
      foot={
        <Button full busy={save.isPending} disabled={!isChanged} reason="没有修改" onPress={submit}>
          保存规则
        </Button>
      }
    >
      <View className={styles.body}>
        <View className={styles.caption}>免费取消</View>
        <Stepper
          label="免费取消提前小时数"
          value={settings.freeCancelHours}
          min={0}
          max={MAX_FREE_CANCEL_HOURS}
          step={settings.freeCancelHours >= 24 ? 12 : 1}
          unit="小时前"
          limits={{ min: freeCancelText(0), max: '最长提前 14 天' }}
          onChange={(hours) => set({ freeCancelHours: hours })}
        />
        <View className={styles.caption}>90 天内免责的临时取消</View>
        <Stepper
          label="免责次数"
          value={settings.forgivenLateCancels}
          min={0}
          max={MAX_FORGIVEN}
          unit="次"
          onChange={(times) => set({ forgivenLateCancels: times })}
        />
        <View className={styles.caption}>新场馆的默认开放时间</View>
        <View className={styles.pair}>
          <Stepper
            label="最早开始"
            value={settings.firstStart}
            min={0}
            max={settings.lastStart}
            text={timeOf}
            unit="起"
            onChange={(start) => set({ firstStart: start })}
          />
          <Stepper
            label="最晚开始"
            value={settings.lastStart}
            min={settings.firstStart}
            max={LAST_HALF_HOUR}
            text={timeOf}
            unit="止"
            onChange={(start) => set({ lastStart: start })}
          />
        </View>
        <Notice tone="info">只对之后约的课生效，已约的课仍按原来的规则取消</Notice>
      </View>
    </Sheet>
  )
}
