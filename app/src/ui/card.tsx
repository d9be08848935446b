import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import styles from './card.module.scss'
import { classNames } from './class-names'
import { Icon } from './icon'
import { pressable, semantics } from './semantics'
import { Windowed } from './windowed'

type CardProps = {
  children: ReactNode
  /** Without padding: for rows that reach the edge. */
  flush?: boolean
  /** Makes the whole card one target. */
  onPress?: () => void
  /** The text of the target for screen readers. */
  label?: string
  /** Whether it contains controls, each in CardControls. The target is then their sibling, not their parent. */
  holdsControls?: boolean | undefined
  className?: string
}

/** White, radius 16 px, no border, no shadow. */
export function Card({ children, flush, onPress, label, holdsControls, className }: CardProps) {
  if (onPress && holdsControls) {
    return (
      <View className={classNames(styles.card, flush && styles.flush, styles.ground, className)}>
        <View className={styles.target} hoverClass={styles.targetPressed} {...pressable({ onPress, label })} />
        {children}
      </View>
    )
  }
  return (
    <View
      className={classNames(styles.card, flush && styles.flush, onPress && styles.tappable, className)}
      hoverClass={onPress ? styles.pressed : 'none'}
      {...(onPress ? pressable({ onPress, label }) : {})}
    >
      {children}
    </View>
  )
}

/** Controls in a card that is a target itself. */
export function CardControls({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <View className={classNames(styles.controls, className)}>{children}</View>
}

/** Title of a card, with a muted text or a control at its right. */
export function CardHead({ title, tail, inset }: { title: string; tail?: ReactNode; inset?: boolean }) {
  return (
    <View className={classNames(styles.head, inset && styles.inset)}>
      <View className={styles.headTitle} {...semantics({ role: 'heading', level: 2 })}>
        {title}
      </View>
      {tail !== undefined && <View className={styles.headTail}>{tail}</View>}
    </View>
  )
}

type SectionHeadProps = { title: string; more?: { text: string; onPress: () => void } }

/** Title of a section of a page, with the link to the full list. */
export function SectionHead({ title, more }: SectionHeadProps) {
  return (
    <View className={styles.section}>
      <View className={styles.sectionTitle} {...semantics({ role: 'heading', level: 2 })}>
        {title}
      </View>
      {more && <MoreLink text={more.text} onPress={more.onPress} label={`${title}，${more.text}`} />}
    </View>
  )
}

/** A muted link with a chevron, at the right of a head. */
export function MoreLink({ text, onPress, label }: { text: string; onPress: () => void; label?: string }) {
  return (
    <View className={styles.more} {...pressable({ onPress, role: 'link', label })}>
      {text}
      <Icon name="chevron-right" size={14} />
    </View>
  )
}

type StackProps = {
  children: ReactNode
  /** The name of the list. With it, a phone in landscape has two columns. */
  list?: string | undefined
  className?: string
}

/** Cards one below the other, 12 px apart, with the page's margin. A long list renders only those near the screen. */
export function CardStack({ children, list, className }: StackProps) {
  return (
    <View
      className={classNames(styles.stack, className)}
      {...(list === undefined ? {} : semantics({ role: 'list', label: list }))}
    >
      {list === undefined ? children : <Windowed className={styles.list}>{children}</Windowed>}
    </View>
  )
}
