import { Image, View } from '@tarojs/components'
import { useState } from 'react'
import { pictureAddress } from '../platform/picture-address'
import styles from './avatar.module.scss'
import { classNames } from './class-names'
import { Icon } from './icon'
import { semantics } from './semantics'

const FACES = 11

type Props = {
  /** Of the person: chooses the drawn face where there is no picture. */
  id: string
  /** The picture's path, as the server gives it. */
  src?: string | null
  /** Full address of a picture of this device that was chosen in its place. */
  address?: string | undefined
  size?: 28 | 32 | 40 | 44 | 48 | 52 | 64 | 84
  /** A green ring: this is the one that is chosen or meant. */
  ring?: boolean
}

/** A person's picture, or a drawn face that stays the same for that person. Hidden from readers: the name stands beside. */
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
  /** Seats still free, each a dashed ring. */
  free?: number
}

/** Small faces that overlap: who takes part, and the seats that are free. */
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

/** Always the same one of `count` for the same id, spread evenly over ids that follow one another. */
export function choiceOf(id: string, count: number): number {
  let sum = 0
  for (const character of id) sum = (sum * 31 + character.charCodeAt(0)) % 9973
  return sum % count
}
