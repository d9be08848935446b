import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { pictureAddress } from '../platform/picture-address'
import styles from './avatar.module.scss'
import { classNames } from './class-names'
import { Icon } from './icon'
import { semantics } from './semantics'

const FACES = 11

type Props = {
  /** The person's id: selects the drawn portrait if there is no picture. */
  id: string
  /** The picture's path from the server. */
  src?: string | null
  /** Full address of a local picture that was chosen in its place. */
  address?: string | undefined
  size?: 28 | 32 | 40 | 44 | 48 | 52 | 64 | 84
  /** A green ring for the chosen person. */
  ring?: boolean
}

/**
 * A person's picture, or a drawn portrait that is always the same for that person. Hidden from screen readers: the
 * name is next to it.
 */
export function Avatar({ id, src, address = src ? pictureAddress(src) : undefined, size = 40, ring }: Props) {
  const [broken, setBroken] = useState<string>()
  const hasPicture = address !== undefined && address !== broken
  return (
    <View
      className={classNames(
        styles.avatar,
        styles[`s${size}`],
        ring && styles.ring,
        !hasPicture && styles[`face${choiceOf(id, FACES)}`],
      )}
      {...semantics({ hidden: true })}
    >
      {hasPicture && (
        <Image className={styles.picture} src={address} mode="aspectFill" onError={() => setBroken(address)} />
      )}
    </View>
  )
}

type StackProps = {
  people: readonly { id: string; avatar?: string | null }[]
  /** The number of free seats, each shown as a dashed ring. */
  free?: number
}

/** Small overlapping portraits of the participants, and the free seats. */
export function AvatarStack({ people, free = 0 }: StackProps) {
  return (
    <View className={styles.stack} {...semantics({ hidden: true })}>
      {people.map(({ id, avatar }) => (
        <View key={id} className={styles.member}>
          <Avatar id={id} src={avatar} size={28} />
        </View>
      ))}
      {Array.from({ length: free }, (_, seat) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: free seats are alike.
        <View key={`free-${seat}`} className={classNames(styles.member, styles.free)}>
          <Icon name="plus" size={14} />
        </View>
      ))}
    </View>
  )
}

/** Picks one of `count`, always the same for an id, and evenly spread over consecutive ids. */
export function choiceOf(id: string, count: number): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 9973
  return sum % count
}
