import { STUDENT_SORTS } from '@paidang/api/areas/students'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Cell } from '../../../../ui/cell'
import { Icon } from '../../../../ui/icon'
import { pressable, semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import type { StudentOrder } from '../students-data'
import styles from './order-button.module.scss'

const ORDER_NAMES: Record<StudentOrder, string> = { nickname: '按姓名', courseDate: '按最近上课' }

type Props = { value: StudentOrder; onChange: (order: StudentOrder) => void }

/** The order of the list, and the sheet to choose another one. */
export function OrderButton({ value, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <View
        className={styles.order}
        {...pressable({ onPress: () => setOpen(true), popup: 'dialog', label: `排序，现在是${ORDER_NAMES[value]}` })}
      >
        {ORDER_NAMES[value]}
        <Icon name="chevron-down" size={14} />
      </View>
      <Sheet open={open} onClose={close} title="学员排序">
        <View className={styles.choices} {...semantics({ role: 'radiogroup', label: '学员排序' })}>
          {[...STUDENT_SORTS].reverse().map((order) => (
            <Cell
              key={order}
              title={ORDER_NAMES[order]}
              chosen={order === value}
              onPress={() => {
                onChange(order)
                close()
              }}
            />
          ))}
        </View>
      </Sheet>
    </>
  )
}
