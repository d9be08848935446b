import { View } from '@tarojs/components'
import { Children, Fragment, type ReactNode } from 'react'
import styles from './dot.module.scss'
import { semantics } from './semantics'

/** The dot between two facts; hidden from screen readers. */
export function Dot() {
  return <View className={styles.dot} {...semantics({ hidden: true })} />
}

/** Facts in one line, separated by dots; empty ones are left out. */
export function Facts({ children }: { children: ReactNode }) {
  // Wrapped in an array, text and numbers each get a key.
  const facts = Children.toArray(children).filter((fact) => fact !== '')
  return (
    <>
      {facts.map((fact, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: facts have no identity but their place in the line.
        <Fragment key={at}>
          {at > 0 && <Dot />}
          {fact}
        </Fragment>
      ))}
    </>
  )
}
