import type { Contract } from '@paidang/api/areas/contracts'
import { lessonHoursText } from '@paidang/domain/areas/contracts/contract'
import type { SelectedSlot } from '@paidang/domain/areas/schedule/selection'
import type { Day } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { memo } from 'react'
import { classInfoPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { expiryText, offerOf } from '../contracts-data'
import styles from './sheets.module.scss'

type Props = {
  open: boolean
  contracts: readonly Contract[]
  chosen: Contract | undefined
  today: Day
  /** The booked day, and the slots chosen on it. */
  date: Day
  slots: readonly SelectedSlot[]
  onChoose: (contractId: string) => void
  onClose: () => void
}

/** Chooses the contract that pays with one press. Shows its free hours, its end, and why it cannot pay the class. */
export const ContractSheet = memo(function ContractSheet(props: Props) {
  const { open, contracts, chosen, today, date: courseDate, slots, onChoose, onClose } = props
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="选择课程合同"
      foot={
        chosen && (
          <Button kind="plain" full onPress={() => goTo(classInfoPath(chosen.courseDesign.id))}>
            看课程介绍
          </Button>
        )
      }
    >
      <View className={styles.list} {...semantics({ role: 'radiogroup', label: '选择课程合同' })}>
        {contracts.map((contract) => {
          const expiry = expiryText(contract, today)
          const { note, isOpen } = offerOf(contract, contracts, { courseDate, slots })
          return (
            <Cell
              key={contract.id}
              title={contract.courseDesign.courseName}
              note={
                <>
                  <Facts>
                    {contract.company.companyName}
                    <View className={classNames(styles.inline, expiry.isSoon && styles.soon)}>{expiry.text}</View>
                  </Facts>
                  {note && <View className={styles.soon}>{note}</View>}
                </>
              }
              value={
                <View className={styles.hours}>
                  <View className={styles.hoursNumber}>{lessonHoursText(contract.availableSessions)}</View>
                  课时可用
                </View>
              }
              chosen={contract.id === chosen?.id}
              disabled={!isOpen}
              onPress={() => {
                onChoose(contract.id)
                onClose()
              }}
            />
          )
        })}
      </View>
    </Sheet>
  )
})
