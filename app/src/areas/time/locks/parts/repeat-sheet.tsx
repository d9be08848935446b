import type { Day } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { Cell } from '../../../../ui/cell'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { repeatChoices } from './lock-labels'

type Props = {
  open: boolean
  date: Day
  /** The chosen last day; undefined without repetition. */
  until: Day | undefined
  onChoose: (until: Day | undefined) => void
  onClose: () => void
}

/** Chooses until which week a lock is repeated, with one press. */
export function RepeatSheet({ open, date, until, onChoose, onClose }: Props) {
  const choose = (chosen: Day | undefined) => {
    onChoose(chosen)
    onClose()
  }
  return (
    <Sheet open={open} onClose={onClose} title="每周重复">
      <View {...semantics({ role: 'radiogroup', label: '每周重复' })}>
        <Cell title="不重复" chosen={until === undefined} onPress={() => choose(undefined)} />
        {repeatChoices(date).map(({ until: last, text, count }) => (
          <Cell key={last} title={text} value={`共 ${count} 次`} chosen={until === last} onPress={() => choose(last)} />
        ))}
      </View>
    </Sheet>
  )
}
