import type { Company, CompanyCoach, CompanySettings } from '@paidang/api/areas/places/companies'
import { MAX_EXTEND_DAYS } from '@paidang/domain/areas/activities/coach-leaves/leave'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { confirm } from '../../../../ui/confirm'
import { Empty } from '../../../../ui/empty'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Stepper } from '../../../../ui/stepper'
import { Switch } from '../../../../ui/switch'
import { useSaveSettings, useTransferAdmin } from '../company-data'
import styles from './admin-sheets.module.scss'
import { freeCancelText } from './company-labels'

/** Two weeks, the longest period a company may set. Source: database constraint `companies_free_cancel_hours`. */
const MAX_FREE_CANCEL_HOURS = 336
const MAX_FORGIVEN = 10
const LAST_HALF_HOUR = 47

type SettingsProps = { company: Company; onClose: () => void }

/** 修改规则: cancellation and opening hours of a company. Existing classes keep the rule they were made under. */
export function SettingsSheet({ company, onClose }: SettingsProps) {
  const { freeCancelHours, forgivenLateCancels, firstStart, lastStart, awayExtends, awayExtendDays } = company
  const [settings, setSettings] = useState<CompanySettings>({
    freeCancelHours,
    forgivenLateCancels,
    firstStart,
    lastStart,
    awayExtends,
    awayExtendDays,
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
        <View className={classNames(styles.caption, 't-sub muted')}>免费取消</View>
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
        <View className={classNames(styles.caption, 't-sub muted')}>90 天内免责的临时取消</View>
        <Stepper
          label="免责次数"
          value={settings.forgivenLateCancels}
          min={0}
          max={MAX_FORGIVEN}
          unit="次"
          onChange={(times) => set({ forgivenLateCancels: times })}
        />
        <View className={classNames(styles.caption, 't-sub muted')}>新场馆的默认开放时间</View>
        <View className="mb-16 col-8">
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
        <View className={classNames(styles.caption, 't-sub muted')}>教练休假</View>
        <View className="mb-16 col-8">
          <Switch checked={settings.awayExtends ?? awayExtends} onChange={(isOn) => set({ awayExtends: isOn })}>
            课时有效期自动顺延
          </Switch>
          {settings.awayExtends && (
            <Stepper
              label="一次最多顺延"
              value={settings.awayExtendDays ?? awayExtendDays}
              min={1}
              max={MAX_EXTEND_DAYS}
              step={(settings.awayExtendDays ?? awayExtendDays) >= 30 ? 10 : 1}
              unit="天封顶"
              onChange={(days) => set({ awayExtendDays: days })}
            />
          )}
        </View>
        <Notice tone="info">取消规则只对之后约的课生效，已约的课仍按原来的规则取消</Notice>
      </View>
    </Sheet>
  )
}

type TransferProps = { company: Company; coaches: readonly CompanyCoach[]; onClose: () => void }

/** 转让管理员: to whom, with what consequences, and a last question. */
export function TransferSheet({ company, coaches, onClose }: TransferProps) {
  const [coachId, setCoachId] = useState<string>()
  const transfer = useTransferAdmin()
  const chosen = coaches.find(({ coachVO }) => coachVO.id === coachId)?.coachVO
  const submit = async () => {
    if (!chosen) return
    const isSure = await confirm({
      title: `把管理员转让给${chosen.nickname}？`,
      line: '转让后立即生效，您将不能再管理课程和规则，只能由对方再转回来',
      confirmText: '确认转让',
      danger: true,
    })
    if (isSure && (await transfer.act({ body: { coachId: chosen.id, companyId: company.id } }))) onClose()
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title="转让管理员"
      foot={
        <Button full busy={transfer.isPending} disabled={!chosen} reason="先选择一位教练" onPress={submit}>
          转让管理员
        </Button>
      }
    >
      {coaches.length === 0 ? (
        <Empty compact title="没有可以接手的教练" line="只能转让给本公司的教练" />
      ) : (
        <>
          <View className={styles.told}>
            <Notice tone="info">新管理员可以管理课程、规则和全部学员</Notice>
          </View>
          <View {...semantics({ role: 'radiogroup', label: '新管理员' })}>
            {coaches.map(({ coachVO, courseNames }) => (
              <Cell
                key={coachVO.id}
                lead={<Avatar id={coachVO.id} src={coachVO.avatar} />}
                title={coachVO.nickname}
                note={courseNames.join('、') || '还没有课程'}
                chosen={coachVO.id === coachId}
                onPress={() => setCoachId(coachVO.id)}
              />
            ))}
          </View>
        </>
      )}
    </Sheet>
  )
}
