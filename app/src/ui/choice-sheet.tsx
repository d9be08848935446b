import { View } from '@tarojs/components'
import { Cell } from './cell'
import { semantics } from './semantics'
import { Sheet } from './sheet'

type ChoiceSheetProps<Key extends string> = {
  open: boolean
  title: string
  items: readonly { key: Key; text: string; note?: string; disabled?: boolean }[]
  value: Key
  onChoose: (key: Key) => void
  onClose: () => void
}

/** Chooses one of a few items with one press. */
export function ChoiceSheet<Key extends string>({
  open,
  title,
  items,
  value,
  onChoose,
  onClose,
}: ChoiceSheetProps<Key>) {
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <View {...semantics({ role: 'radiogroup', label: title })}>
        {items.map(({ key, text, note, disabled }) => (
          <Cell
            key={key}
            title={text}
            note={note}
            disabled={disabled}
            chosen={key === value}
            onPress={() => {
              onChoose(key)
              onClose()
            }}
          />
        ))}
      </View>
    </Sheet>
  )
}
