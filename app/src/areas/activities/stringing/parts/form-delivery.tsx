import type { Merchant } from '@paidang/api/areas/activities/stringing'
import { errors } from '@paidang/api/catalogue/errors'
import { earliestReady, isDueTime, MAX_DAYS_AHEAD } from '@paidang/domain/areas/activities/stringing/ready'
import { HAND_IN_NAMES, HAND_INS, type HandIn } from '@paidang/domain/areas/activities/stringing/string-job'
import { addDays, type Day, dayOf, halfHourOfInstant, instantOf } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { type HalfHour, halfHoursBetween, timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { DayPicker } from '../../../../ui/day-picker'
import { Facts } from '../../../../ui/dot'
import { Icon } from '../../../../ui/icon'
import { pressable, roving, semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { DeliveryAddressCell } from '../../../people/addresses/delivery-address'
import styles from './form.module.scss'
import type { FormFault, JobForm } from './stringing-form'
import { whenText } from './stringing-labels'

type Props = {
  form: JobForm
  merchant: Merchant
  now: Date
  /** What is wrong with the form, once it may be shown. */
  fault: FormFault | undefined
  onChange: (change: Partial<JobForm>) => void
}

/** Sets how the racket gets to the shop and back, and when the player wants it. */
export function DeliveryCard({ form, merchant, now, fault, onChange }: Props) {
  const [opened, setOpened] = useState<{ sheet: 'handIn' | 'due' | undefined; count: number }>({
    sheet: undefined,
    count: 0,
  })
  const open = (sheet: 'handIn' | 'due') => setOpened({ sheet, count: opened.count + 1 })
  const close = () => setOpened({ ...opened, sheet: undefined })
  const isCourier = form.handIn === 'COURIER'
  const due =
    form.dueAt === null
      ? `最快 ${whenText(earliestReady(now, merchant), now)}`
      : `${whenText(new Date(form.dueAt), now)} 前`
  const told = fault && ['handIn', 'address', 'due'].includes(fault.field) ? fault.text : undefined
  return (
    <Card flush>
      <Cell
        title="取送方式"
        value={<Facts>{[HAND_IN_NAMES[form.handIn], isCourier ? courierFee(merchant) : merchant.name]}</Facts>}
        label={`取送方式，${HAND_IN_NAMES[form.handIn]}，更换`}
        onPress={() => open('handIn')}
      />
      {isCourier && <DeliveryAddressCell />}
      <Cell title="期望取拍" value={due} label={`期望取拍，${due}，更换`} onPress={() => open('due')} />
      {told !== undefined && (
        <View className="in-0-12">
          <View className={classNames(styles.fault, 'row-4 t-caption bad')} {...semantics({ role: 'alert' })}>
            <Icon name="warning" size={14} />
            {told}
          </View>
        </View>
      )}
      <HandInSheet
        open={opened.sheet === 'handIn'}
        onClose={close}
        value={form.handIn}
        merchant={merchant}
        onChoose={(handIn) => {
          onChange({ handIn })
          close()
        }}
      />
      <DueSheet
        key={opened.count}
        open={opened.sheet === 'due'}
        onClose={close}
        dueAt={form.dueAt}
        merchant={merchant}
        now={now}
        onChoose={(dueAt) => {
          onChange({ dueAt })
          close()
        }}
      />
    </Card>
  )
}

const courierFee = ({ courierFeeFen }: Merchant) => (courierFeeFen === null ? '' : `¥${yuanOf(courierFeeFen)}`)

type HandInProps = {
  open: boolean
  onClose: () => void
  value: HandIn
  merchant: Merchant
  onChoose: (handIn: HandIn) => void
}

function HandInSheet({ open, onClose, value, merchant, onChoose }: HandInProps) {
  const hasCourier = merchant.courierFeeFen !== null
  const notes: Record<HandIn, string> = {
    DROP_OFF: `${merchant.district} ${merchant.address}`,
    COURIER: hasCourier ? `一取一送共 ${courierFee(merchant)}` : errors.stringing_without_courier.message,
  }
  return (
    <Sheet open={open} onClose={onClose} title="取送方式">
      <View {...semantics({ role: 'radiogroup', label: '取送方式' })}>
        {HAND_INS.map((handIn) => (
          <Cell
            key={handIn}
            title={HAND_IN_NAMES[handIn]}
            note={notes[handIn]}
            disabled={handIn === 'COURIER' && !hasCourier}
            chosen={handIn === value}
            onPress={() => onChoose(handIn)}
          />
        ))}
      </View>
    </Sheet>
  )
}

type DueSheetProps = {
  open: boolean
  onClose: () => void
  /** The date chosen before; null: as soon as the shop can. */
  dueAt: string | null
  merchant: Merchant
  now: Date
  onChoose: (dueAt: string | null) => void
}

const NO_TIME = '这一天来不及穿好，换一天'

/** 期望取拍: chooses a day and a time at which the shop is open and can be done. Each opening resets the input. */
function DueSheet({ open, onClose, dueAt, merchant, now, onChoose }: DueSheetProps) {
  const earliest = earliestReady(now, merchant)
  const begin = dueAt !== null && isDueTime(new Date(dueAt), now, merchant) ? new Date(dueAt) : earliest
  const [day, setDay] = useState<Day>(dayOf(begin))
  const [picked, setPicked] = useState<HalfHour>(halfHourOfInstant(begin))
  const times = halfHoursBetween(merchant.openFrom, merchant.openTo).filter((halfHour) =>
    isDueTime(instantOf(day, halfHour), now, merchant),
  )
  const chosen = times.includes(picked) ? picked : times[0]
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="期望取拍"
      foot={
        <View className="beside-12">
          <Button kind="plain" full onPress={() => onChoose(null)}>
            越快越好
          </Button>
          <Button
            full
            lacks={chosen === undefined ? NO_TIME : undefined}
            onPress={() => chosen !== undefined && onChoose(instantOf(day, chosen).toISOString())}
          >
            确定
          </Button>
        </View>
      }
    >
      <View className="in-0-16">
        <DayPicker
          label="取拍日期"
          value={day}
          min={dayOf(earliest)}
          max={addDays(dayOf(now), MAX_DAYS_AHEAD)}
          onChange={setDay}
        />
        <View className="t-sub muted">几点前</View>
        {chosen === undefined ? (
          <View className="t-sub muted">{NO_TIME}</View>
        ) : (
          <View
            className="chips-8 mt-8"
            {...semantics({ role: 'radiogroup', label: '几点前' })}
            {...roving({ keys: times.map(String), value: String(chosen), onChange: (key) => setPicked(Number(key)) })}
          >
            {times.map((time) => (
              <View
                key={time}
                className={classNames(styles.time, 'centre', time === chosen && styles.on)}
                data-key={time}
                {...pressable({
                  role: 'radio',
                  checked: time === chosen,
                  tabIndex: time === chosen ? 0 : -1,
                  onPress: () => setPicked(time),
                })}
              >
                {timeOf(time)}
              </View>
            ))}
          </View>
        )}
      </View>
    </Sheet>
  )
}
