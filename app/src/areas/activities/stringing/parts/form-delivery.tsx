import type { Merchant } from '@paidang/api/areas/stringing'
import { errors } from '@paidang/api/catalogue/errors'
import { earliestReady } from '@paidang/domain/areas/stringing/ready'
import { HAND_IN_NAMES, HAND_INS, type HandIn } from '@paidang/domain/areas/stringing/string-job'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Card } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { Facts } from '../../../../ui/dot'
import { Icon } from '../../../../ui/icon'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { DeliveryAddressCell } from '../../../people/addresses/delivery-address-cell'
import { DueSheet } from './due-sheet'
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
        <View className={styles.inset}>
          <View className={styles.fault} {...semantics({ role: 'alert' })}>
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
