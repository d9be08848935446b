import { View } from '@tarojs/components'
import { Avatar } from '../../../../ui/avatar'
import { Cell } from '../../../../ui/cell'
import { semantics } from '../../../../ui/semantics'

type Props = {
  /** What the person is chosen for, for screen readers. */
  label: string
  people: readonly { id: string; nickname: string; avatar: string | null }[]
  value: string | undefined
  onChange: (id: string) => void
}

/** Chooses one of several people. */
export function PersonChoice({ label, people, value, onChange }: Props) {
  return (
    <View {...semantics({ role: 'radiogroup', label })}>
      {people.map(({ id, nickname, avatar }) => (
        <Cell
          key={id}
          lead={<Avatar id={id} src={avatar} />}
          title={nickname}
          chosen={id === value}
          onPress={() => onChange(id)}
        />
      ))}
    </View>
  )
}
