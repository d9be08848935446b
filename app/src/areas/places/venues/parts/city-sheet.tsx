import { View } from '@tarojs/components'
import { Cell } from '../../../../ui/cell'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'

const CITIES = ['上海', '北京', '广州', '深圳', '杭州', '苏州', '南京', '成都', '武汉'] as const

type Props = {
  open: boolean
  /** Undefined: every city. */
  city: string | undefined
  onChoose: (city: string | undefined) => void
  onClose: () => void
}

/** Chooses the city of the search by one press. */
export function CitySheet({ open, city, onChoose, onClose }: Props) {
  const choose = (chosen: string | undefined) => {
    onChoose(chosen)
    onClose()
  }
  return (
    <Sheet open={open} onClose={onClose} title="选择城市">
      <View {...semantics({ role: 'radiogroup', label: '选择城市' })}>
        {CITIES.map((name) => (
          <Cell key={name} title={name} chosen={city === name} onPress={() => choose(name)} />
        ))}
        <Cell title="全部城市" chosen={city === undefined} onPress={() => choose(undefined)} />
      </View>
    </Sheet>
  )
}
