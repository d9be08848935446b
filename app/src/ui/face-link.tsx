import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { userCardPath } from '../paths'
import { goTo } from '../platform/navigate'
import styles from './face-link.module.scss'
import { pressable } from './semantics'

type Props = { id: string; name: string; children: ReactNode }

/** The portrait of a person, as a link to their card. */
export function FaceLink({ id, name, children }: Props) {
  return (
    <View
      className={styles.link}
      hoverClass={styles.pressed}
      {...pressable({ role: 'link', label: `${name}的名片`, onPress: () => goTo(userCardPath({ id })) })}
    >
      {children}
    </View>
  )
}
